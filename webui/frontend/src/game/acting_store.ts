// The action in progress, read off what is asked: who is concerned, how far the model may go, and whom it does
// something to.

import { computed } from "@preact/signals";
import type { LimitedWay } from "../board/acting.tsx";
import { game, gameRunning, isTable, openQuestions, role } from "../net/game_store.ts";
import { modelById } from "../net/table_store.ts";
import type { Fields, Intention, Question } from "../types/game.ts";
import type { AdviceRegion, AdviceRow } from "../types/views.ts";
import { asStrings, shapeOf } from "./question_shape.ts";

const running = computed(() => (gameRunning.value ? openQuestions.value : []));
const acting = computed(() => (gameRunning.value ? (game.value?.acting ?? "") : ""));

/** The model that a question is about; empty for none. */
export function concernedModel(ask: Fields): string {
  const first = String(ask.model ?? ask.viewer ?? asStrings(ask.subject)[0] ?? "");
  return first in (game.value?.names ?? {}) ? first : "";
}

/** The models that are ringed: the one that acts, and those that this screen is asked about. */
export const ringedModels = computed(() => [
  ...new Set([acting.value, ...running.value.map(({ ask }) => concernedModel(ask))].filter(Boolean)),
]);

/** The reach of the model, from the rulebook's advice on the question. */
export const moveRegions = computed<AdviceRegion[]>(
  () => running.value.find(({ advice }) => advice && advice.regions.length > 0)?.advice?.regions ?? [],
);

/** The paths that the rulebook advises on, where each is no answer by itself. */
export const advisedWays = computed<AdviceRow[]>(() =>
  running.value.flatMap((question) => waysOf(question).filter(({ style }) => style !== "too_far")),
);

/** The rows of paths that stand for no answer. */
export function waysOf({ advice }: Question): AdviceRow[] {
  return (advice?.rows ?? []).filter(({ kind, option }) => kind === "way" && option === "");
}

/** The paths that are being gone. What is measured from an edge of the table is none. */
export const liveWays = computed<LimitedWay[]>(() =>
  running.value.flatMap(({ ask, kind, way }) =>
    way && kind === "Move" && shapeOf(ask) === "way"
      ? [{ model: concernedModel(ask), way, limit: Number(ask.allowance_in) }]
      : [],
  ),
);

/** Actor and target while players decide: the two models of a question, of two sides. */
export const actionPair = computed<{ from: string; to: string } | null>(() => {
  for (const { ask } of running.value) {
    const shape = shapeOf(ask);
    if (!["roll", "settle", "confirm"].includes(shape)) continue;
    const named = asStrings(ask.subject);
    const [from = "", to = ""] = named.length > 1 ? named : [acting.value, named[0]];
    if (isOpposed(from, to)) return { from, to };
  }
  return null;
});

function isOpposed(from: string, to: string): boolean {
  const names = game.value?.names ?? {};
  return (
    from in names &&
    to in names &&
    names[from]!.side !== names[to]!.side &&
    modelById.value.has(from) &&
    modelById.value.has(to)
  );
}

/** The stated intentions that stand. */
export const intentions = computed<Intention[]>(() => (gameRunning.value ? (game.value?.intentions ?? []) : []));

/** The move that people make for the machine. */
export const machineMove = computed(() => (gameRunning.value ? (game.value?.machine?.move ?? null) : null));

/** Whether this screen speaks for a model. */
export function isOwn(model: string): boolean {
  const side = game.value?.names[model]?.side;
  return side !== undefined && (isTable.value || side === role.value);
}
