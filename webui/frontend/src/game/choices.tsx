// Choosing, assigning, and saying yes or no.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Who } from "../board/seat_marks.tsx";
import { t, tn } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { selectedId } from "../net/table_store.ts";
import type { Option, Question } from "../types/game.ts";
import { lengthText, marked, shortLength } from "../ui/lengths.ts";
import { nameOf, optionText, withNames } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { margin } from "../ui/words.ts";
import { AdviceAwaited, AdvisedChoices, RowsToRead } from "./advised.tsx";
import { answerRows } from "./advised_store.ts";
import { keepDraft, readDraft } from "./drafts.ts";
import { sendAnswer } from "./mutations.ts";
import { asStrings, optionsOf } from "./question_shape.ts";

// A tap that was meant for what stood there before must not fall on a row that has just come.
const ARRIVAL_MS = 300;

/** The answers with what speaks for each, as soon as that is worked out. */
export function Choices({ question, disabled }: { question: Question; disabled: boolean }) {
  const without = useSignal(false);
  const arriving = useSignal(false);
  const advised = answerRows(question).length > 0 && !without.value;
  useEffect(() => {
    if (!advised) return;
    arriving.value = true;
    const timer = setTimeout(() => (arriving.value = false), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, [advised]);
  if (!advised) {
    if (question.advising && !without.value)
      return <AdviceAwaited question={question} goOn={() => (without.value = true)} />;
    return <PlainChoices question={question} options={optionsOf(question.ask)} disabled={disabled} />;
  }
  return (
    <div inert={arriving.value}>
      <AdvisedChoices
        question={question}
        disabled={disabled}
        plain={(options) => <PlainChoices question={question} options={options} disabled={disabled} />}
      />
    </div>
  );
}

function PlainChoices({ question, options, disabled }: { question: Question; options: Option[]; disabled: boolean }) {
  const open = options.filter((option) => !option.why_not);
  const closed = options.filter((option) => option.why_not);
  return (
    <div class="choices of-two">
      {open.map((option) => (
        <Press
          key={option.id}
          class={option.id === selectedId.value ? "big on-board" : "big"}
          disabled={disabled}
          data-option={option.id}
          onPress={() => sendAnswer(question, option.id, "tap", optionText(option))}
        >
          <OptionName option={option} />
        </Press>
      ))}
      {closed.map((option) => (
        <button type="button" key={option.id} class="big closed" disabled data-option={option.id}>
          <OptionName option={option} />
          <small>
            {withNames(option.why_not!)} {option.clause && `[${option.clause}]`}
          </small>
        </button>
      ))}
    </div>
  );
}

export function OptionName({ option }: { option: Option }) {
  return game.value?.names[option.id] ? (
    <Who id={option.id} label={optionText(option)} />
  ) : (
    <span>{optionText(option)}</span>
  );
}

/** One option for every item; all at once with one tap. */
export function Assignment({ question, disabled }: { question: Question; disabled: boolean }) {
  const items = asStrings(question.ask.items);
  const options = optionsOf(question.ask).filter((option) => !option.why_not);
  const given = useSignal((readDraft(question) ?? {}) as Record<string, string>);
  const put = (now: Record<string, string>): void => {
    given.value = now;
    keepDraft(question, now);
  };
  const left = items.filter((item) => !given.value[item]).length;
  return (
    <div class="assignment">
      <RowsToRead question={question} />
      <div class="all-at-once" role="group" aria-label={t("The same for all")}>
        {options.map((option) => (
          <Press
            key={option.id}
            class="big"
            disabled={disabled}
            data-all={option.id}
            onPress={() => put(Object.fromEntries(items.map((item) => [item, option.id])))}
          >
            {t("All: {option}", { option: optionText(option) })}
          </Press>
        ))}
      </div>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Who id={item} />
            <div class="choice" role="group" aria-label={nameOf(item)}>
              {options.map((option) => (
                <Press
                  key={option.id}
                  disabled={disabled}
                  data-item={item}
                  data-option={option.id}
                  aria-pressed={given.value[item] === option.id}
                  onPress={() => put({ ...given.value, [item]: option.id })}
                >
                  {optionText(option)}
                </Press>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Press
        class="big go"
        disabled={disabled || left > 0}
        onPress={() => sendAnswer(question, given.value, "tap", tn("{n} given", "{n} given", items.length))}
      >
        {left > 0
          ? t("{left} of {all} left", { left, all: items.length })
          : tn("Done: {n} given", "Done: {n} given", items.length)}
      </Press>
    </div>
  );
}

/** Yes or no, with what was measured where it is about a measurement. */
export function YesNo({ question, disabled }: { question: Question; disabled: boolean }) {
  const { value, sigma, limit } = question.ask;
  const measured = typeof limit === "number" && typeof value === "number";
  const [yes, no] = measured
    ? [
        t("Yes, at most {limit}", { limit: shortLength(limit, 4) }),
        t("No, more than {limit}", { limit: shortLength(limit, 4) }),
      ]
    : [t("Yes"), t("No")];
  return (
    <div class="yes-no">
      {measured && (
        <p class="numbers-line">
          <strong class="need">{lengthText(value)}</strong>
          <span class="on">
            <b>± {marked(margin(Number(sigma ?? 0)))}</b>
          </span>
        </p>
      )}
      <div class="pair-of-buttons">
        <Press
          class="big yes"
          disabled={disabled}
          data-option="yes"
          onPress={() => sendAnswer(question, true, "tap", yes)}
        >
          <Tick /> {yes}
        </Press>
        <Press
          class="big no"
          disabled={disabled}
          data-option="no"
          onPress={() => sendAnswer(question, false, "tap", no)}
        >
          <Cross /> {no}
        </Press>
      </div>
    </div>
  );
}

function Tick() {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m4 13 5 6L20 5" />
    </svg>
  );
}

function Cross() {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m5 5 14 14M19 5 5 19" />
    </svg>
  );
}
