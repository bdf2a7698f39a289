// The answers to an open question that the rulebook advises on: which one is pointed at, here or on the board.

import { computed, effect, signal } from "@preact/signals";
import { openQuestions } from "../net/game_store.ts";
import { chosenModel } from "../net/table_store.ts";
import type { Question } from "../types/game.ts";
import type { AdviceRow } from "../types/views.ts";

/** The key of the row that a finger, a pointer or the focus is on. */
export const pointedRow = signal<string | null>(null);
/** The model of the rows that a tap on the board has picked. */
export const pickedTarget = signal<string | null>(null);

let pickedFor: string | undefined;

/** The rows of a question that stand for its answers, in the rulebook's order. */
export function answerRows({ advice }: Question): AdviceRow[] {
  return (advice?.rows ?? []).filter(({ option }) => option !== "");
}

/** The question on this screen that has such rows. */
export const advisedQuestion = computed(
  () => openQuestions.value.find((question) => answerRows(question).length > 0) ?? null,
);
/** Its rows, while no model is being measured. */
export const boardRows = computed(() =>
  chosenModel.value || !advisedQuestion.value ? [] : answerRows(advisedQuestion.value),
);

/** The labels over models. */
export const boardMarks = computed<ReadonlyMap<string, { text: string; short: string }>>(
  () =>
    new Map(
      boardRows.value.flatMap(({ target, badge, mark }) =>
        mark ? [[target, { text: badge || mark, short: mark }]] : [],
      ),
    ),
);

/** The lines that are lit: of the row that is pointed at, or of the model that was picked. */
export const litRows = computed(
  () =>
    new Set(
      boardRows.value.flatMap(({ key, target }) =>
        key === pointedRow.value || target === pickedTarget.value ? [key] : [],
      ),
    ),
);

/** Picks the rows of a model that was tapped on the board; whether there are any and they were not picked already. */
export function pickRow(model: string | null): boolean {
  const found =
    model !== null && model !== pickedTarget.value && boardRows.value.some(({ target }) => target === model);
  pickedTarget.value = found ? model : null;
  return found;
}

// what was picked belongs to its question
effect(() => {
  if (advisedQuestion.value?.key !== pickedFor) {
    pickedFor = advisedQuestion.value?.key;
    pickedTarget.value = pointedRow.value = null;
  }
});
