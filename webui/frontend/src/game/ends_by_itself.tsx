// The end of an action that one tap began: with one answer left it is given by itself, unless somebody taps first.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import type { Question } from "../types/game.ts";
import { optionText } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { sendAnswer } from "./mutations.ts";
import { endOfPlan, plan } from "./plan_store.ts";

// Long enough for the other side to interrupt.
const PATIENCE_S = 8;

export function EndsByItself({ question }: { question: Question }) {
  return endOfPlan(question) ? <Countdown key={question.key} question={question} /> : null;
}

/** Any tap on the page ends the countdown, and the question stays. */
function Countdown({ question }: { question: Question }) {
  const left = useSignal(PATIENCE_S);
  const stop = (): void => {
    plan.value = null;
  };
  useEffect(() => {
    const timer = setInterval(() => {
      left.value -= 1;
      const option = left.value > 0 ? null : endOfPlan(question);
      if (!option) return;
      stop();
      sendAnswer(question, option.id, "tap", optionText(option));
    }, 1000);
    addEventListener("pointerdown", stop, true);
    addEventListener("keydown", stop, true);
    return () => {
      clearInterval(timer);
      removeEventListener("pointerdown", stop, true);
      removeEventListener("keydown", stop, true);
    };
  }, []);
  return (
    <p class="ends-by-itself" data-ends>
      <span>{t("Ends by itself in {n} s", { n: left.value })}</span>
      <Press class="plain-button" onPress={stop}>
        {t("Wait")}
      </Press>
    </p>
  );
}
