// The dice tray, followed while a dice pad is open; and whether this device confirms a roll by itself.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api.ts";
import { readStored, store } from "../net/browser_storage.ts";
import { isPrivate } from "../net/game_store.ts";
import { pulse } from "../net/table_store.ts";
import type { Question } from "../types/game.ts";
import type { Tray } from "../types/tray.ts";

const AGAIN_MS = 1000;
// between two answers that say the same
const PAUSE_MS = 100;
const CONFIRMS = "tray confirms"; // no text

export const tray = signal<Tray | null>(null);
/** Whether a roll that was read without doubt confirms itself after a moment. */
export const trayConfirms = signal(readStored("localStorage", CONFIRMS) !== "no");
effect(() => store("localStorage", CONFIRMS, trayConfirms.value ? "yes" : "no"));

/** Whether a camera reads a dice tray at this table. */
export function isTrayThere(): boolean {
  return pulse.value?.tray === true;
}

/** Whether a roll in the tray answers a question. */
export function trayHasRoll(question: Question): boolean {
  return !isPrivate(question.ask) && tray.value?.rolls[question.key] !== undefined;
}

/** Follows the tray as long as the caller is on the page; the server answers as soon as something changes. */
export function useTray(): void {
  const there = isTrayThere();
  useEffect(() => {
    if (!there) return;
    const left = new AbortController();
    void (async () => {
      while (!left.signal.aborted) {
        const after = tray.peek()?.number ?? -1;
        const pause = await ask<Tray>(`/api/tray?after=${after}`, left.signal).then(
          (found) => {
            tray.value = found;
            return found.number === after ? PAUSE_MS : 0;
          },
          () => AGAIN_MS,
        );
        if (pause) await new Promise((done) => setTimeout(done, pause));
      }
    })();
    return () => {
      left.abort();
      tray.value = null;
    };
  }, [there]);
}
