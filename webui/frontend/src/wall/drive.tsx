// The organiser's hand on every wall of the hall: which table is large, how often it changes, how late all is shown.

import { signal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { WallPlan } from "../types/wall.ts";
import { drive } from "./broker.ts";
import { planOf } from "./hall_store.ts";

const NOTHING_SAID: WallPlan = { large: "", every_s: 20, delay_s: 0 };
// the broker has told a plan to this device too by then
const HEARD_MS = 2000;
const fault = signal("");
// what this device has sent and not yet heard: two changes in a row must not undo each other
const sent = new Map<string, WallPlan>();

/** Has every wall do something else than before. */
export async function change(hall: string, to: Partial<WallPlan>): Promise<void> {
  const plan = { ...(sent.get(hall) ?? planOf(hall) ?? NOTHING_SAID), ...to };
  sent.set(hall, plan);
  try {
    await drive(hall, plan);
    fault.value = "";
    await new Promise((heard) => setTimeout(heard, HEARD_MS));
  } catch (error) {
    fault.value = (error as Error).message;
  }
  if (sent.get(hall) === plan) sent.delete(hall);
}

export function Drive({ hall }: { hall: string }) {
  const { large, every_s, delay_s } = planOf(hall) ?? NOTHING_SAID;
  return (
    <form class="w-drive" aria-label={t("Shown on every wall")} onSubmit={(event) => event.preventDefault()}>
      <button type="button" data-turning aria-pressed={!large} onClick={() => void change(hall, { large: "" })}>
        {t("In turn")}
      </button>
      <label>
        {t("Seconds each")}
        <input
          type="number"
          name="every"
          min={5}
          max={600}
          value={every_s}
          onChange={({ currentTarget }) =>
            void change(hall, { every_s: Number(currentTarget.value) || NOTHING_SAID.every_s })
          }
        />
      </label>
      <label>
        {t("Seconds of delay")}
        <input
          type="number"
          name="delay"
          min={0}
          max={3600}
          value={delay_s}
          onChange={({ currentTarget }) => void change(hall, { delay_s: Number(currentTarget.value) || 0 })}
        />
      </label>
      {fault.value && <p role="alert">{t("The broker does not allow that: {reason}", { reason: fault.value })}</p>}
    </form>
  );
}
