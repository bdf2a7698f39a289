// A club night as the hall sees it, and as a player sees it on his own card.

import { effect, signal } from "@preact/signals";
import { pulse } from "../net/state.ts";
import { follow, on } from "../net/stream.ts";
import { type Clock, takeTime } from "./clock.ts";

export interface Player {
  id: string;
  name: string;
  faction: string;
}

export interface Pairing {
  table: number;
  pair: [string, string];
  /** Empty while they play. */
  points: number[];
}

export interface Line {
  rank: number | null;
  player: string;
  points: number;
  tiebreak: number;
  faced: { player: string; points: number }[];
  rolled_off: boolean;
}

export interface Hall {
  id: number;
  sequence: number;
  title: string;
  round: number;
  rounds: number;
  over: boolean;
  clock: Clock;
  players: Record<string, Player>;
  pairings: Pairing[];
  byes: string[];
  sitting_out: string[];
  standings: { after: number; lines: Line[] };
  /** The server's, where it was asked instead of being followed. */
  time?: number;
}

export interface Half {
  lost: number;
  withdrew: boolean;
  conceded: boolean;
  bonus?: number;
  level?: string;
  points?: number;
}

export interface Halves {
  own: Half | null;
  theirs: Half | null;
}

export interface Force {
  name: string;
  faction: string;
  models: number;
  points: number;
  lines: { name: string; models: number; points: number }[];
}

export interface Played {
  round: number;
  table: number;
  opponent: string;
  own?: Half;
  theirs?: Half;
}

export interface Meeting {
  round: number;
  table: number;
  opponent: string;
  opponent_models: number;
  opponent_force: Force | null;
  /** What this player has reported. */
  said: Halves | null;
  /** What his opponent or a tracked game has put on the card. */
  stands: Halves | null;
  source: string;
  disputes: string[];
  result: Played | null;
}

export interface Card extends Hall {
  player: string;
  models: number;
  left: boolean;
  force: Force | null;
  game: Meeting | null;
  played: Played[];
}

export const hall = signal<Hall | null>(null);
export const card = signal<Card | null>(null);

/** Follows a night as everybody sees it. */
export function followHall(event: string): void {
  on<Hall>("club", (data) => (hall.value = data));
  follow(`/api/club/${encodeURIComponent(event)}/events?view=public`);
}

/** Follows a night as the player whose card this browser has. */
export function followCard(event: number): void {
  on<Card>("club", (data) => (card.value = data));
  follow(`/api/club/${event}/events?view=card`);
}

/** A player's name. */
export function nameIn(of: Hall, player: string): string {
  return of.players[player]?.name ?? player;
}

/** A name that cannot be mistaken: with the ID of the card where two are called the same. */
export function calledIn(of: Hall, player: string): string {
  const name = nameIn(of, player);
  const shared = Object.values(of.players).filter((each) => each.name === name).length > 1;
  return shared ? `${name} (${player})` : name;
}

/** `lost 3 and withdrew`. */
export function inWords(half: Half): string {
  const lost = half.conceded ? [] : [`lost ${half.lost}`];
  const said = [...lost, ...(half.withdrew ? ["withdrew"] : []), ...(half.conceded ? ["conceded"] : [])];
  return [...said, ...(half.bonus ? [`scored a bonus of ${half.bonus}`] : [])].join(" and ");
}

effect(() => {
  if (pulse.value) takeTime(pulse.value.time);
});
effect(() => {
  const time = hall.value?.time ?? card.value?.time;
  if (time !== undefined) takeTime(time);
});
