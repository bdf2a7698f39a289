// What the tapped model can do, or what can be done to it: for the bubble beside it on the board.

import { computed, effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { game, gameRunning, offline, openQuestions } from "../net/game_store.ts";
import { models, partnerId, ranges, selectedId } from "../net/table_store.ts";
import type { Option, Question } from "../types/game.ts";
import type { AdviceRow, Announcement } from "../types/views.ts";
import { advice } from "./advice.ts";
import { percentChance } from "../ui/chances.ts";
import { shortLength } from "../ui/lengths.ts";
import { nameOf, optionText, shortName } from "../ui/names.ts";
import { concernedModel } from "../game/acting_store.ts";
import { answerRows, pickedTarget } from "../game/advised_store.ts";
import { announceModel, isAnswered, sendAnswer } from "../game/mutations.ts";
import { startPlan } from "../game/plan_store.ts";
import { optionsOf, shapeOf } from "../game/question_shape.ts";

// More than these hide the board.
const MOST_DEEDS = 5;
const MOST_SHOTS = 2;

/** A button at a model. detail: the numbers that speak for it. */
export interface Deed {
  key: string;
  label: string;
  detail: string;
  run: () => void;
}

/** A ready model that was lifted: its activation is offered until the question is another. */
const lifted = signal<string | null>(null);
/** Whether the bubble of this model was put away. */
export const bubbleShut = signal<string | null>(null);

const choices = computed(() =>
  gameRunning.value && !offline.value
    ? openQuestions.value.filter(
        (question) => question.mine && shapeOf(question.ask) === "choose" && !isAnswered(question),
      )
    : [],
);

const announcements = computed<{ announce: Announcement; question?: Question }[]>(() => {
  if (!gameRunning.value || offline.value || game.value?.role !== "table") return [];
  const own = game.value.announce;
  return [
    ...(own ? [{ announce: own }] : []),
    ...openQuestions.value.flatMap((question) =>
      question.announce ? [{ announce: question.announce, question }] : [],
    ),
  ];
});

/** The models that may begin to act now: a tap, or a lift, activates each. */
const readyModels = computed(
  () =>
    new Set([
      ...choices.value
        .filter(({ ask }) => ask.action === "activate")
        .flatMap(({ ask }) => opened(ask).map(({ id }) => id)),
      ...announcements.value.flatMap(({ announce }) => announce.models),
    ]),
);

/** The model that the bubble is for. */
export const deedModel = computed(() => {
  const meant = pickedTarget.value ?? partnerId.value ?? selectedId.value ?? lifted.value;
  return meant === bubbleShut.value ? null : meant;
});

export const deeds = computed<Deed[]>(() => {
  const id = deedModel.value;
  if (id === null) return [];
  const all = [...answersAbout(id), ...activations(id), ...plannedShots(id), ...actionsOf(id)];
  return all.slice(0, MOST_DEEDS);
});

function opened(ask: Question["ask"]): Option[] {
  return optionsOf(ask).filter(({ why_not }) => !why_not);
}

/** Answers that name the model: the target of a shot, the model that is deployed. */
function answersAbout(id: string): Deed[] {
  return choices.value.flatMap((question) =>
    opened(question.ask)
      .filter((option) => option.id === id)
      .map((option) => ({
        key: `answer:${question.key}`,
        label:
          question.ask.action === "activate"
            ? t("Activate {model}", { model: shortName(id) })
            : t("Choose {model}", { model: shortName(id) }),
        detail: detailOf(answerRows(question).find((row) => row.option === id)),
        run: () => sendAnswer(question, id, "tap", optionText(option)),
      })),
  );
}

/** At the shared screen, everybody hears which model goes on. */
function activations(id: string): Deed[] {
  return announcements.value
    .filter(({ announce }) => announce.models.includes(id))
    .map(({ announce, question }) => ({
      key: `announce:${announce.seat}`,
      label: t("Activate {model}", { model: shortName(id) }),
      detail: "",
      run: () => announceModel(announce, id, question),
    }));
}

/** Attacks of the model that is chosen, or that acts: at its best targets, or at the enemy that was tapped. */
function plannedShots(id: string): Deed[] {
  const view = advice.value;
  if (!view || !canBegin(view.model)) return [];
  const rows = view.rows.filter(
    ({ answers, target }) => canBeginWith(view.model, answers) && (id === view.model || id === target),
  );
  return (id === view.model ? bestFirst(rows).slice(0, MOST_SHOTS) : rows).map((row) => ({
    key: `plan:${row.key}`,
    label: `${row.mark && `${row.mark} `}${row.deed.replace(nameOf(row.target), shortName(row.target))}`,
    detail: detailOf(row),
    run: () => begin(view.model, row.answers),
  }));
}

function bestFirst(rows: AdviceRow[]): AdviceRow[] {
  const chance = (row: AdviceRow) =>
    row.kind === "target" ? Math.max(0, ...row.odds.map((odds) => odds.per_cent)) : -1;
  return rows.toSorted((a, b) => Number(b.style === "first") - Number(a.style === "first") || chance(b) - chance(a));
}

/** The actions of the model that a question is about, or that may be activated. */
function actionsOf(id: string): Deed[] {
  const asked = choices.value.filter(({ ask }) => concernedModel(ask) === id);
  if (asked.length > 0)
    return asked.flatMap((question) =>
      opened(question.ask)
        .filter((option) => !(option.id in game.value!.names))
        .map((option) => ({
          key: `action:${option.id}`,
          label: optionText(option),
          detail: "",
          run: () => sendAnswer(question, option.id, "tap", optionText(option)),
        })),
    );
  const view = advice.value;
  if (view?.model !== id || !readyModels.value.has(id)) return [];
  return view.regions
    .filter(({ answers }) => answers.length > 0)
    .map(({ key, label, answers }) => ({ key: `move:${key}`, label, detail: "", run: () => begin(id, answers) }));
}

/** Whether a model may begin an action now, or is asked for it. */
function canBegin(id: string): boolean {
  return readyModels.value.has(id) || choices.value.some(({ ask }) => concernedModel(ask) === id);
}

/** Whether the first of these answers is open, where the model is asked already. */
function canBeginWith(id: string, answers: readonly string[]): boolean {
  const asked = choices.value.filter(({ ask }) => concernedModel(ask) === id);
  const open = asked.flatMap(({ ask }) => opened(ask).map((option) => option.id));
  return answers.length > 0 && (asked.length === 0 || answers.some((answer) => open.includes(answer)));
}

/** Begins an action: a model that does not act yet is activated first. */
function begin(id: string, answers: readonly string[]): void {
  const said = announcements.value.find(({ announce }) => announce.models.includes(id));
  startPlan(id, [id, ...answers]);
  if (said) announceModel(said.announce, id, said.question);
}

/** The numbers of a row, as short as they go: the range, then the chance. */
function detailOf(row: AdviceRow | undefined): string {
  if (!row) return "";
  const far = ranges.value?.model === advice.value?.model && ranges.value?.ranges.find(({ id }) => id === row.target);
  const measured =
    far && row.kind === "target" ? `${shortLength(far.range_in)} · ${row.text}` : row.number ? "" : row.text;
  const range = row.facts.find(({ key }) => key === "range")?.text ?? measured;
  const chances = row.odds.slice(0, 3).map(({ label, share }) => `${label} ${percentChance(share)}`);
  return [range, ...chances].filter(Boolean).join(" · ");
}

// lifting a model that may act offers its activation
effect(() => {
  const ready = readyModels.value;
  const moving = models.value.find(({ id, state }) => state === "moving" && ready.has(id));
  if (moving) lifted.value = moving.id;
  else if (lifted.value !== null && !ready.has(lifted.value)) lifted.value = null;
});

// another model, another bubble
effect(() => {
  const meant = pickedTarget.value ?? partnerId.value ?? selectedId.value ?? lifted.value;
  if (bubbleShut.peek() !== null && bubbleShut.peek() !== meant) bubbleShut.value = null;
});
