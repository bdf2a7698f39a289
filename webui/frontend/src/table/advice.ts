// The rulebook's advice for the chosen model of the game in progress.

import { computed, effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { game, gameRunning } from "../net/game_store.ts";
import { ghostPlace, ground, selectedId, sideFilter } from "../net/table_store.ts";
import type { Range } from "../types/table.ts";
import type { AdviceRing, AdviceRow, AdviceView } from "../types/views.ts";

/** The server's latest advice. */
export const latestAdvice = signal<AdviceView | null>(null);
/** Whether it is waited for. */
export const adviceAwaited = signal(false);
/** The region or the group of rows that is drawn: its key, or none. */
export const shownKey = signal<string | null>(null);
/** Whether the rings are drawn. */
export const ringsShown = signal(sessionStorage.getItem("rings") !== "no");

/** Whether the chosen model is one of the game in progress. */
export const isChosenInGame = computed(
  () => selectedId.value !== null && !game.value?.over && selectedId.value in (game.value?.names ?? {}),
);

export const advice = computed(() =>
  isChosenInGame.value && latestAdvice.value?.model === selectedId.value ? latestAdvice.value : null,
);
export const rings = computed<AdviceRing[]>(() => advice.value?.rings ?? ground.value.rings ?? []);
const rows = computed<AdviceRow[]>(() => advice.value?.rows ?? []);

/** The rows about targets, by the target's id: they stand beside its range. */
export const rowByTarget = computed(
  () => new Map(rows.value.flatMap((row) => (row.group || row.kind !== "target" ? [] : [[row.target, row]]))),
);

/** The groups of rows that have a button of their own, in their order. */
export const rowGroups = computed(() => [
  ...new Map(rows.value.flatMap(({ group }) => (group ? [[group.key, group]] : []))).values(),
]);
export const shownGroup = computed(() =>
  rows.value.filter(({ group }) => group !== null && group.key === shownKey.value),
);

/** The rows whose lines are drawn: those of the group that is shown, or else those that stand beside a range. */
export const drawnRows = computed(() =>
  ghostPlace.value
    ? []
    : shownGroup.value.length > 0
      ? shownGroup.value
      : rows.value.filter((row) => row.group === null),
);

/** The labels over models: on the board, and in the camera's picture. */
export const marks = computed<ReadonlyMap<string, { text: string; short: string }>>(
  () =>
    new Map(
      ghostPlace.value
        ? []
        : rows.value.flatMap(({ target, badge, mark }) =>
            mark ? [[target, { text: badge || mark, short: mark }]] : [],
          ),
    ),
);

/**
 * The end of a range among the rings: as the rulebook's row says, else the ring's name; two names where the error
 * leaves both.
 */
export function ringText(range: Range, row: AdviceRow | undefined): string {
  if (row?.text || range.contact || rings.value.length === 0) return row?.text ?? "";
  const name = (far: number) => rings.value.find((ring) => far <= ring.end_in)?.name ?? t("out of range");
  const [near, far] = [name(range.range_in - 2 * range.sigma_in), name(range.range_in + 2 * range.sigma_in)];
  return near === far ? near : t("{near} or {far}: too close to call", { near, far });
}

// in a game it is the enemy's distance that counts; friends are one tap away
effect(() => {
  if (gameRunning.value) sideFilter.value = "other";
});

export function showRings(on: boolean): void {
  ringsShown.value = on;
  sessionStorage.setItem("rings", on ? "yes" : "no");
}
