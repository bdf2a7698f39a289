// A whole number between bounds, and some of several options.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { Fields, Json, Question } from "../types/game.ts";
import { BOUNCE_MS, Keys } from "../ui/keypad.tsx";
import { optionText, withNames } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { RowsToRead } from "./advised.tsx";
import { OptionName } from "./choices.tsx";
import { keepDraft, readDraft } from "./drafts.ts";
import { sendAnswer } from "./mutations.ts";
import { asStrings, optionsOf } from "./question_shape.ts";

/**
 * give: where the answer goes; the question's answer unless told otherwise. was: the answer that is to be corrected.
 */
type AmountForm = { question: Question; disabled: boolean; give?: (raw: Json) => void; was?: Json };

// up to here each number has a key; larger numbers are typed digit by digit
const MOST_KEYS = 13;
// options of more letters than that need the whole width
const LONGEST_OF_TWO = 60;

/** A number by one step at a time, or by its own key or digits. */
export function CountForm({ question, disabled, give, was = null }: AmountForm) {
  const [least, most] = [Number(question.ask.least ?? 0), Number(question.ask.most)];
  const before = give ? was : readDraft(question);
  const number = useSignal(typeof before === "number" ? before : least);
  const typed = useSignal(false);
  const send = give ?? ((raw: Json) => sendAnswer(question, raw, "keypad", t("Number: {n}", { n: number.value })));

  function put(value: number): void {
    number.value = value;
    if (!give) keepDraft(question, value);
  }
  // a digit goes behind those that are there, and begins a number where it would be too large
  function addDigit(digit: number): void {
    const longer = typed.value ? number.value * 10 + digit : digit;
    put(longer <= most ? longer : digit);
    typed.value = true;
  }
  const few = least >= 0 && most - least < MOST_KEYS;
  const fits = number.value >= least && number.value <= most;
  return (
    <div class="count-form">
      <ClauseOf ask={question.ask} />
      <div class="stepper" role="group" aria-label={question.text}>
        <Press
          class="big step"
          rest={BOUNCE_MS}
          disabled={disabled || number.value <= least}
          aria-label={t("One less")}
          data-step="-1"
          onPress={() => put(number.value - 1)}
        >
          −
        </Press>
        <output class="typed">{number.value}</output>
        <Press
          class="big step"
          rest={BOUNCE_MS}
          disabled={disabled || number.value >= most}
          aria-label={t("One more")}
          data-step="1"
          onPress={() => put(number.value + 1)}
        >
          +
        </Press>
      </div>
      <Keys
        values={few ? Array.from({ length: most - least + 1 }, (_key, n) => least + n) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]}
        name={t("{least} to {most}", { least, most })}
        disabled={disabled}
        onKey={few ? put : addDigit}
      />
      <p class="hint" role="status">
        {fits ? t("{least} to {most}", { least, most }) : t("Only {least} to {most}.", { least, most })}
      </p>
      <Press class="big go" disabled={disabled || !fits} data-confirm onPress={() => send(number.value)}>
        {t("Confirm {n}", { n: number.value })}
      </Press>
      <Notes ask={question.ask} />
    </div>
  );
}

/** Any of the options, as many as are asked for; all at once with one tap. */
export function PickForm({ question, disabled, give, was = null }: AmountForm) {
  const options = optionsOf(question.ask);
  const open = options.filter((option) => !option.why_not).length;
  const [least, most] = [Number(question.ask.least ?? 0), Math.min(Number(question.ask.most ?? open), open)];
  const picked = useSignal(asStrings((give ? was : readDraft(question)) ?? []));
  const send =
    give ?? ((raw: Json) => sendAnswer(question, raw, "tap", tn("{n} option", "{n} options", picked.value.length)));
  const count = picked.value.length;
  const long = options.some((option) => optionText(option).length > LONGEST_OF_TWO);

  function flip(id: string): void {
    const without = picked.value.filter((other) => other !== id);
    // where one only may be taken, another takes its place
    picked.value = without.length < count ? without : most === 1 ? [id] : [...without, id];
    if (!give) keepDraft(question, picked.value);
  }
  return (
    <div class="pick-form">
      <ClauseOf ask={question.ask} />
      <div class={long ? "choices" : "choices of-two"} role="group" aria-label={question.text}>
        {options.map((option) => {
          const chosen = picked.value.includes(option.id);
          return (
            <Press
              key={option.id}
              class={option.why_not ? "big closed" : "big"}
              rest={BOUNCE_MS}
              disabled={disabled || Boolean(option.why_not) || (!chosen && most > 1 && count >= most)}
              aria-pressed={chosen}
              data-option={option.id}
              onPress={() => flip(option.id)}
            >
              <OptionName option={option} />
              {option.why_not && (
                <small>
                  {withNames(option.why_not)} {option.clause && `[${option.clause}]`}
                </small>
              )}
            </Press>
          );
        })}
      </div>
      <p class="hint" role="status">
        {least === most
          ? tn("{n} is required.", "{n} are required.", most)
          : t("Choose {least} to {most}.", { least, most })}
      </p>
      <Press
        class="big go"
        disabled={disabled || count < least || count > most}
        data-confirm
        onPress={() => send(picked.value)}
      >
        {count
          ? t("Confirm: {options}", {
              options: options
                .filter((option) => picked.value.includes(option.id))
                .map(optionText)
                .join(", "),
            })
          : t("Confirm: none")}
      </Press>
      {!give && <RowsToRead question={question} />}
    </div>
  );
}

/** The explanations beside a question's text, a line each. */
function Notes({ ask }: { ask: Fields }) {
  const lines = asStrings(ask.notes);
  return lines.length > 0 ? (
    <ul class="notes soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  ) : null;
}

function ClauseOf({ ask }: { ask: Fields }) {
  return ask.clause ? <p class="soft">{String(ask.clause)}</p> : null;
}
