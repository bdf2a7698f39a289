// Keys of the table's page that spare the way: F6 between the table in sentences and the question, Shift+F6 to what was
// measured, Ctrl+Enter for the green key, and Ctrl+Z for Undo.

import { showWords } from "../net/table_store.ts";
import { takeBack } from "./undo.tsx";

const TYPED_IN = "input, textarea, select"; // no text

/** Listens to the keys until what it returns is called. */
export function followShortcuts(): () => void {
  const follow = (event: KeyboardEvent): void => {
    if (event.altKey || event.repeat || event.defaultPrevented) return;
    const does = event.ctrlKey || event.metaKey ? findButtonKey(event) : findPaneKey(event);
    if (!does) return;
    event.preventDefault();
    does();
  };
  addEventListener("keydown", follow);
  return () => removeEventListener("keydown", follow);
}

function findPaneKey({ key, shiftKey }: KeyboardEvent): (() => void) | null {
  if (key !== "F6" || isCovered()) return null;
  return shiftKey ? goToMeasured : changePane;
}

function findButtonKey({ key, shiftKey, target }: KeyboardEvent): (() => void) | null {
  if (shiftKey) return null;
  if (key === "Enter") return pressGreenKey;
  const isTyped = target instanceof Element && target.matches(TYPED_IN);
  return key === "z" && !isTyped && !isCovered() ? takeBack : null;
}

/** From the table in sentences to the question, and from anywhere else to the table in sentences. */
function changePane(): void {
  const question = document.querySelector<HTMLElement>(".panel [data-focus-first]");
  if (document.activeElement?.closest("[data-words]") && question) question.focus();
  else showWords();
}

function goToMeasured(): void {
  document.querySelector<HTMLElement>("[data-measured-first]")?.focus();
}

/** The green key of the question that has the focus, or else of the first one; of an open sheet, its own. */
function pressGreenKey(): void {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const part = sheet ?? document.activeElement?.closest(".question") ?? document.querySelector(".panel .question");
  part?.querySelector<HTMLButtonElement>("button.go:not(:disabled)")?.click();
}

function isCovered(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
