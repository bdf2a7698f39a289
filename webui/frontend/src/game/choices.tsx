// Choosing, assigning, and saying yes or no.

import { useSignal } from "@preact/signals";
import { Who } from "../board/seat_marks.tsx";
import { t, tn } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { selectedId } from "../net/table_store.ts";
import type { Option, Question } from "../types/game.ts";
import { nameOf, optionText, withNames } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { margin } from "../ui/words.ts";
import { keepSecret, secretDraft } from "./drafts.ts";
import { sendAnswer } from "./mutations.ts";
import { asStrings, optionsOf } from "./question_shape.ts";

export function Choices({ question, disabled }: { question: Question; disabled: boolean }) {
  const options = optionsOf(question.ask);
  const open = options.filter((each) => !each.why_not);
  const closed = options.filter((each) => each.why_not);
  return (
    <div class="choices of-two">
      {open.map((each) => (
        <Press key={each.id} class={each.id === selectedId.value ? "big on-board" : "big"} disabled={disabled} data-option={each.id} onPress={() => sendAnswer(question, each.id, "tap", optionText(each))}>
          <OptionName option={each} />
        </Press>
      ))}
      {closed.map((each) => (
        <button type="button" key={each.id} class="big closed" disabled data-option={each.id}>
          <OptionName option={each} />
          <small>
            {withNames(each.why_not!)} {each.clause && `[${each.clause}]`}
          </small>
        </button>
      ))}
    </div>
  );
}

function OptionName({ option }: { option: Option }) {
  return game.value?.names[option.id] ? <Who id={option.id} label={optionText(option)} /> : <span>{optionText(option)}</span>;
}

/** One option for every item; all at once with one tap. */
export function Assignment({ question, disabled }: { question: Question; disabled: boolean }) {
  const items = asStrings(question.ask.items);
  const options = optionsOf(question.ask).filter((each) => !each.why_not);
  const given = useSignal(secretDraft(question));
  const put = (now: Record<string, string>): void => {
    given.value = now;
    keepSecret(question, now);
  };
  const left = items.filter((item) => !given.value[item]).length;
  return (
    <div class="assignment">
      <div class="all-at-once" role="group" aria-label={t("The same for all")}>
        {options.map((each) => (
          <Press key={each.id} class="big" disabled={disabled} data-all={each.id} onPress={() => put(Object.fromEntries(items.map((item) => [item, each.id])))}>
            {t("All: {option}", { option: optionText(each) })}
          </Press>
        ))}
      </div>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Who id={item} />
            <div class="choice" role="group" aria-label={nameOf(item)}>
              {options.map((each) => (
                <Press
                  key={each.id}
                  disabled={disabled}
                  data-item={item}
                  data-option={each.id}
                  aria-pressed={given.value[item] === each.id}
                  onPress={() => put({ ...given.value, [item]: each.id })}
                >
                  {optionText(each)}
                </Press>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Press class="big go" disabled={disabled || left > 0} onPress={() => sendAnswer(question, given.value, "tap", tn("{n} given", "{n} given", items.length))}>
        {left > 0 ? t("{left} of {all} left", { left, all: items.length }) : tn("Done: {n} given", "Done: {n} given", items.length)}
      </Press>
    </div>
  );
}

/** Yes or no, with what was measured where it is about a measurement. */
export function YesNo({ question, disabled }: { question: Question; disabled: boolean }) {
  const { value, sigma, limit } = question.ask;
  const measured = typeof limit === "number" && typeof value === "number";
  const [yes, no] = measured ? [t("Yes, at most {limit}″", { limit }), t("No, more than {limit}″", { limit })] : [t("Yes"), t("No")];
  return (
    <div class="yes-no">
      {measured && (
        <p class="numbers-line">
          <strong class="need">{value.toFixed(2)}″</strong>
          <span class="on">
            <b>± {margin(Number(sigma ?? 0))}″</b>
          </span>
        </p>
      )}
      <div class="pair-of-buttons">
        <Press class="big yes" disabled={disabled} data-option="yes" onPress={() => sendAnswer(question, true, "tap", yes)}>
          <Tick /> {yes}
        </Press>
        <Press class="big no" disabled={disabled} data-option="no" onPress={() => sendAnswer(question, false, "tap", no)}>
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
