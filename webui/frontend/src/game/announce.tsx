// A seat announces which model goes on: one tap for each model of which everybody knows that it may.

import { Who } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { acceptedKeys, unsentCommands } from "../net/command_queue.ts";
import { offline } from "../net/game_store.ts";
import type { Question } from "../types/game.ts";
import type { Announcement } from "../types/views.ts";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { announceModel, announcementKey } from "./mutations.ts";

/** question: the one that the same tap answers, if any. */
export function Announce({ announce, question }: { announce: Announcement; question?: Question }) {
  const about = announcementKey(question);
  const sent = acceptedKeys.value.has(about) || unsentCommands.value.some((command) => command.about === about);
  return (
    <div class="choices of-two">
      {announce.models.map((model) => (
        <Press
          key={model}
          class="big"
          data-name={model}
          disabled={offline.value || sent}
          onPress={() => announceModel(announce, model, question)}
        >
          <Who id={model} />
        </Press>
      ))}
    </div>
  );
}

/** Beside a question whose action can be ended: the next seat announces its model, and the action has ended. */
export function AnnounceNext({ question }: { question: Question }) {
  const announce = question.announce;
  if (!announce || announce.models.length === 0) return null;
  return (
    <div class="announce-next" role="group" aria-label={t("{side} continues", { side: seatName(announce.seat) })}>
      <p class="lead">{announce.title}</p>
      {announce.note && <p class="announce-note">{announce.note}</p>}
      <Announce announce={announce} question={question} />
    </div>
  );
}
