// The demo's hand: models are carried over the drawn table, so that a game can be played without one.

import { computed, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { offline } from "../net/game_store.ts";
import { modelById, selectedId, selectModel } from "../net/table_store.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";

/** Whether there is a drawn table whose models can be moved. */
export const demoHand = signal(false);
const handShown = signal(false);

/** Whether a tap on the board now puts the chosen model there. */
export const carrying = computed(() => handShown.value && selectedId.value !== null);

/** Asks once whether this is the demo. */
export function detectDemoHand(): void {
  ask("/api/stage").then(
    () => (demoHand.value = true),
    () => undefined,
  );
}

export function showHand(): void {
  handShown.value = true;
}

/** A tap on the board: a model is picked up, a place is where it goes. */
export function carryModel([x_in, y_in]: Point, model: string | null): void {
  if (model !== null && model !== selectedId.value) {
    selectModel(model);
    return;
  }
  sendCommand("/api/stage", { do: "carry", model: selectedId.value, x_in, y_in }, t("Demo hand"));
  // the game is what matters again
  selectModel(null);
}

/** Beside a question that wants a model moved: where the hand is that moves it. */
export function HandHint() {
  if (!demoHand.value || handShown.value) return null;
  return (
    <Press class="plain-button" data-hand-hint disabled={offline.value} onPress={showHand}>
      {t("This is a demo: take the demo hand to move models")}
    </Press>
  );
}

export function HandBar() {
  if (!handShown.value) return null;
  const model = selectedId.value === null ? null : modelById.value.get(selectedId.value);
  return (
    <p class="hand-bar" role="status">
      <span>
        {model
          ? t("Tap where {model} goes, or another model.", { model: model.name })
          : t("Demo hand: tap a model on the board.")}
      </span>
      <Press disabled={offline.value && !model} onPress={() => (handShown.value = false)}>
        {t("Hide hand")}
      </Press>
    </p>
  );
}
