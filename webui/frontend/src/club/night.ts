// A club night as the organiser sees it.

import { effect, signal } from "@preact/signals";
import { pulse } from "../net/state.ts";
import { follow, on } from "../net/stream.ts";
import { type Clock, takeTime } from "./clock.ts";

export interface ForceList {
  name: string;
  faction: string;
  models: number;
  points: number;
  lines: { name: string; models: number; points: number }[];
}

export interface Entrant {
  id: string;
  name: string;
  /** As a sentence names him, with his ID. */
  called: string;
  faction: string;
  models: number;
  points: number;
  left: "" | "dropped" | "conceded";
  playing: boolean;
  locked: boolean;
  table: number | null;
  force: ForceList | null;
  code: string;
}

export interface Who {
  id: string;
  name: string;
  faction: string;
  points?: number;
}

export interface Pairing {
  table: number;
  players: [Who, Who];
}

export interface Round {
  number: number;
  rounds: number;
  pairs: Pairing[];
  byes: Who[];
  sitting_out: Who[];
  passed_over: Who[];
  edited: boolean;
  reason: string;
  breaches: string[];
}

export interface Side {
  player: string;
  lost: number;
  withdrew: boolean;
  conceded: boolean;
  bonus: number;
  says: string;
}

export interface Half extends Who {
  models: number;
  lost?: number;
  withdrew?: boolean;
  conceded?: boolean;
  bonus?: number;
  level?: string;
}

export interface Game {
  round: number;
  table: number;
  players: [Half, Half];
  stands: "playing" | "half" | "disputed" | "over";
  disputes: string[];
  reports: { by: string; name: string; sides: Side[] }[];
  filled: Side[];
  source: string;
  extra_s: number;
}

export interface Line {
  player: string;
  name: string;
  faction: string;
  rank: number | null;
  points: number;
  tiebreak: number;
  working: string;
  byes: number;
  rolled_off: boolean;
  level: string[];
  left: string;
}

export interface Act {
  line: number;
  at: string;
  by: string;
  said: string;
  counts: boolean;
}

export interface Remedy {
  number: number;
  says: string;
  ends: boolean;
  pairs: [string, string][];
}

export interface Night {
  id: number;
  sequence: number;
  title: string;
  limit: number;
  minutes: number;
  round: number;
  rounds: number;
  over: boolean;
  advice: { players: number; pairs: number; tables: number[]; advised: number; spare: number; pinned: Record<string, number>; warning: string };
  entrants: Entrant[];
  draft: (Round & { fits: string }) | null;
  next: { number: number; says: string; remedies: Remedy[] };
  drawn: (Round & { games: Game[] })[];
  games: Game[];
  standings: Line[];
  clock: Clock;
  audit: Act[];
  undo: Act | null;
  redo: Act | null;
  snapshot_fault: string;
}

/** null until the server has said it. */
export const night = signal<Night | null>(null);

/** Follows a night for the organiser. */
export function followDesk(id: string): void {
  if (String(night.peek()?.id) !== id) night.value = null;
  on<Night>("club", (data) => (night.value = data));
  follow(`/api/club/${encodeURIComponent(id)}/events?view=desk`);
}

export function entrant(of: Night, player: string): Entrant | undefined {
  return of.entrants.find((each) => each.id === player);
}

/** How many of something: `1 model`, `2 models`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

effect(() => {
  if (pulse.value) takeTime(pulse.value.time);
});
