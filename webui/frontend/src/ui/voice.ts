// The voice of the device: an offline voice in the page's language, or none. Nothing is sent anywhere to be spoken.

import { computed, effect, signal } from "@preact/signals";
import { readStored, store } from "../net/browser_storage.ts";

// Texts that were spoken are remembered up to this many.
const MOST_REMEMBERED = 400;

/** Whether the page speaks; off until somebody asks for it. */
export const speaks = signal(readStored("localStorage", "speak") === "on");
/** Whether nobody else hears it, so that what only this screen's seat may know is spoken too. */
export const inHeadphones = signal(readStored("localStorage", "headphones") === "on");

effect(() => store("localStorage", "speak", speaks.value ? "on" : "off"));
effect(() => store("localStorage", "headphones", inHeadphones.value ? "on" : "off"));

const synthesis = "speechSynthesis" in window ? window.speechSynthesis : null;
const voices = signal<SpeechSynthesisVoice[]>(synthesis?.getVoices() ?? []);
// a browser lists its voices some time after the page is there
synthesis?.addEventListener?.("voiceschanged", () => (voices.value = synthesis.getVoices()));

/** The voice that speaks: one of this device, in the language of the page; null where there is none. */
export const offlineVoice = computed(() => findVoice(voices.value, document.documentElement.lang));

/** The first of the voices that needs no network and speaks a language, the default before others. */
export function findVoice(known: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | null {
  const fits = known.filter((voice) => voice.localService && voice.lang.split(/[-_]/)[0] === language.split("-")[0]);
  return fits.find((voice) => voice.default) ?? fits[0] ?? null;
}

const spoken = new Set<string>();

/** Speaks a text after what is being spoken. key: of what it tells, which is spoken once. */
export function speakOnce(key: string, text: string): void {
  if (!speaks.peek() || !text || spoken.has(key)) return;
  remember(key);
  utter(text);
}

/** Counts a text as spoken. */
export function remember(key: string): void {
  spoken.add(key);
  const [oldest] = spoken;
  if (spoken.size > MOST_REMEMBERED) spoken.delete(oldest!);
}

/** Speaks a text at once, in place of what is being spoken. */
export function speakNow(text: string): void {
  if (!speaks.peek()) return;
  hush();
  utter(text);
}

export function hush(): void {
  synthesis?.cancel();
}

function utter(text: string): void {
  const voice = offlineVoice.peek();
  if (!synthesis || !voice) return;
  const said = new SpeechSynthesisUtterance(text);
  said.voice = voice;
  said.lang = voice.lang;
  synthesis.speak(said);
}

// whoever does something has heard enough
for (const begun of ["keydown", "pointerdown"]) addEventListener(begun, () => speaks.peek() && hush(), true);
