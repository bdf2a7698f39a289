// The game in progress as the server shows it to this browser's role, and values derived from it.

import { computed, signal } from "@preact/signals";
import type { Fields, Game, LogLine, Question } from "../types/game.ts";
import { me } from "./me.ts";
import { connected } from "./table_store.ts";

export const game = signal<Game | null>(null);
/** Whether the server has said yet if there is a game. */
export const gameKnown = signal(false);
export const logLines = signal<LogLine[]>([]);
let logGame = 0;

/** The stream's `game`. */
export function receiveGame(data: { game: Game | null }): void {
  game.value = data.game;
  gameKnown.value = true;
}

/** The stream's `log`: lines that may be known already. */
export function receiveLog(data: { game: number; from: number; lines: LogLine[] }): void {
  const known = data.game === logGame ? logLines.value.filter((line) => line.n < data.from) : [];
  logGame = data.game;
  logLines.value = [...known, ...data.lines];
}

/** The version that a reconnected stream need not receive again: `7.40`. */
export function logPosition(): string {
  return `${logGame}.${logLines.value.at(-1)?.n ?? 0}`;
}

export const role = computed(() => game.value?.role ?? "spectator");
/** The seats of the game in their order. */
export const seatIds = computed(() => (game.value?.seats ?? []).map(({ id }) => id));
export const isTable = computed(() => role.value === "table");
/** Whether this browser may begin games, open, close and break them off. */
export const mayBegin = computed(() => ["table", "umpire"].includes(game.value?.role ?? me.value?.role ?? ""));
/** Whether this role may take back, abandon, end. */
export const mayRule = computed(() => ["table", "umpire"].includes(role.value) || seatIds.value.includes(role.value));
export const gameRunning = computed(() => game.value !== null && !game.value.over);

/** Questions that everybody at this screen may read. */
export const openQuestions = computed(() => (game.value?.questions ?? []).filter((question) => !isCovered(question)));

/** Whether only a seat's own eyes may see how it is answered, or even that it is asked. */
export function isPrivate(ask: Fields): boolean {
  return ask.secret === true || Array.isArray(ask.seen_by);
}

/** Whether a question at a tablet that several people share is for one seat's eyes. */
export function isCovered({ ask, seat }: Question): boolean {
  return isTable.value && isPrivate(ask) && (game.value?.private[seat ?? ""] ?? true);
}

/** Seats that have something of their own on a screen that both look at; never whether there is anything now. */
export const seatsWithSecrets = computed(() => {
  const own = game.value?.private ?? {};
  return isTable.value ? seatIds.value.filter((seat) => own[seat]) : [];
});

/** The models that are out of the game. */
export const fallenModels = computed(
  () =>
    new Set(Object.entries(game.value?.state.models ?? {}).flatMap(([id, { alive }]) => (alive === false ? [id] : []))),
);

/** Whether a model is in the game that is on, or there is none. */
export function isInGame({ id }: { id: string }): boolean {
  return game.value === null || (id in game.value.names && !fallenModels.value.has(id));
}

/** The events since the last answer before the present question, in the log's own words. A roll comes
 * first, with its sum. Against the machine: all that it has done since a person's last answer, its rolls included. */
export const latestEvents = computed(() => {
  const machines = game.value?.machine?.seats;
  const since = logLines.value.findLastIndex(({ kind, seat }) =>
    machines ? kind === "answer" && seat && !machines.includes(seat) : kind === "answer" || kind === "boundary",
  );
  const answer = logLines.value[since];
  const rolled = answer?.kind === "answer" && answer.clause ? [answer] : [];
  const after = logLines.value
    .slice(since + 1)
    .filter(({ kind, clause }) => kind === "event" || kind === "struck" || (kind === "answer" && clause));
  return [...rolled, ...after.slice(machines ? -6 : -4)];
});

/** How often something was taken back in this game, as far as this role knows. */
const takenBack = computed(() => logLines.value.filter((line) => line.kind === "struck").length);

/** The line of a question, as its seat counts: the same for as long as it is open, while its key also counts the open
 * questions before it. */
export function lineOf({ line, seat }: Question): string {
  return `${seat ?? ""} ${line}`;
}

/** The key under which an answer is remembered: a question of another game may have the same number, and one whose
 * answer was taken back is open again under its old one. */
export function questionKey(question: Question): string {
  return `${game.value?.id}/${lineOf(question)}/${takenBack.value}`;
}

/** Functions that need the server are not offered while it is gone. */
export const offline = computed(() => !connected.value);
