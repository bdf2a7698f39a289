// A side says aloud which model it activates: those that everybody sees a counter beside which may be any, one tap each.

import { Press } from "../ui/press.tsx";
import { send, taken, waiting } from "../ui/queue.ts";
import { Who } from "./marks.tsx";
import { about as aboutOf, type Counters, game, nameOf, offline, type Question, seatName } from "./play.ts";

/** after: the question that ends the action before, which the same tap answers. */
export function Naming({ seat, after }: { seat: string; after?: Question }) {
  const about = after ? aboutOf(after) : `name ${game.value!.id} ${game.value!.number}`;
  const sent = taken.value.has(about) || waiting.value.some((deed) => deed.about === about);
  return (
    <div class="choices of-two">
      {nameable(seat).map((id) => (
        <Press key={id} class="big" data-name={id} disabled={offline.value || sent} onPress={() => send("/api/game/name", { model: id, ...(after ? { after: after.key } : {}) }, `${seatName(seat)} names ${nameOf(id)}`, about)}>
          <Who id={id} />
        </Press>
      ))}
    </div>
  );
}

/** Where an action can only end or go on: the other side names its next model, and it has ended. */
export function NextNamed({ question }: { question: Question }) {
  const next = game.value!.seats.find((seat) => seat !== question.seat);
  if (!next || nameable(next).length === 0) return null;
  return (
    <div class="next-named" role="group" aria-label={`${seatName(next)} goes on`}>
      <p class="lead">Or end it, and {seatName(next)} goes on with</p>
      <Naming seat={next} after={question} />
    </div>
  );
}

function nameable(seat: string): string[] {
  const models = Object.entries(game.value!.state.models ?? {});
  return models.flatMap(([id, each]) => (game.value!.names[id]?.side === seat && mayBeNamed(each) ? [id] : []));
}

/** Whether, for all that everybody sees, it may be this model's turn. */
function mayBeNamed(model: Counters): boolean {
  return model.alive && Boolean(model.order) && model.activated !== true && !(model.shown === true && model.order === "overwatch");
}
