// Choosing, assigning, and saying yes or no.

import { useSignal } from "@preact/signals";
import { selected } from "../net/state.ts";
import { margin } from "../ui/words.ts";
import { Press } from "../ui/press.tsx";
import { Who } from "./marks.tsx";
import { answer, game, keepSecret, named, nameOf, optionText, type Option, type Question, secretDraft } from "./play.ts";
import { optionsOf, words } from "./shape.ts";

export function Choices({ question, disabled }: { question: Question; disabled: boolean }) {
  const options = optionsOf(question.ask);
  const open = options.filter((each) => !each.why_not);
  const closed = options.filter((each) => each.why_not);
  return (
    <div class="choices of-two">
      {open.map((each) => (
        <Press key={each.id} class={each.id === selected.value ? "big on-board" : "big"} disabled={disabled} data-option={each.id} onPress={() => answer(question, each.id, "tap", optionText(each))}>
          <OptionName option={each} />
        </Press>
      ))}
      {closed.map((each) => (
        <button type="button" key={each.id} class="big closed" disabled data-option={each.id}>
          <OptionName option={each} />
          <small>
            {named(each.why_not!)} {each.clause && `[${each.clause}]`}
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
  const items = words(question.ask.items);
  const options = optionsOf(question.ask).filter((each) => !each.why_not);
  const given = useSignal(secretDraft(question));
  const put = (now: Record<string, string>): void => {
    given.value = now;
    keepSecret(question, now);
  };
  const left = items.filter((item) => !given.value[item]).length;
  return (
    <div class="assignment">
      <div class="all-at-once" role="group" aria-label="All the same">
        {options.map((each) => (
          <Press key={each.id} class="big" disabled={disabled} data-all={each.id} onPress={() => put(Object.fromEntries(items.map((item) => [item, each.id])))}>
            All {optionText(each).toLowerCase()}
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
      <Press class="big go" disabled={disabled || left > 0} onPress={() => answer(question, given.value, "tap", `${items.length} given`)}>
        {left > 0 ? `${left} of ${items.length} still open` : `Done: ${items.length} given`}
      </Press>
    </div>
  );
}

/** Yes or no, with what was measured where it is about a measurement. */
export function YesNo({ question, disabled }: { question: Question; disabled: boolean }) {
  const { value, sigma, limit } = question.ask;
  const measured = typeof limit === "number" && typeof value === "number";
  const [yes, no] = measured ? [`Yes, at most ${limit}″`, `No, more than ${limit}″`] : ["Yes", "No"];
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
        <Press class="big yes" disabled={disabled} data-option="yes" onPress={() => answer(question, true, "tap", yes)}>
          <Tick /> {yes}
        </Press>
        <Press class="big no" disabled={disabled} data-option="no" onPress={() => answer(question, false, "tap", no)}>
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
