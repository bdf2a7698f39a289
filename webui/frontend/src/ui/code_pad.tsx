// A code by big keys, or by a keyboard: it goes off with its last letter.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Press } from "./press.tsx";

// The letters of a code, as webui/entrance/keys.py makes it.
const LETTERS = [..."23479CDFHJKMNPRTVWXY"];
const BOUNCE_MS = 90;

export function CodePad({ length, busy, onTake }: { length: number; busy: boolean; onTake: (code: string) => Promise<void> }) {
  const typed = useSignal("");
  const type = (letter: string): void => {
    if (busy || typed.value.length >= length) return;
    typed.value += letter;
    if (typed.value.length === length) void onTake(typed.value).then(() => (typed.value = ""));
  };
  const takeBack = (): void => void (typed.value = typed.value.slice(0, -1));
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const letter = event.key.toUpperCase();
      if (LETTERS.includes(letter)) type(letter);
      else if (event.key === "Backspace") takeBack();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
  return (
    <>
      <output class={`code of-${length}`} aria-label="Code">
        {Array.from({ length }, (_, at) => (
          <span key={at} class={at === typed.value.length ? "next" : ""}>{typed.value[at] ?? ""}</span>
        ))}
      </output>
      <div class="letters" role="group" aria-label="Letters of the code">
        {LETTERS.map((letter) => (
          <Press key={letter} rest={BOUNCE_MS} disabled={busy} data-letter={letter} onPress={() => type(letter)}>{letter}</Press>
        ))}
        <Press class="back" disabled={busy || typed.value === ""} onPress={takeBack}>Take back</Press>
      </div>
    </>
  );
}
