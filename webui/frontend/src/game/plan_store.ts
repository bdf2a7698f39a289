// An action in one tap: the answers that make it, given one after the other as their questions come.

import { effect, signal, untracked } from "@preact/signals";
import { t } from "../i18n.ts";
import { openQuestions, gameRunning } from "../net/game_store.ts";
import type { Json, Option, Question } from "../types/game.ts";
import { optionText } from "../ui/names.ts";
import { concernedModel } from "./acting_store.ts";
import { isAnswered, sendAnswer } from "./mutations.ts";
import { optionsOf, shapeOf } from "./question_shape.ts";

// What a model that stands still is measured to have moved.
const STILL_IN = 0.1;

/** model: the one that acts; answers: the options that are still to be chosen, in the order of their questions. */
export interface Plan {
  model: string;
  answers: readonly string[];
}

/** The action in progress; null while no tap stands for several answers. Without answers left it waits for its end. */
export const plan = signal<Plan | null>(null);

/** The only open answer of a question that ends the action of a plan; empty if there is a choice, or no such plan. */
export function endOfPlan(question: Question): Option | null {
  const now = plan.value;
  if (!now || now.answers.length > 0 || !question.mine || concernedModel(question.ask) !== now.model) return null;
  const open = shapeOf(question.ask) === "choose" ? optionsOf(question.ask).filter(({ why_not }) => !why_not) : [];
  return open.length === 1 ? open[0]! : null;
}

export function startPlan(model: string, answers: readonly string[]): void {
  plan.value = { model, answers };
}

/** Gives the next answer of a plan, where its question is open; a question that none of them fits ends the plan. */
function goOn({ model, answers }: Plan, questions: readonly Question[]): void {
  for (const question of questions) {
    if (!question.mine || isAnswered(question)) continue;
    if (shapeOf(question.ask) === "choose") {
      const open = optionsOf(question.ask).filter(({ why_not }) => !why_not);
      const openIds = open.map(({ id }) => id);
      const at = answers.findIndex((answer) => openIds.includes(answer));
      const option = open.find(({ id }) => id === answers[at]);
      if (option) {
        plan.value = { model, answers: answers.slice(at + 1) };
        sendAnswer(question, option.id, "tap", optionText(option));
      } else if (answers.length > 0 || !endOfPlan(question)) plan.value = null;
      return;
    }
    if (
      answers.length > 0 &&
      shapeOf(question.ask) === "way" &&
      question.ask.model === model &&
      standsStill(question)
    ) {
      sendAnswer(question, question.measured!.raw, "table", t("Measurement"));
      return;
    }
  }
}

/** Whether the table has measured that the model of a move has not moved. */
function standsStill({ measured }: Question): boolean {
  return measured?.ready === true && lengthOf(measured.raw) < STILL_IN;
}

function lengthOf(raw: Json): number {
  return raw && typeof raw === "object" && !Array.isArray(raw) ? Number(raw.length_in) : NaN;
}

effect(() => {
  const now = plan.value;
  const questions = openQuestions.value;
  if (!now) return;
  untracked(() => (gameRunning.value ? goOn(now, questions) : (plan.value = null)));
});
