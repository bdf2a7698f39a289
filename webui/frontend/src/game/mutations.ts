// Answers to the open questions, on their way to the server.

import { t } from "../i18n.ts";
import { acceptedKeys, sendCommand, unsentCommands } from "../net/command_queue.ts";
import { game, isCovered, questionKey } from "../net/game_store.ts";
import type { Json, Question } from "../types/game.ts";
import type { Announcement } from "../types/views.ts";
import { nameOf, seatName } from "../ui/names.ts";
import { forgetDraft } from "./drafts.ts";

/** Whether an answer is on its way, or taken and not shown yet. */
export function isAnswered(question: Question): boolean {
  return (
    acceptedKeys.value.has(questionKey(question)) ||
    unsentCommands.value.some((command) => command.about === questionKey(question))
  );
}

/** Gives an answer; label is what others may read of it while it is not sent. */
export function sendAnswer(question: Question, raw: Json, source: string, label: string): void {
  postAnswer(question, { raw, source }, label);
}

/** Lets the server throw the dice. */
export function throwDice(question: Question): void {
  postAnswer(question, { app_dice: true }, t("The app rolls"));
}

function postAnswer(question: Question, said: object, label: string): void {
  // what only a seat sees is numbered as that seat counts
  const secret = isCovered(question);
  const seat = secret ? { seat: question.seat } : {};
  sendCommand("/api/game/answer", { key: question.key, ...seat, ...said }, label, questionKey(question), secret);
  forgetDraft(question);
}

/** The key of an announcement in progress; question: the one that the same tap answers, if any. */
export function announcementKey(question?: Question): string {
  return question ? questionKey(question) : `name ${game.value!.id} ${game.value!.number}`; // no text
}

/** Announces the model that goes on. */
export function announceModel({ seat, after }: Announcement, model: string, question?: Question): void {
  sendCommand(
    "/api/game/name",
    { model, ...(after === null ? {} : { after }) },
    t("{side} announces {model}", { side: seatName(seat), model: nameOf(model) }),
    announcementKey(question),
  );
}
