// What the umpire sees coming for the chosen model of the game in progress; without a game, what is always so.

import { computed, effect, signal } from "@preact/signals";
import type { Band } from "../board/bands.tsx";
import type { Alert, Nudge } from "../board/signs.tsx";
import { game } from "../game/play.ts";
import { byId, ghost, selected, whom } from "../net/state.ts";
import type { Point, Range } from "../net/state.ts";

export interface Shot {
  weapon: string;
  kills: string;
  per_cent: number;
}

export interface Target {
  id: string;
  band: string | null;
  visible: boolean;
  cover: string;
  priority: boolean;
  shots: Shot[];
}

export interface Charge {
  target: string;
  length_in: number | null;
  allowance_in: number;
  lawful: boolean;
  way_in: Point[];
}

export interface Foresight {
  model: string;
  bands: Band[];
  reach: { kind: string; inches: number; rings: Point[][] }[];
  charges: Charge[];
  priority: { targets: string[]; why: string; clause?: string } | null;
  targets: Target[];
}

// Urban War's bands, which are measured from base edge to base edge.
const USUAL: Band[] = [
  { name: "short", end_in: 12 },
  { name: "medium", end_in: 24 },
  { name: "long", end_in: 36 },
  { name: "extreme", end_in: 48 },
];

/** The server's latest word. */
export const told = signal<Foresight | null>(null);
/** Which reach of the game is drawn: a kind of move, "charge", or none. */
export const reachKind = signal<string | null>(null);
/** Whether the bands are drawn. */
export const banded = signal(sessionStorage.getItem("banded") !== "no");

/** Whether the chosen model is one of the game in progress. */
export const inGame = computed(() => selected.value !== null && !game.value?.over && selected.value in (game.value?.names ?? {}));

const playing = computed(() => game.value !== null && !game.value.over);

export const foresight = computed(() => (inGame.value && told.value?.model === selected.value ? told.value : null));
export const bands = computed(() => foresight.value?.bands ?? USUAL);
export const targets = computed(() => new Map((foresight.value?.targets ?? []).map((target) => [target.id, target])));
export const first = computed(() => (ghost.value ? [] : (foresight.value?.priority?.targets ?? []).flatMap((id) => byId.value.get(id) ?? [])));
export const alerts = computed(() => (game.value?.alerts ?? []) as Alert[]);
export const nudged = computed(() => (game.value?.nudged ?? []) as Nudge[]);

// in a game it is the enemy's distance that counts; friends are one tap away
effect(() => {
  if (playing.value) whom.value = "other";
});

/** The band that a range lies in, in words; where the error leaves two, both. */
export function bandOf(range: Range): string {
  if (range.contact) return "";
  const ends = bands.value;
  const name = (far: number) => ends.find((band) => far <= band.end_in)?.name ?? "out of range";
  const [near, far] = [name(range.range_in - 2 * range.sigma_in), name(range.range_in + 2 * range.sigma_in)];
  return near === far ? near : `${near} or ${far}: too close to call`;
}

export function showBands(on: boolean): void {
  banded.value = on;
  sessionStorage.setItem("banded", on ? "yes" : "no");
}
