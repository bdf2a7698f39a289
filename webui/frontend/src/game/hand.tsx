// The demo's hand: models are carried over the drawn table, so that a game can be played without one.

import { computed, signal } from "@preact/signals";
import { ask } from "../net/api.ts";
import type { Point } from "../net/state.ts";
import { byId, select, selected } from "../net/state.ts";
import { Press } from "../ui/press.tsx";
import { send } from "../ui/queue.ts";
import { offline } from "./play.ts";

/** Whether there is a drawn table whose models can be moved. */
export const hands = signal(false);
const shown = signal(false);

/** Whether a tap on the board now puts the chosen model there. */
export const carrying = computed(() => shown.value && selected.value !== null);

/** Asks once whether this is the demo. */
export function lookForHands(): void {
  ask("/api/stage").then(
    () => (hands.value = true),
    () => undefined,
  );
}

export function showHand(): void {
  shown.value = true;
}

/** A tap on the board: a model is picked up, a place is where it goes. */
export function carry([x_in, y_in]: Point, model: string | null): void {
  if (model !== null && model !== selected.value) {
    select(model);
    return;
  }
  send("/api/stage", { do: "carry", model: selected.value, x_in, y_in }, "The hand");
  // the game is what matters again
  select(null);
}

export function HandBar() {
  if (!shown.value) return null;
  const model = selected.value === null ? null : byId.value.get(selected.value);
  return (
    <p class="hand-bar" role="status">
      <span>{model ? `Tap where ${model.name} goes, or another model.` : "Demo hand: tap a model on the board."}</span>
      <Press disabled={offline.value && !model} onPress={() => (shown.value = false)}>Hand away</Press>
    </p>
  );
}
