// A club event as the server sends it to the organiser's desk.

import type {
  Arrival,
  Penalty,
  PlacePrize,
  Places,
  PlayerForce,
  RoundClock,
  RoundTimes,
  Scoring,
  TeamsView,
} from "./club.ts";

/** Somebody who waits for a place. */
export interface WaitingPlayer {
  id: string;
  name: string;
  called: string;
  faction: string;
  models: number;
  force: PlayerForce | null;
}

/** asked: whether it was opened, even where round 1 has closed it. unchecked: who would be drawn without being here. */
export interface DeskSignUp extends Places {
  asked: boolean;
  queue: WaitingPlayer[];
  unchecked: string[];
}

/** How the evening is played. cut: how many play on after the rounds of the pairing, 0 for none. */
export interface PlayingWay {
  pairing: string;
  cut: number;
  doubles: boolean;
  /** Of teams whose captains pair the players, 0 for none. */
  team_size: number;
  ways: string[];
  cuts: number[];
  team_sizes: number[];
}

/** The vote on a prize as the organiser sees it. votes: how many players have voted. */
export interface PrizeCount {
  prize: string;
  open: boolean;
  votes: number;
  tally: { player: string; name: string; votes: number }[];
}

export interface Entrant extends Arrival {
  id: string;
  name: string;
  /** The name with the ID, as sentences use it. */
  called: string;
  faction: string;
  models: number;
  points: number;
  left: "" | "dropped" | "conceded";
  playing: boolean;
  locked: boolean;
  table: number | null;
  /** The rounds that the player missed, being late, and has no points for. */
  missed: number[];
  penalties: Penalty[];
  /** The player's wish for a table. */
  wish: { terrain: string; camera: boolean } | null;
  force: PlayerForce | null;
  code: string;
}

export interface EntrantName {
  id: string;
  name: string;
  faction: string;
  points?: number;
}

export interface RoundPairing {
  table: number;
  players: [EntrantName, EntrantName];
}

export interface ClubRound {
  number: number;
  rounds: number;
  pairs: RoundPairing[];
  byes: EntrantName[];
  sitting_out: EntrantName[];
  passed_over: EntrantName[];
  edited: boolean;
  /** Of a top cut. */
  knockout: boolean;
  reason: string;
  breaches: string[];
}

export interface ReportedSide {
  player: string;
  lost: number;
  withdrew: boolean;
  conceded: boolean;
  bonus: number;
  values?: Record<string, number>;
  says: string;
}

export interface ScoredHalf extends EntrantName {
  models: number;
  lost?: number;
  withdrew?: boolean;
  conceded?: boolean;
  bonus?: number;
  values?: Record<string, number>;
  level?: string;
}

export interface RoundGame {
  round: number;
  table: number;
  players: [ScoredHalf, ScoredHalf];
  stands: "playing" | "half" | "disputed" | "over";
  disputes: string[];
  reports: { by: string; name: string; sides: ReportedSide[] }[];
  filled: ReportedSide[];
  source: string;
  extra_s: number;
}

export interface Standing {
  player: string;
  name: string;
  faction: string;
  rank: number | null;
  points: number;
  tiebreak: number;
  working: string;
  byes: number;
  rolled_off: boolean;
  /** The points lost by penalties. */
  penalty: number;
  cards: string[];
  level: string[];
  /** Whether only a roll-off can settle the place. */
  roll_off: boolean;
  left: string;
}

export interface AuditEntry {
  line: number;
  at: string;
  by: string;
  sentence: string;
  counts: boolean;
  /** For an undo, the lines that it undid. */
  undoes: number[];
}

export interface Remedy {
  number: number;
  says: string;
  ends: boolean;
  pairs: [string, string][];
}

/** A table that waits for a judge. time: since when, in seconds of the server's clock. */
export interface JudgeCall {
  table: number;
  name: string;
  time: number;
  /** The question; empty without one. */
  text: string;
}

/** The organiser’s extras. reserved: for whom a place is kept; without_force: how many forces are missing. */
export interface EveningSettings {
  cancelled: boolean;
  archived: boolean;
  scenarios: { round: number; scenario: string }[];
  prizes: PlacePrize[];
  reserved: string[];
  tie_breaks: string[];
  tie_break_choices: { value: string; text: string }[];
  counters: { value: string; text: string }[];
  without_force: number;
}

export interface TableTraits {
  table: number;
  terrain: string;
  camera: boolean;
}

/** Players no two of whom meet. last_round: 0 for the whole event; hard: no round is drawn in which they do. */
export interface ApartWish {
  players: string[];
  last_round: number;
  hard: boolean;
  reason: string;
  says: string;
}

/** The part that the club's pages may publish. shown: released names. released: the players who released the replay. */
export interface Publicity {
  day: string;
  place: string;
  shown: string[];
  /** Whether projector and tables show all names. */
  hall: boolean;
  games: { game: number; round: number; pair: [string, string]; over: boolean; released: string[] }[];
}

export interface OrganiserView {
  id: number;
  sequence: number;
  title: string;
  limit: number;
  minutes: number;
  round: number;
  rounds: number;
  way: PlayingWay;
  teams: TeamsView;
  over: boolean;
  advice: {
    players: number;
    pairs: number;
    tables: number[];
    advised: number;
    spare: number;
    pinned: Record<string, number>;
    warning: string;
  };
  sign_up: DeskSignUp;
  apart: ApartWish[];
  traits: TableTraits[];
  entrants: Entrant[];
  draft: (ClubRound & { fits: string }) | null;
  /** says: why it cannot be drawn, with the refusal's code; both empty if it can. */
  next: { number: number; says: string; code: string; remedies: Remedy[] };
  drawn: (ClubRound & { games: RoundGame[] })[];
  games: RoundGame[];
  scoring: Scoring;
  standings: Standing[];
  prizes: PrizeCount[];
  clock: RoundClock;
  times: RoundTimes[];
  planned: { start?: string; rounds?: { minutes: number; pause?: number }[] };
  publicity: Publicity;
  settings: EveningSettings;
  calls: JudgeCall[];
  audit: AuditEntry[];
  undo: AuditEntry | null;
  redo: AuditEntry | null;
  snapshot_fault: string;
}
