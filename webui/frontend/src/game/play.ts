// The game in progress as the server tells it to this browser's role, and what follows from it.

import { computed, effect, signal } from "@preact/signals";
import { me } from "../net/me.ts";
import { connected, table } from "../net/state.ts";
import { send, taken, waiting } from "../ui/queue.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

export interface Option {
  id: string;
  label?: string;
  why_not?: string;
  clause?: string;
}

export interface Measured {
  raw: Json;
  says: string;
  ready: boolean;
  why_not?: string;
}

export interface Question {
  key: string;
  line: number;
  kind: string;
  verb: string;
  seat: string | null;
  mine: boolean;
  text: string;
  ask: Fields;
  measured: Measured | null;
  /** The option that ends the action, where that is what is asked. */
  ending?: string;
}

export interface Fact {
  line: number;
  kind: string;
  text: string;
  sure: boolean;
}

export interface Tag {
  name: string;
  text?: string;
  mark?: string;
  known?: boolean;
}

/** A model's counters; what a rulebook adds are further fields. */
export interface Counters {
  profile: Fields;
  wounds?: number;
  order?: string;
  shown?: boolean;
  alive: boolean;
  tags?: Tag[];
  [other: string]: unknown;
}

export interface Losses {
  lost: number;
  of: number;
  level: string | number;
  withdrew?: boolean;
}

export interface Result {
  sides: Record<string, Losses>;
  winner: string;
  ending: string;
  ahead: string;
  steps: number;
}

export interface Proposal {
  key: string;
  line: number;
  by: string;
  text: string;
  instead_of?: string;
  why: string;
  undone: string[];
  told: string[];
  lost: number;
  agreed: string[];
  needs: string[];
}

export interface Game {
  id: number;
  name: string;
  number: number;
  role: string;
  seats: string[];
  tags: Record<string, string>;
  turn: number;
  phase: string;
  heading: string;
  over: boolean;
  stuck: string;
  result: Result | null;
  state: { models?: Record<string, Counters>; remarks?: string[]; markers?: string[] } & Fields;
  names: Record<string, { name: string; side: string; code: string }>;
  questions: Question[];
  /** The seat that the game waits for in private. */
  waits: string;
  ask_facts: boolean;
  private: Record<string, boolean>;
  facts: Fact[];
  last: { line: number; by: string; text: string } | null;
  redo: string | null;
  proposal: Proposal | null;
  alerts: { model: string; kind: string; share?: number }[];
  nudged: { model: string; by_in: number }[];
}

export interface LogLine {
  n: number;
  kind: string;
  text: string;
  seat: string;
  clause?: string;
  fact?: boolean;
  overrulable?: boolean;
  struck?: [number, number];
}

export const game = signal<Game | null>(null);
/** Whether the server has said yet if there is a game. */
export const told = signal(false);
export const lines = signal<LogLine[]>([]);
let linesOf = 0;

/** The stream's `game`. */
export function takeGame(data: { game: Game | null }): void {
  game.value = data.game;
  told.value = true;
}

/** The stream's `log`: lines that may be known already. */
export function takeLines(data: { game: number; from: number; lines: LogLine[] }): void {
  const known = data.game === linesOf ? lines.value.filter((line) => line.n < data.from) : [];
  linesOf = data.game;
  lines.value = [...known, ...data.lines];
}

/** What a stream that comes back need not be told again: `7.40`. */
export function known(): string {
  return `${linesOf}.${lines.value.at(-1)?.n ?? 0}`;
}

export const role = computed(() => game.value?.role ?? "spectator");
export const isTable = computed(() => role.value === "table");
/** Whether this browser may begin games, open, close and break them off. */
export const mayBegin = computed(() => ["table", "umpire"].includes(game.value?.role ?? me.value?.role ?? ""));
/** Whether this role may take back, abandon, end. */
export const mayRule = computed(() => ["table", "umpire"].includes(role.value) || (game.value?.seats ?? []).includes(role.value));
export const running = computed(() => game.value !== null && !game.value.over);

/** Questions that everybody at this screen may read. */
export const openly = computed(() => (game.value?.questions ?? []).filter((question) => !(isTable.value && isPrivate(question.ask))));

