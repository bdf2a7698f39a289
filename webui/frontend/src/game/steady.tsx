// Nothing moves under a finger: what the server says waits while a finger is on a form, and what has just appeared, or
// has been moved, takes no tap.

import { effect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { game, logLines } from "../net/game_store.ts";

// So soon nobody can have meant a tap for what has come to lie there.
const SETTLE_MS = 300;
// A finger's click comes after the finger.
const AFTER_LIFT_MS = 100;
// What is shorter is no other place.
const SAME_PX = 4;

const fingers = new Set<number>();
let held: (() => void)[] = [];
let lifted = 0;

/** Does this at once, or as soon as no finger is on a form. */
export function whenSteady(update: () => void): void {
  if (fingers.size || lifted || held.length) held.push(update);
  else update();
}

function release(): void {
  clearTimeout(lifted);
  lifted = 0;
  if (fingers.size) return;
  const updates = held;
  held = [];
  for (const update of updates) update();
}

function lift(): void {
  clearTimeout(lifted);
  lifted = window.setTimeout(release, AFTER_LIFT_MS);
}

addEventListener(
  "pointerdown",
  ({ target, pointerId }) => target instanceof Element && target.closest(".form") && fingers.add(pointerId),
  true,
);
for (const end of ["pointerup", "pointercancel"] as const) {
  addEventListener(end, ({ pointerId }) => fingers.delete(pointerId) && lift(), true);
}
addEventListener("click", () => lifted && setTimeout(release), true);
addEventListener("blur", () => {
  fingers.clear();
  lift();
});

/** A form that takes no tap for a moment after it has appeared, or has been moved on its page. */
export function Steady({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current!;
    let timer = 0;
    let place = placeOf(form);
    const settle = (): void => {
      form.inert = true;
      clearTimeout(timer);
      timer = window.setTimeout(() => (form.inert = false), SETTLE_MS);
    };
    settle();
    const stop = effect(() => {
      void [game.value, logLines.value];
      requestAnimationFrame(() => {
        const now = placeOf(form);
        if (Math.abs(now - place) > SAME_PX) settle();
        place = now;
      });
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return (
    <div class="form" ref={box}>
      {children}
    </div>
  );
}

/** How far down a form lies on its page, wherever that is scrolled to. */
function placeOf(form: HTMLElement): number {
  const page = form.closest(".game-body");
  return form.getBoundingClientRect().top + (page?.scrollTop ?? 0);
}
