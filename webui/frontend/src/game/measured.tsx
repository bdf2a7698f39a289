// The table's measurements: shown live, accepted with one tap, and entered by hand where the camera cannot measure.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Who } from "../board/seat_marks.tsx";
import { listed, t, tn, tx } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { modelById, table } from "../net/table_store.ts";
import type { Fields, Json, OfferedMeasurement, Question } from "../types/game.ts";
import { LengthPad } from "../ui/keypad.tsx";
import { lengthFigures, shortLength, unit } from "../ui/lengths.ts";
import { nameOf } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { sendAnswer } from "./mutations.ts";
import { PlacingByHand } from "./placing.tsx";
import "./measured.css";
import { asStrings } from "./question_shape.ts";
import { Steady } from "./steady.tsx";

type Give = (raw: Json, source: string) => void;

// A table that has not looked by then will not look in time.
const PATIENCE_MS = 4000;
const NOTHING_YET = { says: "–", raw: 0 };

/** A question that the table can answer; `give` puts a value in place of one already taken. Whether the table or a
 * player measures changes by a tap alone: only the wait for the table's first look ends by itself. A model that is
 * still to be put down is waited for as long as it takes. */
export function MeasuredForm({ question, disabled, shape }: { question: Question; disabled: boolean; shape: string }) {
  const by = useSignal<"wait" | "table" | "hand">(
    question.measured ? "table" : question.awaited ? "wait" : unmeasured(question),
  );
  const late = useSignal(false);
  const seen = useRef(question.measured);
  if (question.measured) seen.current = question.measured;
  if (by.value === "wait" && (question.measured || !question.awaited || late.value))
    by.value = question.measured ? "table" : unmeasured(question);
  useEffect(() => {
    const timer = setTimeout(() => (late.value = true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const give: Give = (raw, source) => sendAnswer(question, raw, source, t("Measurement"));
  switch (by.value) {
    case "wait":
      return (
        <p class="waiting" role="status" data-awaited>
          {t("The table is measuring …")}
        </p>
      );
    case "table":
      return (
        <Steady>
          <Live
            question={question}
            measured={question.measured}
            last={seen.current}
            disabled={disabled}
            give={give}
            byHand={() => (by.value = "hand")}
          />
        </Steady>
      );
    case "hand":
      return (
        <Steady>
          <Unseen ask={question.ask} measured={seen.current !== null} />
          <ByHand ask={question.ask} shape={shape} disabled={disabled} give={(raw) => give(raw, "keypad")} />
          {question.measured && (
            <Press class="plain-button" disabled={disabled} data-by-table onPress={() => (by.value = "table")}>
              {t("Measured by the table: {length}", { length: question.measured.says })}
            </Press>
          )}
        </Steady>
      );
  }
}

/** The measurer until the table has measured: the table, if the model has yet to be put down before the camera. */
function unmeasured({ ask, kind }: Question): "table" | "hand" {
  return kind === "Deploy" && table.value?.camera.state === "good" && missing(ask).length ? "table" : "hand";
}

/** Why nothing was measured when the question came; it stays, so that nothing moves when the camera sees more. */
function Unseen({ ask, measured }: { ask: Fields; measured: boolean }) {
  const text = useRef(measured ? "" : unseenText(ask));
  return text.current ? (
    <p class="lead" data-unseen>
      {text.current}
    </p>
  ) : null;
}

/** The models to show to the camera, if their absence prevents the measurement. */
function unseenText(ask: Fields): string {
  if ("piece" in ask) return "";
  const models = missing(ask).map(nameOf);
  return models.length
    ? t("The camera does not see {models}. Measure by hand.", { models: listed(models) })
    : t("The camera cannot see this. Measure by hand.");
}

/** The models of a question that the camera does not see. */
function missing(ask: Fields): string[] {
  const members = Object.values(asRecord(ask.members ?? null)).flatMap(asStrings);
  const concerned = ["part" in ask || "within_in" in ask ? null : ask.model, ask.viewer]
    .flatMap((one) => (one ? [String(one)] : []))
    .concat(asStrings(ask.others), asStrings(ask.targets), asStrings(ask.models));
  if (members.length > 0) return members.filter((id) => !modelById.value.has(id));
  const placed = (game.value?.scenery ?? []).map(({ id }) => id);
  return [...new Set(concerned)].filter((id) => !modelById.value.has(id) && !placed.includes(id));
}

interface LiveProps {
  question: Question;
  /** The table's present measurement; null while it does not see enough. */
  measured: OfferedMeasurement | null;
  /** Its last measurement; null: nothing yet. */
  last: OfferedMeasurement | null;
  disabled: boolean;
  give: Give;
  byHand: () => void;
}

/** The reason comes last, so that the buttons stay where they are when it does. */
function Live({ question, measured, last, disabled, give, byHand }: LiveProps) {
  const { says, raw } = measured ?? last ?? NOTHING_YET;
  const allowance = Number(question.ask.allowance_in ?? NaN);
  const gone = lengthOf(raw);
  const whyNot = measured
    ? !measured.ready && (measured.why_not || stillMeasuring())
    : last
      ? unseenText(question.ask)
      : awaitedText(question.ask);
  return (
    <div class="measured">
      <output class={measured ? "live-length" : "live-length unseen"} aria-live="off">
        {says}
      </output>
      {gone !== null && Number.isFinite(allowance) && (
        <meter
          class={gone > allowance ? "over" : ""}
          min={0}
          max={Math.max(allowance, gone)}
          value={gone}
          aria-label={t("{gone} of {allowance}", { gone: shortLength(gone), allowance: shortLength(allowance) })}
        />
      )}
      <div class="done-or-by-hand">
        <Press class="big go" disabled={disabled || !measured?.ready} data-done onPress={() => give(raw, "table")}>
          {t("Done")}
        </Press>
        <Press class="plain-button" disabled={disabled} onPress={byHand}>
          {t("Measure by hand")}
        </Press>
      </div>
      <p class="why-not" role="status">
        {whyNot}
      </p>
    </div>
  );
}

function stillMeasuring(): string {
  return t("Wait a moment: the table is still measuring.");
}

/** The step that the first measurement waits for: the model, or, once it is seen, the measurement. */
function awaitedText(ask: Fields): string {
  const models = missing(ask).map(nameOf);
  return models.length
    ? t("Put {models} on the table: the camera measures the position.", { models: listed(models) })
    : stillMeasuring();
}

function lengthOf(raw: Json): number | null {
  const said = raw && typeof raw === "object" && !Array.isArray(raw) ? raw.length_in : raw;
  const value = Array.isArray(said) ? said[0] : said;
  return typeof value === "number" ? value : null;
}

/** The same question put to the players; `was`: the answer that is to be corrected. */
export function ByHand({
  ask,
  shape,
  disabled,
  give,
  was = null,
}: {
  ask: Fields;
  shape: string;
  disabled: boolean;
  give: (raw: Json) => void;
  was?: Json;
}) {
  if (shape === "way")
    return (
      <LengthPad
        name={unit === "cm" ? t("Distance moved, in centimetres") : t("Distance moved, in inches")}
        done={t("Enter")}
        disabled={disabled}
        start={startOf(was)}
        onDone={(inches) => give(inches)}
      />
    );
  if (shape === "ranges") return <RangesByHand ask={ask} disabled={disabled} give={give} was={was} />;
  if (shape === "sight") return <SightByHand ask={ask} disabled={disabled} give={give} was={was} />;
  if (shape === "placing") return <PlacingByHand ask={ask} disabled={disabled} give={give} />;
  if (shape === "standing") return <StandingByHand ask={ask} disabled={disabled} give={give} was={was} />;
  return <ContactByHand ask={ask} disabled={disabled} give={give} was={was} />;
}

function startOf(was: Json): string {
  const length = lengthOf(was);
  return length === null ? "" : lengthFigures(length, 1);
}

type HandForm = { ask: Fields; disabled: boolean; give: (raw: Json) => void; was: Json };

/** One model after the other; a correction of one leaves the others as they were. */
function RangesByHand({ ask, disabled, give, was }: HandForm) {
  const others = asStrings(ask.others);
  const before = asRecord(was);
  const said = useSignal<Record<string, Json>>({ ...before });
  const at = useSignal(0);
  const other = others[at.value]!;
  return (
    <div class="by-hand">
      {others.length > 1 && (
        <OneOf
          ids={others}
          at={at.value}
          done={(id) => id in said.value}
          choose={(n) => (at.value = n)}
          title={(id) => titleOf(ask, id)}
        />
      )}
      <p class="lead">
        {tx("From {model} to {other}", {
          model: <Who id={String(ask.model)} label={titleOf(ask, String(ask.model))} />,
          other: <Who id={other} label={titleOf(ask, other)} />,
        })}
      </p>
      <LengthPad
        key={other}
        name={
          unit === "cm"
            ? t("Centimetres to {model}", { model: titleOf(ask, other) })
            : t("Inches to {model}", { model: titleOf(ask, other) })
        }
        start={startOf(said.value[other] ?? null)}
        done={
          was === null && Object.keys({ ...said.value, [other]: 0 }).length < others.length ? t("Next") : t("Enter")
        }
        disabled={disabled}
        onDone={(inches) => {
          const now = (said.value = { ...said.value, [other]: inches });
          const open = others.findIndex((id) => !(id in now));
          if (open < 0) give(now);
          else at.value = open;
        }}
      />
    </div>
  );
}

/** An answer that players give without the camera. */
interface HandChoice {
  label: string;
  raw: Json;
}

/** The form for a rulebook without choices of its own. */
function plainChoices(): HandChoice[] {
  return [
    { label: t("All of it"), raw: { visible: 1 } },
    { label: t("Half of it"), raw: { visible: 0.5 } },
    { label: t("Nothing, or too little"), raw: { visible: 0 } },
  ];
}

/** How much of each target shows, in the words of the rulebook. */
function SightByHand({ ask, disabled, give, was }: HandForm) {
  const targets = asStrings(ask.targets);
  const said = useSignal<Record<string, Json>>({ ...asRecord(was) });
  const at = useSignal(0);
  const choices = (ask.choices ?? []) as unknown as HandChoice[];
  const target = targets[at.value]!;
  function see(seen: Json): void {
    const now = (said.value = { ...said.value, [target]: seen });
    const open = targets.findIndex((id) => !(id in now));
    if (open < 0) give(now);
    else at.value = open;
  }
  return (
    <div class="by-hand">
      {targets.length > 1 && (
        <OneOf
          ids={targets}
          at={at.value}
          done={(id) => id in said.value}
          choose={(n) => (at.value = n)}
          title={(id) => titleOf(ask, id)}
        />
      )}
      <p class="lead">
        {tx("What does {model} see of {other}?", {
          model: <Who id={String(ask.viewer)} label={titleOf(ask, String(ask.viewer))} />,
          other: <Who id={target} label={titleOf(ask, target)} />,
        })}
      </p>
      <div class="choices">
        {(choices.length > 0 ? choices : plainChoices()).map(({ label, raw }, number) => (
          <Press key={label} class="big" disabled={disabled} data-choice={number} onPress={() => see(raw)}>
            {label}
          </Press>
        ))}
      </div>
    </div>
  );
}

function ContactByHand({ ask, disabled, give, was }: HandForm) {
  const others = asStrings(ask.others);
  const before = Array.isArray(was)
    ? was.map(String)
    : Object.entries(asRecord(was)).flatMap(([id, says]) => (says === "yes" ? [id] : []));
  const touching = useSignal<string[]>(before);
  const flip = (id: string): void => {
    touching.value = touching.value.includes(id)
      ? touching.value.filter((other) => other !== id)
      : [...touching.value, id];
  };
  return (
    <div class="by-hand">
      <p class="lead">
        {"part" in ask
          ? tx("Which models lie under {area}?", { area: <Who id={String(ask.model)} /> })
          : "within_in" in ask
            ? tx("Which models stand apart from {unit}?", { unit: titleOf(ask, String(ask.model)) })
            : tx("Which models does {model} touch?", { model: <Who id={String(ask.model)} /> })}
      </p>
      <div class="choices">
        {others.map((id) => (
          <Press
            key={id}
            class="big"
            disabled={disabled}
            aria-pressed={touching.value.includes(id)}
            data-option={id}
            onPress={() => flip(id)}
          >
            <Who id={id} />
          </Press>
        ))}
      </div>
      <Press class="big go" disabled={disabled} onPress={() => give(touching.value)}>
        {touching.value.length ? tn("Confirm {n} model", "Confirm {n} models", touching.value.length) : t("None")}
      </Press>
    </div>
  );
}

/** The place of each model: on the feature, beside it, or elsewhere. */
function StandingByHand({ ask, disabled, give, was }: HandForm) {
  const models = asStrings(ask.models);
  const places = useSignal<Record<string, string>>(
    Object.fromEntries(Object.entries(asRecord(was)).map(([model, place]) => [model, String(place)])),
  );
  const words: [string, string][] = [
    ["on", t("On it")],
    ["beside", t("Beside it")],
    ["away", t("Elsewhere")],
  ]; // no text
  return (
    <div class="by-hand assignment">
      <ul>
        {models.map((model) => (
          <li key={model}>
            <Who id={model} />
            <div class="choice" role="group" aria-label={nameOf(model)}>
              {words.map(([place, text]) => (
                <Press
                  key={place}
                  disabled={disabled}
                  data-item={model}
                  data-option={place}
                  aria-pressed={(places.value[model] ?? "away") === place}
                  onPress={() => (places.value = { ...places.value, [model]: place })}
                >
                  {text}
                </Press>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Press class="big go" disabled={disabled} data-confirm onPress={() => give(places.value)}>
        {t("Confirm")}
      </Press>
    </div>
  );
}

function OneOf({
  ids,
  at,
  done,
  choose,
  title = nameOf,
}: {
  ids: string[];
  at: number;
  done: (id: string) => boolean;
  choose: (at: number) => void;
  title?: (id: string) => string;
}): ComponentChildren {
  return (
    <div class="one-of" role="group" aria-label={t("Which model")}>
      {ids.map((id, number) => (
        <Press key={id} aria-pressed={number === at} onPress={() => choose(number)}>
          <Who id={id} label={title(id)} />
          {done(id) && " ✓"}
        </Press>
      ))}
    </div>
  );
}

/** The name of a model, or of a unit that the question is about. */
function titleOf(ask: Fields, id: string): string {
  const title = asRecord(ask.titles ?? null)[id];
  return typeof title === "string" ? title : nameOf(id);
}

function asRecord(value: Json): Record<string, Json> {
  return value && typeof value === "object" && !Array.isArray(value) ? value : {};
}
