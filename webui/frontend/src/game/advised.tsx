// The answers to a question with all that speaks for each: the best to know first, those that are closed last and
// small.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Who } from "../board/seat_marks.tsx";
import { AdviceLines } from "../board/signs.tsx";
import { t } from "../i18n.ts";
import type { Option, Question } from "../types/game.ts";
import type { AdviceFact, AdviceOdds, AdviceRow } from "../types/views.ts";
import { nameOf, optionText } from "../ui/names.ts";
import { percentChance } from "../ui/chances.ts";
import { ChanceBar, newLines } from "../ui/odds_bars.tsx";
import { Press } from "../ui/press.tsx";
import "./advised.css";
import { answerRows, boardRows, litRows, pickedTarget, pointedRow } from "./advised_store.ts";
import { sendAnswer } from "./mutations.ts";
import { optionsOf } from "./question_shape.ts";

/** The rows of the question, and the answers that no row stands for. plain: how those are drawn. */
export function AdvisedChoices({
  question,
  disabled,
  plain,
}: {
  question: Question;
  disabled: boolean;
  plain: (options: Option[]) => ComponentChildren;
}) {
  const options = new Map(optionsOf(question.ask).map((option) => [option.id, option]));
  const rows = answerRows(question).filter(({ option }) => options.has(option));
  const told = new Set(rows.map(({ option }) => option));
  const rest = [...options.values()].filter(({ id }) => !told.has(id));
  return (
    <div class="advised">
      <ul class="answer-rows" aria-label={t("Most important first")}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            label={optionText(options.get(row.option)!)}
            disabled={disabled}
            answer={() => sendAnswer(question, row.option, "tap", optionText(options.get(row.option)!))}
          />
        ))}
      </ul>
      {rest.length > 0 && plain(rest)}
    </div>
  );
}

/** A note that the rows are not there yet, and a way to continue without them. */
export function AdviceAwaited({ question, goOn }: { question: Question; goOn: () => void }) {
  return (
    <div class="advice-awaited">
      <p class="waiting" role="status">
        {question.advising === "moving"
          ? t("The odds are computed once the models are still …")
          : t("Working out the odds …")}
      </p>
      <Press class="plain-button" data-without-odds onPress={goOn}>
        {t("Choose without them")}
      </Press>
    </div>
  );
}

/** Rows that stand for no single answer, since several are given at once: to be read beside the form. */
export function RowsToRead({ question }: { question: Question }) {
  const rows = (question.advice?.rows ?? []).filter(({ option }) => option === "");
  if (rows.length === 0) return null;
  return (
    <ul class="answer-rows to-read" aria-label={t("Most important first")}>
      {rows.map((row) => (
        <li key={row.key} class="answer-row" data-row={row.key}>
          <span class="row-head">{row.target ? <Who id={row.target} /> : <strong>{row.text}</strong>}</span>
          <Chances odds={row.odds} />
          <Facts row={row} />
        </li>
      ))}
    </ul>
  );
}

