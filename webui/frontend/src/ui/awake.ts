// The screen stays on during a game where the browser allows it, which it does for https and for this machine only.

import { signal } from "@preact/signals";

/** Whether the page keeps the screen on; null until that is known. */
export const awake = signal<boolean | null>(null);

async function hold(): Promise<void> {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
    awake.value = true;
  } catch {
    // refused, for one to save the battery, or not there at all
    awake.value = false;
  }
}

/** Asks to keep the screen on, again each time the page comes into view: the lock ends whenever it goes out of it. */
export function keepAwake(): void {
  void hold();
  document.addEventListener("visibilitychange", () => void hold());
}
