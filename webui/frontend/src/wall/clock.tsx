// The clock of a table: what is left of the round, or for how long its game has been played.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clockText } from "../club/clock.ts";
import { t } from "../i18n.ts";
import type { HallTable } from "../types/wall.ts";

const TICK_MS = 1000;
// a clock that is off by less is as right as a message is quick
const RIGHT_S = 5;

const now = signal(Date.now() / 1000);

/** Draws what tells the time again each second. */
export function useTicks(): void {
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now() / 1000), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** The time of day, as the room has it. */
export function timeNow(): number {
  return now.value;
}

export function TableClock({ of: { card, ahead_s } }: { of: HallTable }) {
  if (!card?.game || card.over) return null;
  // the table's clock may be wrong by a day: its times are compared with its own
  const there = now.value + (Math.abs(ahead_s) < RIGHT_S ? 0 : ahead_s);
  const left = card.ends !== null ? card.ends - there : card.left;
  if (left !== null)
    return (
      <span class={`w-clock${left <= 300 ? " late" : ""}`} data-clock="round">
        <small>{t("Round {number}", { number: card.round })}</small> {clockText(left)}
      </span>
    );
  if (!card.begun) return null;
  const minutes = Math.max(0, Math.floor((there - card.begun) / 60));
  return (
    <span class="w-clock" data-clock="game">
      <small>{t("Playing for")}</small> {`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`}
    </span>
  );
}
