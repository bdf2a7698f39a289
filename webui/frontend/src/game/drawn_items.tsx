// Items drawn from a bag or a deck: by the app with one tap, or entered as people drew them.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { Json, Question } from "../types/game.ts";
import { BOUNCE_MS } from "../ui/keypad.tsx";
import { Press } from "../ui/press.tsx";
import { sendAnswer, throwDice } from "./mutations.ts";

/** give: where the items go; the question's answer unless told otherwise. */
export function DrawForm({
  question,
  disabled,
  give,
}: {
  question: Question;
  disabled: boolean;
  give?: (raw: Json) => void;
}) {
  const items = (question.ask.items ?? {}) as Record<string, number>;
  const titles = (question.ask.titles ?? {}) as Record<string, string>;
  const count = Number(question.ask.count ?? 1);
  const byApp = question.ask.by_app === true && !give;
  const drawn = useSignal<string[]>([]);
  const send =
    give ?? ((raw: Json) => sendAnswer(question, raw, "tap", tn("{n} item drawn", "{n} items drawn", count)));
  const left = (item: string): number => (items[item] ?? 0) - drawn.value.filter((other) => other === item).length;

  function take(item: string): void {
    const now = [...drawn.value, item];
    drawn.value = now;
    if (now.length === count) send(now);
  }

  return (
    <div class="draw-form">
      {!give && (
        <Press class="big go" disabled={disabled} data-app-draws onPress={() => throwDice(question)}>
          {tn("Let the app draw", "Let the app draw {n}", count)}
        </Press>
      )}
      {byApp ? (
        <p class="hint">{t("Only the app draws here, because somebody holds items face down.")}</p>
      ) : (
        <>
          <p class="lead">{t("Or enter what you drew:")}</p>
          {count > 1 && (
            <p class="hint" role="status">
              {t("{done} of {count}", { done: drawn.value.length, count })}
            </p>
          )}
          <div class="choices of-two" role="group" aria-label={question.text}>
            {Object.keys(items).map((item) => (
              <Press
                key={item}
                class="big"
                rest={BOUNCE_MS}
                disabled={disabled || left(item) < 1}
                data-option={item}
                onPress={() => take(item)}
              >
                {titles[item] ?? item} <small>{t("{n} left", { n: left(item) })}</small>
              </Press>
            ))}
          </div>
          {drawn.value.length > 0 && (
            <Press class="plain-button" disabled={disabled} onPress={() => (drawn.value = [])}>
              {t("Start again")}
            </Press>
          )}
        </>
      )}
    </div>
  );
}
