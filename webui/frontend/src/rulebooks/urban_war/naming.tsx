// A side says aloud which model it activates: those that everybody sees a counter beside which may be any, one tap each.

import { Who } from "../../board/seat_marks.tsx";
import { acceptedKeys, sendCommand, unsentCommands } from "../../net/command_queue.ts";
import { game, offline, questionKey as aboutOf } from "../../net/game_store.ts";
import type { Question } from "../../types/game.ts";
import { nameOf, seatName } from "../../ui/names.ts";
import { Press } from "../../ui/press.tsx";
import type { FighterState } from "./types.ts";

/** after: the question that ends the action before, which the same tap answers. */
export function Naming({ seat, after }: { seat: string; after?: Question }) {
  const about = after ? aboutOf(after) : `name ${game.value!.id} ${game.value!.number}`;
  const sent = acceptedKeys.value.has(about) || unsentCommands.value.some((command) => command.about === about);
  return (
    <div class="choices of-two">
      {nameableModels(seat).map((id) => (
        <Press key={id} class="big" data-name={id} disabled={offline.value || sent} onPress={() => sendCommand("/api/game/name", { model: id, ...(after ? { after: after.key } : {}) }, `${seatName(seat)} names ${nameOf(id)}`, about)}>
          <Who id={id} />
        </Press>
      ))}
    </div>
  );
}

/** Where an action can only end or go on: the other side names its next model, and it has ended. */
export function NextNamed({ question }: { question: Question }) {
  const next = game.value!.seats.find((seat) => seat !== question.seat);
  if (!next || nameableModels(next).length === 0) return null;
  return (
    <div class="next-named" role="group" aria-label={`${seatName(next)} goes on`}>
      <p class="lead">Or end it, and {seatName(next)} goes on with</p>
      <Naming seat={next} after={question} />
    </div>
  );
}

function nameableModels(seat: string): string[] {
  const models = Object.entries((game.value!.state.models ?? {}) as Record<string, FighterState>);
  return models.flatMap(([id, each]) => (game.value!.names[id]?.side === seat && mayBeNamed(each) ? [id] : []));
}

/** Whether, for all that everybody sees, it may be this model's turn. */
function mayBeNamed(model: FighterState): boolean {
  return model.alive && Boolean(model.order) && model.activated !== true && !(model.shown === true && model.order === "overwatch");
}
