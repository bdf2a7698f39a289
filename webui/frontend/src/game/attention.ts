// Calling for attention, where somebody wants that: a short tone or a buzz, never the only sign.

import { effect, signal } from "@preact/signals";
import { game, lineOf } from "../net/game_store.ts";
import { buzz, playTone } from "../ui/tone.ts";

export const soundOn = signal(localStorage.getItem("sound") === "on");
export const vibrationOn = signal(localStorage.getItem("vibration") === "on");

effect(() => localStorage.setItem("sound", soundOn.value ? "on" : "off"));
effect(() => localStorage.setItem("vibration", vibrationOn.value ? "on" : "off"));

let before = "";
effect(() => {
  const mine = (game.value?.questions ?? []).filter((question) => question.mine).map(lineOf);
  const fresh = mine.some((key) => !before.split(" ").includes(key));
  before = mine.join(" ");
  if (!fresh) return;
  if (vibrationOn.peek()) buzz();
  if (soundOn.peek()) playTone();
});