/** Whether only a seat's own eyes may see how it is answered, or even that it is asked. */
export function isPrivate(ask: Fields): boolean {
  return ask.secret === true || Array.isArray(ask.seen_by);
}

/** Seats that have something of their own on a screen that both look at; never whether there is anything now. */
export const privately = computed(() => {
  const { seats = [], private: own = {} } = game.value ?? {};
  return isTable.value ? seats.filter((seat) => own[seat]) : [];
});

/** Who is out of the game. */
export const fallen = computed(() => new Set(Object.entries(game.value?.state.models ?? {}).flatMap(([id, { alive }]) => (alive === false ? [id] : []))));

/** Whether a model is in the game that is on, or there is none. */
export function plays({ id }: { id: string }): boolean {
  return game.value === null || (id in game.value.names && !fallen.value.has(id));
}

/** What happened since the last answer before the present question, in the log's own words. */
export const lately = computed(() => {
  const since = lines.value.findLastIndex((line) => line.kind === "answer" || line.kind === "boundary");
  return lines.value.slice(since + 1).filter((line) => line.kind === "event" || line.kind === "struck");
});

/** Where a side comes in the order of shapes and letters, the same as on the board. */
export function seatNumber(seat: string): number {
  const onBoard = table.value?.sides.indexOf(seat) ?? -1;
  return Math.max(0, onBoard >= 0 ? onBoard : (game.value?.seats.indexOf(seat) ?? 0)) % 4;
}

/** A seat as players call it: Red. */
export function seatName(seat: string): string {
  return capital(seat);
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A model's or a side's name, or the word itself. */
export function nameOf(id: string): string {
  return game.value?.names[id]?.name ?? (game.value?.seats.includes(id) ? seatName(id) : id);
}

/** A text of ids with the names in their place. */
export function named(text: string): string {
  return text.replace(/[\w-]+/g, (word) => (game.value?.names[word] ? nameOf(word) : word));
}

/** An option as its button has it. */
export function optionText(option: Option): string {
  return capital(named(option.label || option.id));
}

/** The key under which an answer is remembered: a question of another game may have the same number. */
export function about(question: Question): string {
  return `${game.value?.id}/${question.key}`;
}

/** Whether an answer is on its way, or taken and not shown yet. */
export function answered(question: Question): boolean {
  return taken.value.has(about(question)) || waiting.value.some((deed) => deed.about === about(question));
}

/** Gives an answer; label is what others may read of it while it is not sent. */
export function answer(question: Question, raw: Json, source: string, label: string): void {
  give(question, { raw, source }, label);
}

/** Lets the server throw the dice. */
export function throwDice(question: Question): void {
  give(question, { app_dice: true }, "The app rolls");
}

function give(question: Question, said: object, label: string): void {
  // what only a seat sees is numbered as that seat counts
  const seat = isTable.value && isPrivate(question.ask) ? { seat: question.seat } : {};
  send("/api/game/answer", { key: question.key, ...seat, ...said }, label, about(question));
  forgetDraft(question);
}

// half-entered answers outlive a reload; private ones are never kept
export function draft(question: Question): Json {
  try {
    return JSON.parse(sessionStorage.getItem(`draft ${about(question)}`) ?? "null") as Json;
  } catch {
    return null;
  }
}

export function keepDraft(question: Question, entered: Json): void {
  if (!isPrivate(question.ask)) sessionStorage.setItem(`draft ${about(question)}`, JSON.stringify(entered));
}

function forgetDraft(question: Question): void {
  sessionStorage.removeItem(`draft ${about(question)}`);
  secrets.delete(about(question));
}

// half-given orders while a finger lets go for a moment; never written anywhere
const secrets = new Map<string, Record<string, string>>();

export function secretDraft(question: Question): Record<string, string> {
  return secrets.get(about(question)) ?? {};
}

export function keepSecret(question: Question, given: Record<string, string>): void {
  secrets.set(about(question), given);
}

export function forgetSecrets(): void {
  secrets.clear();
}

/** What needs the server is not offered while it is gone. */
export const offline = computed(() => !connected.value);

effect(() => {
  document.body.classList.toggle("playing", game.value !== null);
});
