// The clock of a round: the server tells how it was set, and the page counts on by the server's time.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../i18n.ts";
import type { RoundClock } from "../types/club.ts";

export interface ClockFace {
  running: "waiting" | "running" | "paused" | "over";
  /** Below zero once time is up. */
  left_s: number;
  /** The minutes of the latest signal, null before the first; 0: time is up. */
  due: number | null;
}

/** The seconds by which the server's clock is ahead of this device's. */
const ahead = signal(0);
/** This device's own clock, as `useSeconds` updates it. */
export const now = signal(Date.now() / 1000);

/** Takes over the server's time. */
export function setServerTime(time: number): void {
  ahead.value = time - Date.now() / 1000;
}

/** The server's time in seconds, as this device knows it. */
export function serverTime(): number {
  return now.value + ahead.value;
}

/** Draws the page again each second, also without a connection: the round goes on. */
export function useSeconds(): void {
  useEffect(() => {
    const tick = (): void => void (now.value = Date.now() / 1000);
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, []);
}

/** The face of the clock now, for all tables or for one with extra time. */
export function clockFace(clock: RoundClock, table?: number): ClockFace {
  const whole = clock.length_s + clock.added_s + (table === undefined ? 0 : (clock.by_table[table] ?? 0));
  if (clock.started === null) return { running: "waiting", left_s: whole, due: null };
  // a message that took long must not show more time than there is
  const left_s = Math.min(whole, clock.started + clock.stood_s + whole - (clock.paused ?? serverTime()));
  const due = clock.signals_min.filter((minutes) => left_s <= 60 * minutes).at(-1) ?? null;
  const running = clock.paused !== null ? "paused" : left_s > 0 ? "running" : "over";
  return { running, left_s, due };
}

/** `79:05`, and `+1:30` once time is up. */
export function clockText(left_s: number): string {
  const seconds = left_s >= 0 ? Math.ceil(left_s) : Math.floor(-left_s);
  return `${left_s < 0 && seconds > 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The latest signal in words; empty before the first. */
export function signalText({ running, due }: ClockFace): string {
  if (running === "paused") return t("The clock is paused");
  if (running === "waiting" || due === null) return "";
  return due === 0 ? t("Time is up") : tn("Less than {n} minute left", "Less than {n} minutes left", due);
}
