// Brings a page into a state as fingers would.

import { fallSilent } from "./pretended_server.ts";
import type { GalleryState } from "./states.ts";

const PATIENCE_MS = 15_000;
// a key takes a tap that comes sooner for a bounce
const REST_MS = 350;

/** Presses what leads to the state, and waits until it is there; an error names the part that never came. */
export async function runSteps({ steps = [], silent, shows }: GalleryState): Promise<void> {
  if (silent) {
    await part(steps[0] ?? shows);
    fallSilent();
  }
  for (const step of steps) {
    if (step === "@rest") await rest(REST_MS);
    else press(await part(step));
  }
  await part(shows);
}

function press(part: Element): void {
  part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** The part of the page, as soon as it is there and can be pressed. */
async function part(selector: string): Promise<Element> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (found && !found.matches(":disabled")) return found;
    await rest(20);
  }
  throw new Error(`the gallery waits in vain for ${selector}`);
}

function rest(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
