// The server's data of the game in progress.

import type { Point } from "./table.ts";
import type { AdviceView, AlertView, Announcement, Counter, GameResultView, MachineView, ModelView } from "./views.ts";

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
  /** Whether this screen can ask the machine what it would do. */
  hint?: boolean;
  /** The table is about to measure this. */
  awaited?: boolean;
  /** The models that another seat may announce now, which ends the action. */
  announce?: Announcement | null;
  /** The advice on each answer. advising: why it is not there yet: it is being worked out, or models still move. */
  advice?: AdviceView | null;
  advising?: "" | "due" | "moving";
  /** How the model that it is about has gone so far. */
  way?: LiveWay | null;
}

/** seen: whether all of it was; else the length is that of the straight line. */
export interface LiveWay {
  points: Point[];
  length_in: number;
  seen: boolean;
}

/** A seat's stated intention for a model. text: the same in the words of the log. */
export interface Intention {
  model: string;
  seat: string;
  way_in: Point[];
  length_in: number;
  text: string;
}

export interface Fact {
  line: number;
  kind: string;
  text: string;
  sure: boolean;
}

/** A seat of the game. number: its place in the order of shapes, letters and colours, from 0. title: of a game that was
 * played, the name with the force. */
export interface Seat {
  id: string;
  name: string;
  number: number;
  title?: string;
}

export interface Proposal {
  key: string;
  line: number;
  by: string;
  text: string;
  instead_of?: string;
  /** The stated intentions for its models. */
  intended?: string[];
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
  seats: Seat[];
  turn: number;
  turn_title: string;
  phase: string;
  heading: string;
  over: boolean;
  /** Whether it is over for good, so that all of it is for everybody. */
  closed: boolean;
  /** The seats that have confirmed how it ended. */
  confirmed: string[];
  stuck: string;
  result: GameResultView | null;
  state: { models?: Record<string, ModelView>; markers?: string[] };
  names: Record<string, { name: string; side: string; code: string }>;
  questions: Question[];
  /** The seat that the game waits for in private. */
  waits: string;
  /** The seat that acts; empty where none does. */
  active: string;
  announce: Announcement | null;
  /** The options of the other seats while one acts; the same throughout a phase, whether or not there is a chance. */
  interrupt: { label: string } | null;
  /** The seats that can concede; none where the rulebook does not say what that means. */
  can_concede: string[];
  /** The title of what lies face down; empty in a game where nothing ever does. */
  hidden_title: string;
  ask_facts: boolean;
  /** The players' clocks when they were last switched; null in a game without. */
  clocks?: PlayersClocks | null;
  /** The seats that the machine plays; null in a game of people. */
  machine?: MachineView | null;
  /** Whether people can ask the machine for hints; null in a game of a club event, where they never can. */
  hints?: boolean | null;
  /** Whether frames of the camera are kept for a film of the highlights. */
  frames?: boolean;
  private: Record<string, boolean>;
  facts: Fact[];
  last: { line: number; by: string; text: string } | null;
  /** line: 0 where this device does not see what would be done again. */
  redo: { line: number; text: string } | null;
  proposal: Proposal | null;
  alerts: AlertView[];
  /** Models that were moved out of turn: they count where they stood. */
  nudged: Nudge[];
  accepting?: Acceptance | null;
  /** The model that acts, where everybody may know which. */
  acting?: string;
  intentions?: Intention[];
  /** The templates that the game has on the table. */
  scenery?: PlacedTemplate[];
}

/** A template, marker or objective on the table; effect: what it does to the terrain. */
export interface PlacedTemplate {
  id: string;
  name: string;
  kind: string;
  effect: "marker" | "terrain" | "breach";
  rings: Point[][];
}

export interface LogLine {
  n: number;
  kind: string;
  text: string;
  seat: string;
  clause?: string;
  /** It only repeats what the lines around it say. */
  aside?: boolean;
  /** The models that an event names, the one that acts first. */
  models?: string[];
  /** The event in fewer words, for the line of its action. */
  brief?: string;
  /** The result in a word or two, which ends the line of the action before it; of: the model that it is about. */
  outcome?: string;
  of?: string;
  /** What the board shows large for a moment. */
  moment?: "hit" | "miss" | "saved" | "out";
  /** Of a roll that is looked at: what was added to its dice. */
  reasons?: Modifier[];
  /** The turn in which it was written. */
  turn?: number;
  turn_title?: string;
  fact?: boolean;
  overrulable?: boolean;
  struck?: [number, number];
}

