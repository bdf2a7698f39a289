// The models of all seats with what lies beside them.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Side, Who } from "../board/seat_marks.tsx";
import { listed, t } from "../i18n.ts";
import { game, seatIds } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";
import { leftOf, ModelMarks } from "./counters.tsx";
import type { ModelView } from "../types/views.ts";

/** The model whose card is open. */
export const openCard = signal<string | null>(null);

/** own: what stands beside a seat's name, for that seat's own eyes. */
export function Strip({ own }: { own: (seat: string) => ComponentChildren }) {
  const { state, names } = game.value!;
  const models = Object.entries(state.models ?? {});
  if (models.length === 0) return null;
  return (
    <section class="counters">
      <h2>{t("Models and counters")}</h2>
      {seatIds.value.map((seat) => (
        <div key={seat} class="counters-of">
          <p class="counters-head">
            <Side seat={seat} />
            {own(seat)}
          </p>
          <ul>
            {models
              .filter(([id]) => names[id]?.side === seat)
              .map(([id, model]) => (
                <li key={id}>
                  <StripModel id={id} model={model} />
                </li>
              ))}
          </ul>
        </div>
      ))}
      {(state.markers ?? []).length > 0 && (
        <p class="lead">{t("On the table: {markers}.", { markers: listed(state.markers!) })}</p>
      )}
    </section>
  );
}

function StripModel({ id, model }: { id: string; model: ModelView }) {
  return (
    <Press class={model.alive ? "counter" : "counter fallen"} data-counters={id} onPress={() => (openCard.value = id)}>
      <Who id={id} />
      <span class="marks">
        {!model.alive && <b>{t("out")}</b>}
        {model.alive && model.left !== null && <b>{leftOf(model)}</b>}
        {model.alive && <ModelMarks model={model} />}
      </span>
    </Press>
  );
}
