// An open question, the seat that answers it, and the form that fits it.

import { useSignal } from "@preact/signals";
import { Side } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { unsentCommands } from "../net/command_queue.ts";
import { game, isTable, offline, questionKey } from "../net/game_store.ts";
import type { Json, Question } from "../types/game.ts";
import { MarkedText, WordsButton } from "../ui/book_words.tsx";
import { optionText, seatName, withNames } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { AnnounceNext } from "./announce.tsx";
import { CountForm, PickForm } from "./amounts.tsx";
import { Assignment, Choices, YesNo } from "./choices.tsx";
import { ReachedRows } from "./declaring.tsx";
import { DicePad } from "./dice.tsx";
import { DrawForm } from "./drawn_items.tsx";
import { EndsByItself } from "./ends_by_itself.tsx";
import { HandHint } from "./hand.tsx";
import { Hint } from "./hint.tsx";
import { MeasuredForm } from "./measured.tsx";
import { isAnswered, sendAnswer } from "./mutations.ts";
import { PoolPad } from "./pool.tsx";
import { optionsOf, shapeOf } from "./question_shape.ts";
import "./question.css";
import { Steady } from "./steady.tsx";

export function QuestionCard({ question }: { question: Question }) {
  const side = question.seat ?? moverSide(question);
  return (
    <section
      class="question"
      data-question={question.key}
      data-kind={question.kind}
      aria-label={side ? t("Question for {side}", { side: seatName(side) }) : t("Question for both players")}
    >
      <header>
        {side ? <Side seat={side} /> : <span class="side-mark both">{t("Both players")}</span>}
        <h2 tabIndex={-1} data-focus-first>
          <MarkedText text={question.text} />
        </h2>
      </header>
      {question.mine ? (
        <Steady>
          <Form question={question} />
        </Steady>
      ) : (
        <p class="waiting" role="status">
          {side ? t("Waiting for {sides} …", { sides: seatName(side) }) : t("The players at the table answer this.")}
        </p>
      )}
      <ReachedRows question={question} />
      {question.mine && <WordsButton texts={textsOf(question)} besides={question.text} />}
    </section>
  );
}

/** The other texts of a question: its answers, the reasons for closed ones, and the modifiers of its dice. */
function textsOf({ ask }: Question): string[] {
  const check = (ask.check ?? ask) as unknown as { modifiers?: { why?: unknown }[] };
  const options = optionsOf(ask).flatMap((option) => [optionText(option), withNames(option.why_not ?? "")]);
  return [...options, ...(check.modifiers ?? []).map(({ why }) => String(why ?? ""))];
}

/** The side whose model moves: the question is open to the table, but that side's hand moves. */
function moverSide({ ask }: Question): string {
  return shapeOf(ask) === "way" ? (game.value?.names[String(ask.model)]?.side ?? "") : "";
}

function Form({ question }: { question: Question }) {
  const sent = isAnswered(question);
  const unsent = unsentCommands.value.some((command) => command.about === questionKey(question)) && offline.value;
  if (sent)
    return (
      <p class="waiting" role="status">
        {unsent ? t("Entered, not sent yet.") : t("Sent …")}
      </p>
    );
  return (
    <>
      <Fitting question={question} />
      <Hint question={question} />
      <EndsByItself question={question} />
      {isTable.value && shapeOf(question.ask) === "way" && <HandHint />}
      {isTable.value && <AnnounceNext question={question} />}
    </>
  );
}

/** The form alone; it stays in use while the server is gone, since its answer is kept. */
export function Fitting({ question, disabled = false }: { question: Question; disabled?: boolean }) {
  const shape = shapeOf(question.ask);
  switch (shape) {
    case "roll":
      return <DicePad question={question} disabled={disabled} />;
    case "throw":
      return <PoolPad question={question} disabled={disabled} />;
    case "draw":
      return <DrawForm question={question} disabled={disabled} />;
    case "choose":
      return <Choices question={question} disabled={disabled} />;
    case "assign":
      return <Assignment question={question} disabled={disabled} />;
    case "count":
      return <CountForm question={question} disabled={disabled} />;
    case "pick":
      return <PickForm question={question} disabled={disabled} />;
    case "confirm":
    case "settle":
      return <YesNo question={question} disabled={disabled} />;
    case "other":
      return <Unknown question={question} disabled={disabled} />;
  }
  return <MeasuredForm question={question} disabled={disabled} shape={shape} />;
}

const KNOWN = ["kind", "seat", "seen_by", "secret", "purpose"];

/** A question of a kind that this page has never met: what it carries, and a line to answer in. */
function Unknown({ question, disabled }: { question: Question; disabled: boolean }) {
  const text = useSignal("");
  const fields = Object.entries(question.ask).filter(([name]) => !KNOWN.includes(name));
  return (
    <form
      class="unknown"
      onSubmit={(event) => {
        event.preventDefault();
        sendAnswer(question, parseTyped(text.value), "keypad", t("An answer"));
      }}
    >
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll("_", " ")}</dt>
            <dd>{typeof value === "string" ? withNames(value) : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {question.measured && (
        <Press
          class="big go"
          disabled={disabled || !question.measured.ready}
          onPress={() => sendAnswer(question, question.measured!.raw, "table", t("Measurement"))}
        >
          {question.measured.says}
        </Press>
      )}
      <label>
        {t("Answer")}
        <input
          type="text"
          autocomplete="off"
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="big go" disabled={disabled || !text.value}>
        {t("Answer {question}", { question: question.verb })}
      </button>
    </form>
  );
}

function parseTyped(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
