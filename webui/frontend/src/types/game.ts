// What the server says of the game in progress.

import type { Point } from "./table.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

export interface Option {
  id: string;
  label?: string;
  why_not?: string;
  clause?: string;
}

export interface OfferedMeasurement {
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
  measured: OfferedMeasurement | null;
  /** The option that ends the action, where that is what is asked. */
  ending?: string;
}

export interface Fact {
  line: number;
  kind: string;
  text: string;
  sure: boolean;
}

/** A model as its rulebook has it; whatever else there is only that rulebook's own pages know. */
export interface ModelState {
  alive: boolean;
  [other: string]: unknown;
}

/** How a game ended; sides: what each lost, as its rulebook counts. */
export interface GameResult {
  sides: Record<string, object>;
  winner: string;
  ending: string;
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
  result: GameResult | null;
  state: { models?: Record<string, ModelState>; remarks?: string[]; markers?: string[] } & Fields;
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

export interface Die {
  name: string;
  first: number;
  last: number;
}

export interface Check {
  name: string;
  target: number;
  modifiers?: { amount: number; why: string; clause?: string }[];
  dice?: number;
  needed: number | null;
  odds: string;
  clause?: string;
}

export interface Alert {
  model: string;
  kind: string;
  at_in?: Point;
  share?: number;
}

export interface Nudge {
  model: string;
  from_in?: Point;
  to_in?: Point;
  by_in: number;
}

export interface PrivateView {
  orders: Record<string, string>;
  questions: Question[];
}

/** The answer that is being put right. */
export interface GivenAnswer {
  line: number;
  text: string;
  ask: Fields;
  raw: Json;
}

export interface EventField {
  name: string;
  title: string;
  takes: string;
  needed: boolean;
  usual?: Json;
  says?: string;
  options?: string[];
}

export interface EventKind {
  name: string;
  title: string;
  says: string;
  often: boolean;
  fields: EventField[];
}
interface ForceChoice {
  name: string;
  title: string;
  faction: string;
  points: number;
  models: number | unknown[];
  faults: string[];
}

export interface HouseRule {
  key: string;
  title: string;
  /** What is played, in one sentence. */
  says?: string;
  group?: string;
  /** What its values are called. */
  words?: Record<string, string>;
  kind?: string;
  options?: (string | boolean | null)[];
  default: RuleValue;
  value: RuleValue;
}

export type RuleValue = string | number | boolean | null;

export interface GameSetups {
  forces: ForceChoice[];
  rules: HouseRule[];
  kept: { id: number; begun: string; open: boolean; tags: Record<string, string> }[];
}

/** The forces that the set-up has given tags to, by seat. */
export type ChosenForces = Partial<Record<string, string>>;
