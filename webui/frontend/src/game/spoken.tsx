// A question for those who do not see it come: told to a screen reader, and with the focus where keys are used.

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { openQuestions } from "../net/game_store.ts";
import { thumb } from "../ui/appearance_store.ts";
import { hasLostFocus } from "../ui/arrow_keys.ts";

/** The questions of this device, in words; where the focus goes to a question, that tells it. */
export function SpokenQuestion() {
  const texts = hasLostFocus()
    ? []
    : openQuestions.value.filter((question) => question.mine).map((question) => question.text);
  return (
    <p class="spoken" role="status" data-spoken>
      {texts.join(" ")}
    </p>
  );
}

/** Shows a new question from its beginning, wherever the one before was left. name: of the questions. */
export function useQuestionInSight(body: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const panel = body.current;
    if (!name || !panel) return;
    const question = panel.querySelector<HTMLElement>(".question");
    // held in one hand, the question is the lowest
    const top = thumb.value === "both" || !question ? 0 : question.offsetTop - panel.offsetTop;
    panel.scrollTo(0, top);
  }, [name]);
}

/** Whoever uses keys goes on with the first question when the button that they pressed is gone. */
export function useFocusKept(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (hasLostFocus()) body.current?.querySelector<HTMLElement>("[data-focus-first]")?.focus({ preventScroll: true });
  });
}
