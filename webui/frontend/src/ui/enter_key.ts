// Enter does what the main key of a form does: the green one. In a field of several lines it takes Ctrl or Cmd as well.

import { useEffect } from "preact/hooks";

const MAIN = "button.go, button.to-table"; // no text
const FIELD = "input:not([type=file], [type=checkbox], [type=radio])"; // no text
// of several keys one is chosen: Enter on the chosen one goes on
const CHOSEN = "[data-lost], [data-to], [data-reason]"; // no text
// Enter in these does something of its own
const OWN = "button, textarea, select, summary, a[href], input"; // no text

/** For a page, as long as it is shown. */
export function useEnterKey(): void {
  useEffect(() => {
    addEventListener("keydown", pressMainKey);
    return () => removeEventListener("keydown", pressMainKey);
  }, []);
}

function pressMainKey(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.defaultPrevented || event.repeat || event.isComposing) return;
  const from = event.target instanceof Element ? event.target : document.body;
  if (!event.ctrlKey && !event.metaKey && from.matches(OWN) && !from.matches(FIELD) && !isChosen(from)) return;
  const main = mainKeyFor(from);
  if (!main) return;
  event.preventDefault();
  if (!main.disabled) main.click();
}

function isChosen(from: Element): boolean {
  return from.matches(CHOSEN) && from.getAttribute("aria-pressed") === "true";
}

/**
 * The main key of the smallest part of the page around a field that has one; elsewhere the one of the page or sheet.
 */
function mainKeyFor(from: Element): HTMLButtonElement | undefined {
  const whole =
    [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("main") ?? document.body;
  // no text
  if (from.matches("input, textarea, button") && whole.contains(from)) {
    for (let part = from.parentElement; part && whole.contains(part); part = part.parentElement) {
      const found = mainKeys(part);
      if (found.length > 0) return found.at(-1);
    }
  }
  const found = mainKeys(whole);
  return found.length === 1 ? found[0] : undefined;
}

function mainKeys(part: Element): HTMLButtonElement[] {
  return [...part.querySelectorAll<HTMLButtonElement>(MAIN)].filter((key) => key.getClientRects().length > 0);
}