export interface Die {
  name: string;
  first: number;
  last: number;
}

export interface Modifier {
  amount: number;
  why: string;
  clause?: string;
}

/** Several numbers to reach, each for a hit; chances: of 0, 1, 2 .. hits. */
export interface Ladder {
  name: string;
  steps: number[];
  modifiers: Modifier[];
  dice?: number;
  needs: (number | null)[];
  chances: string[];
  clause?: string | null;
}

/** Two dice held against each other; chances: that the first side wins, the second, neither. */
export interface Duel {
  name: string;
  sides: { seat: string; name?: string; modifiers: Modifier[] }[];
  ties: "neither" | "first" | "second" | "again";
  tie?: string;
  chances: string[];
  clause?: string | null;
}

/** A pool of dice with symbols; chances: by symbol, of 0, 1, 2 .. of it; titles: of the symbols. */
export interface Pool {
  name: string;
  dice: { name: string; title: string; count: number; faces: { label: string; text: string }[] }[];
  wants: string;
  chances: Record<string, string[]>;
  titles: Record<string, string>;
  clause?: string;
}

export interface Check {
  name: string;
  target: number;
  modifiers?: Modifier[];
  dice?: number;
  needed: number | null;
  odds: string;
  clause?: string;
}

/** Positions out of turn that wait for a side's word. by: the seat that proposed it, if one did. */
export interface Acceptance {
  key: string;
  by: string;
  moves: Pick<Nudge, "model" | "by_in">[];
  agreed: string[];
  needs: string[];
}

export interface Nudge {
  model: string;
  from_in?: Point;
  to_in?: Point;
  by_in: number;
}

export interface PrivateView {
  /** name: who a model is, where the others do not know it. */
  hidden: { model: string; counters: Counter[]; name?: string }[];
  questions: Question[];
}

/** The answer that is being put right. */
export interface GivenAnswer {
  line: number;
  text: string;
  ask: Fields;
  raw: Json;
  intended?: string[];
}

export interface EventField {
  name: string;
  title: string;
  takes: string;
  needed: boolean;
  usual?: Json;
  says?: string;
  /** Codes, and what they are called. */
  options?: string[];
  words?: Record<string, string>;
}

export interface EventKind {
  name: string;
  title: string;
  says: string;
  often: boolean;
  fields: EventField[];
}

export interface ForceChoice {
  name: string;
  title: string;
  facts: string[];
  faults: string[];
}

export interface HouseRule {
  key: string;
  title: string;
  /** The scenario in one sentence. */
  says?: string;
  group?: string;
  /** The names of its values. */
  words?: Record<string, string>;
  kind?: string;
  options?: (string | boolean | null)[];
  default: RuleValue;
  value: RuleValue;
}

export type RuleValue = string | number | boolean | null;

export interface Scenario {
  id: string;
  title: string;
  says: string;
  /** By seat, the forces that it is written for. */
  forces?: Record<string, string>;
  /** The seats that play, where not all of the rulebook do. */
  seats?: string[];
}

/** A rulebook's options for a new game. */
export interface BookSetup {
  name: string;
  title: string;
  seats: Seat[];
  forces: ForceChoice[];
  rules: HouseRule[];
  scenarios: Scenario[];
  /** The defaults of a new game; forces by seat. */
  usual: { scenario: string | null; forces: ChosenForces };
  /** Whether a game of it can be a pairing of a club event. */
  club_events: boolean;
}

export interface KeptGame {
  id: number;
  begun: string;
  open: boolean;
  /** Whether it can be looked at only. */
  closed: boolean;
  /** The opponents. */
  title: string;
}

export interface GameSetups {
  books: BookSetup[];
  kept: KeptGame[];
  /** The rulebooks that cannot be used, each with the reason. */
  broken?: { name: string; reason: string }[];
  /** Whether this device may add a rulebook that is data. */
  may_add_books?: boolean;
}

/** The forces that the set-up has given tags to, by seat. */
export type ChosenForces = Partial<Record<string, string>>;

/** left_s: of each seat, below 0 once its time is up. runs: the seats whose clocks run. */
export interface PlayersClocks {
  left_s: Record<string, number>;
  runs: string[];
  paused: boolean;
}