function Row({
  row,
  label,
  disabled,
  answer,
}: {
  row: AdviceRow;
  label: string;
  disabled: boolean;
  answer: () => void;
}) {
  const here = useRef<HTMLLIElement>(null);
  const open = useSignal(false);
  const picked = pickedTarget.value === row.target;
  useEffect(() => {
    if (picked) here.current?.scrollIntoView({ block: "nearest" });
  }, [picked]);
  useEffect(() => () => point(row.key, false), []);
  const state = `${row.closed ? " is-closed" : ""}${litRows.value.has(row.key) ? " lit" : ""}`;
  const looks = {
    ref: here,
    class: `answer-row style-${row.style.replace("_", "-")}${state}`,
    "data-row": row.key,
    "aria-current": picked ? ("true" as const) : undefined,
    onPointerEnter: () => point(row.key, true),
    onPointerLeave: () => point(row.key, false),
    onFocusCapture: () => point(row.key, true),
    onBlurCapture: () => point(row.key, false),
  };
  // a reaction is what its own model does: the label says which
  const who = row.target ? <Who id={row.target} {...(row.kind === "reaction" && { label })} /> : <span>{label}</span>;
  if (row.closed) return <Closed row={row} who={who} looks={looks} />;
  const sums = row.odds.some((odds) => odds.sums.length > 0) || row.clause !== "";
  return (
    <li {...looks}>
      <Press class="big answer" disabled={disabled} data-option={row.option} onPress={answer}>
        <span class="row-head">
          {row.badge && <strong class="badge-text">{row.badge}</strong>}
          {who}
          <FactText fact={factOf(row, "range")} />
        </span>
        {row.text && <span class="reason">{row.text}</span>}
        <Chances odds={row.odds} />
        <Facts row={row} />
      </Press>
      {sums && (
        <Press
          class="plain-button sums-button"
          aria-expanded={open.value}
          aria-label={t("Why? The calculation for {model}", {
            model: row.target && row.kind !== "reaction" ? nameOf(row.target) : label,
          })}
          data-sums={row.key}
          onPress={() => (open.value = !open.value)}
        >
          {t("Why?")}
        </Press>
      )}
      {open.value && <Sums row={row} />}
    </li>
  );
}

function point(key: string, on: boolean): void {
  if (on) pointedRow.value = key;
  else if (pointedRow.value === key) pointedRow.value = null;
}

function Closed({ row, who, looks }: { row: AdviceRow; who: ComponentChildren; looks: object }) {
  return (
    <li {...looks}>
      <button type="button" class="big closed" disabled data-option={row.option}>
        {who}
        <span>
          {row.closed} {row.clause && <small>[{row.clause}]</small>}
        </span>
        <small>{row.facts.filter(({ key }) => key === "range").map(({ text }) => text)}</small>
        {row.badge && <strong class="badge-text">{row.badge}</strong>}
      </button>
    </li>
  );
}

function factOf(row: AdviceRow, key: string): AdviceFact | undefined {
  return row.facts.find((fact) => fact.key === key);
}

function FactText({ fact }: { fact: AdviceFact | undefined }) {
  return fact ? <span class="range-fact">{fact.text}</span> : null;
}

/** The facts beside the range; what is unsure stands below, by itself. */
function Facts({ row }: { row: AdviceRow }) {
  const beside = row.facts.filter(({ key }) => key !== "range" && key !== "one-sided");
  const warnings = row.facts.flatMap(({ key, text, unsure }) => [
    ...(key === "one-sided" ? [text] : []),
    ...(unsure ? [t("Too close to call: {unsure}", { unsure })] : []),
  ]);
  return (
    <>
      <span class="row-facts">
        {beside.map(({ key, label, text }) => (
          <span key={key} data-fact={key}>
            <span class="fact-label">{label}</span> {text}
          </span>
        ))}
      </span>
      {warnings.map((warning) => (
        <span key={warning} class="row-warning">
          {warning}
        </span>
      ))}
    </>
  );
}

function Chances({ odds }: { odds: AdviceOdds[] }) {
  if (odds.length === 0) return null;
  return (
    <span class="row-chances">
      {odds.map(({ label, share }) => (
        <span key={label}>
          {label} <b>{percentChance(share)}</b>
          <ChanceBar share={share} />
        </span>
      ))}
    </span>
  );
}

/** How the chances come about, line by line. */
function Sums({ row }: { row: AdviceRow }) {
  return (
    <dl class="row-sums">
      {newLines(row.odds).map(({ label, share, sums }) => (
        <div key={label}>
          <dt>
            {label} <b>{percentChance(share)}</b>
          </dt>
          {sums.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
      {row.clause && (
        <div>
          <dt>[{row.clause}]</dt>
        </div>
      )}
    </dl>
  );
}

/** On the board: a line to each answer, that of the row that is pointed at lit. */
export function AnswerLines() {
  return <AdviceLines rows={boardRows.value} lit={litRows.value} />;
}
