// Calling for attention, where somebody wants that: a short tone or a buzz, never the only sign.
// An offer to break in is silent: the other side would hear that there is one.

import { effect, signal } from "@preact/signals";
import { game, lineOf } from "../net/game_store.ts";
import type { Question } from "../types/game.ts";
import { buzz, playTone } from "../ui/tone.ts";

export const soundOn = signal(localStorage.getItem("sound") === "on");
export const vibrationOn = signal(localStorage.getItem("vibration") === "on");

effect(() => localStorage.setItem("sound", soundOn.value ? "on" : "off"));
effect(() => localStorage.setItem("vibration", vibrationOn.value ? "on" : "off"));

let before = "";
effect(() => {
  const asked = game.value?.questions ?? [];
  const mine = asked.filter((question) => question.mine && !isOffer(question, asked)).map(lineOf);
  const fresh = mine.some((key) => !before.split(" ").includes(key));
  before = mine.join(" ");
  if (!fresh) return;
  if (vibrationOn.peek()) buzz();
  if (soundOn.peek()) playTone();
});

/** Whether a question that only its seat knows of stands beside one of somebody else. */
function isOffer({ ask, seat }: Question, asked: Question[]): boolean {
  return Array.isArray(ask.seen_by) && asked.some((other) => other.seat !== seat);
}
