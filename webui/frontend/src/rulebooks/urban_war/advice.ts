// What the umpire sees coming for the chosen model of the game in progress; without a game, what is always so.

import { computed, effect, signal } from "@preact/signals";
import type { RangeRing } from "../../board/range_rings.tsx";
import { game } from "../../net/game_store.ts";
import { ghostPlace, modelById, selectedId, sideFilter } from "../../net/table_store.ts";
import type { Alert, Nudge } from "../../types/game.ts";
import type { Range } from "../../types/table.ts";
import type { Advice } from "./types.ts";

// Urban War's bands, which are measured from base edge to base edge.
const USUAL: RangeRing[] = [
  { name: "short", end_in: 12 },
  { name: "medium", end_in: 24 },
  { name: "long", end_in: 36 },
  { name: "extreme", end_in: 48 },
];

/** The server's latest word. */
export const latestAdvice = signal<Advice | null>(null);
/** Which reach of the game is drawn: a kind of move, "charge", or none. */
export const reachKind = signal<string | null>(null);
/** Whether the bands are drawn. */
export const ringsShown = signal(sessionStorage.getItem("banded") !== "no");

/** Whether the chosen model is one of the game in progress. */
export const inGame = computed(() => selectedId.value !== null && !game.value?.over && selectedId.value in (game.value?.names ?? {}));

const playing = computed(() => game.value !== null && !game.value.over);

export const advice = computed(() => (inGame.value && latestAdvice.value?.model === selectedId.value ? latestAdvice.value : null));
export const rings = computed(() => advice.value?.bands ?? USUAL);
export const targetAdvice = computed(() => new Map((advice.value?.targets ?? []).map((target) => [target.id, target])));
export const priorityTargets = computed(() => (ghostPlace.value ? [] : (advice.value?.priority?.targets ?? []).flatMap((id) => modelById.value.get(id) ?? [])));
export const watchAlerts = computed(() => (game.value?.alerts ?? []) as Alert[]);
export const nudgedModels = computed(() => (game.value?.nudged ?? []) as Nudge[]);

// in a game it is the enemy's distance that counts; friends are one tap away
effect(() => {
  if (playing.value) sideFilter.value = "other";
});

/** The band that a range lies in, in words; where the error leaves two, both. */
export function bandOf(range: Range): string {
  if (range.contact) return "";
  const ends = rings.value;
  const name = (far: number) => ends.find((band) => far <= band.end_in)?.name ?? "out of range";
  const [near, far] = [name(range.range_in - 2 * range.sigma_in), name(range.range_in + 2 * range.sigma_in)];
  return near === far ? near : `${near} or ${far}: too close to call`;
}

export function showRings(on: boolean): void {
  ringsShown.value = on;
  sessionStorage.setItem("banded", on ? "yes" : "no");
}
