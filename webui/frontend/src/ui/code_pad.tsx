// A code typed on large keys or a keyboard; its last letter submits it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { Press } from "./press.tsx";

// The letters of a code, as webui/entrance/keys.py makes it.
const LETTERS = [..."23479CDFHJKMNPRTVWXY"];
const BOUNCE_MS = 90;

export function CodePad({
  length,
  busy,
  onTake,
}: {
  length: number;
  busy: boolean;
  onTake: (code: string) => Promise<void>;
}) {
  const typed = useSignal("");
  const type = (letter: string): void => {
    if (busy || typed.value.length >= length) return;
    typed.value += letter;
    if (typed.value.length === length) void onTake(typed.value).then(() => (typed.value = ""));
  };
  const deleteLast = (): void => void (typed.value = typed.value.slice(0, -1));
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const letter = event.key.toUpperCase();
      if (LETTERS.includes(letter)) type(letter);
      else if (event.key === "Backspace") deleteLast();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  });
  return (
    <>
      <output class={`code of-${length}`} aria-label={t("Code")}>
        {Array.from({ length }, (_, at) => (
          <span key={at} class={at === typed.value.length ? "next" : ""}>
            {typed.value[at] ?? ""}
          </span>
        ))}
      </output>
      <div class="letters" role="group" aria-label={t("Letters of the code")}>
        {LETTERS.map((letter) => (
          <Press key={letter} rest={BOUNCE_MS} disabled={busy} data-letter={letter} onPress={() => type(letter)}>
            {letter}
          </Press>
        ))}
        <Press class="back" disabled={busy || typed.value === ""} onPress={deleteLast}>
          {t("Delete")}
        </Press>
      </div>
    </>
  );
}
