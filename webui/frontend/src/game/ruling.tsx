// The umpire says what happened: a kind of event, and a form of what it takes; JSON only where there is no other way.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Side, Who } from "../board/seat_marks.tsx";
import { intentions } from "./acting_store.ts";
import { IntendedThen } from "./declaring.tsx";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, offline, seatIds } from "../net/game_store.ts";
import type { EventField, EventKind, Fields, Json } from "../types/game.ts";
import { withNames } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { capital } from "../ui/words.ts";

// what a field takes, as the server says it
const COUNTS_OF_SEATS = "whole of each seat"; // no text
const COUNTS_OF_MODELS = "whole of some models"; // no text

const open = signal(false);

export function startRuling(): void {
  open.value = true;
}

export function Ruling() {
  return open.value ? (
    <Sheet title={t("Record what happened instead")} wide onClose={closeRuling}>
      <IntendedThen texts={intentions.value.map(({ text }) => text)} />
      <Kinds />
    </Sheet>
  ) : null;
}

function closeRuling(): void {
  open.value = false;
}

function Kinds() {
  const forms = useSignal<EventKind[] | null>(null);
  const chosen = useSignal<EventKind | null>(null);
  const all = useSignal(false);
  const trouble = useSignal("");
  useEffect(() => {
    ask<{ events: EventKind[] }>("/api/game/events").then(
      (found) => (forms.value = found.events),
      (error: Error) => (trouble.value = error.message),
    );
  }, []);
  if (trouble.value)
    return (
      <p class="why-not" role="alert">
        {trouble.value}
      </p>
    );
  if (!forms.value)
    return (
      <p class="lead" role="status">
        {t("Loading …")}
      </p>
    );
  if (chosen.value) return <EventForm key={chosen.value.name} form={chosen.value} back={() => (chosen.value = null)} />;
  return (
    <>
      <div class="choices kinds">
        {forms.value
          .filter((form) => form.often || all.value)
          .map((form) => (
            <Press key={form.name} class="big" data-event={form.name} onPress={() => (chosen.value = form)}>
              <b>{form.title}</b>
              <small>{form.says}</small>
            </Press>
          ))}
      </div>
      <Press class="plain-button" aria-expanded={all.value} onPress={() => (all.value = !all.value)}>
        {all.value ? t("Only frequent corrections") : t("Everything that can happen")}
      </Press>
    </>
  );
}

function EventForm({ form, back }: { form: EventKind; back: () => void }) {
  const given = useSignal<Fields>(
    Object.fromEntries(form.fields.flatMap((field) => (field.usual === undefined ? [] : [[field.name, field.usual]]))),
  );
  const why = useSignal("");
  const written = useSignal<string | null>(null);
  const trouble = useSignal("");
  const plain = form.fields.filter((field) => field.takes !== "json");
  const unfilled = form.fields.filter((field) => !isFilled(field, given.value[field.name]));
  const put = (name: string, value: Json): void => {
    given.value = { ...given.value, [name]: value };
  };
  function say(): void {
    try {
      const event =
        written.value === null ? { name: form.name, ...given.value } : (JSON.parse(written.value) as object);
      sendCommand("/api/game/correct", { event, why: why.value }, t("Ruling: {what}", { what: form.title }));
      closeRuling();
    } catch {
      trouble.value = t("This is not valid JSON for the log.");
    }
  }
  const asJson = written.value !== null || unfilled.some((field) => field.takes === "json");
  return (
    <div class="ruling" data-form={form.name}>
      <p class="lead">
        <b>{form.title}.</b> {form.says}
      </p>
      {written.value === null &&
        plain.map((field) => (
          <section key={field.name} data-field={field.name}>
            <h3>
              {capital(field.title)} {field.says && field.takes !== "choice" && <small>{field.says}</small>}
            </h3>
            <Widget field={field} value={given.value[field.name] ?? null} put={(value) => put(field.name, value)} />
          </section>
        ))}
      {asJson && (
        <label>
          {t("As JSON for the log")}
          <textarea
            rows={4}
            spellcheck={false}
            value={written.value ?? JSON.stringify({ name: form.name, ...given.value })}
            onInput={(input) => (written.value = input.currentTarget.value)}
          />
        </label>
      )}
      <label>
        {t("Reason")}{" "}
        <input
          type="text"
          maxLength={200}
          value={why.value}
          onInput={(input) => (why.value = input.currentTarget.value)}
        />
      </label>
      {trouble.value && (
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="ends">
        <Press class="big" onPress={back}>
          {t("Something else")}
        </Press>
        <Press
          class="big go"
          data-ruled
          disabled={offline.value || !why.value.trim() || (written.value === null && unfilled.length > 0)}
          onPress={say}
        >
          {t("Confirm ruling")}
        </Press>
      </div>
    </div>
  );
}

/** Whether a field says enough: what need not be said may be empty, but nothing is half said. */
function isFilled(field: EventField, value: Json | undefined): boolean {
  if ([COUNTS_OF_SEATS, COUNTS_OF_MODELS].includes(field.takes)) {
    const counts = countsOf(value ?? null);
    const least = field.takes === COUNTS_OF_SEATS ? seatIds.value : [];
    const whole =
      Object.values(counts).every((count) => Number.isInteger(count)) && least.every((seat) => seat in counts);
    return whole && (!field.needed || Object.keys(counts).length > 0);
  }
  return (
    !field.needed || (value !== undefined && (value !== "" || field.takes === "winner" || field.takes === "loser"))
  );
}

/** The value to fill a field in with. */
function Widget({ field, value, put }: { field: EventField; value: Json; put: (value: Json) => void }) {
  switch (field.takes) {
    case "model":
      return <Models chosen={[String(value ?? "")]} flip={(id) => put(id === value && !field.needed ? "" : id)} />;
    case "loser":
      return <Models chosen={value === null ? [] : [String(value)]} flip={put} none={t("Nobody")} />;
    case "models": {
      const ids = Array.isArray(value) ? value.map(String) : [];
      return (
        <Models
          chosen={ids}
          flip={(id) => put(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])}
        />
      );
    }
    case "seat":
    case "winner":
      return (
        <Options
          values={[...seatIds.value, ...(field.needed && field.takes === "seat" ? [] : [""])]}
          value={value}
          put={put}
        />
      );
    case "choice":
      return <Options values={field.options ?? []} words={field.words ?? {}} value={value} put={put} />;
    case "flag":
      return <Options values={[true, false]} value={value} put={put} />;
    case COUNTS_OF_SEATS:
      return <Counts of={seatIds.value} counts={countsOf(value)} put={put} />;
    case COUNTS_OF_MODELS: {
      const counts = countsOf(value);
      const without = (id: string) => Object.fromEntries(Object.entries(counts).filter(([other]) => other !== id));
      return (
        <>
          <Models
            chosen={Object.keys(counts)}
            flip={(id) => put(id in counts ? without(id) : { ...counts, [id]: 0 })}
          />
          <Counts of={Object.keys(counts)} counts={counts} put={put} />
        </>
      );
    }
    case "numbers":
      return (
        <input
          type="text"
          inputMode="numeric"
          placeholder="3 9"
          aria-label={field.title}
          onInput={(input) => put(numbersOf(input.currentTarget.value))}
        />
      );
    case "whole":
    case "number":
      return (
        <input
          type="number"
          inputMode="decimal"
          step={field.takes === "whole" ? 1 : "any"}
          aria-label={field.title}
          value={typeof value === "number" ? value : ""}
          onInput={(input) =>
            put(Number.isFinite(input.currentTarget.valueAsNumber) ? input.currentTarget.valueAsNumber : "")
          }
        />
      );
  }
  return (
    <input
      type="text"
      maxLength={200}
      aria-label={field.title}
      value={String(value ?? "")}
      onInput={(input) => put(input.currentTarget.value)}
    />
  );
}

/** none: how it is called that it is no model; its id is empty. */
function Models({ chosen, flip, none }: { chosen: string[]; flip: (id: string) => void; none?: string }) {
  return (
    <div class="one-of">
      {Object.keys(game.value!.names).map((id) => (
        <Press key={id} data-option={id} aria-pressed={chosen.includes(id)} onPress={() => flip(id)}>
          <Who id={id} />
        </Press>
      ))}
      {none && (
        <Press data-option="" aria-pressed={chosen.includes("")} onPress={() => flip("")}>
          {none}
        </Press>
      )}
    </div>
  );
}

/** A whole number for each of these sides or models; what is empty or no whole number stays NaN, which is not sent. */
function Counts({ of, counts, put }: { of: string[]; counts: Record<string, number>; put: (value: Json) => void }) {
  return (
    <div class="counts">
      {of.map((id) => (
        <label key={id}>
          {seatIds.value.includes(id) ? <Side seat={id} /> : <Who id={id} />}
          <input
            type="number"
            inputMode="numeric"
            step={1}
            data-count={id}
            value={Number.isFinite(counts[id]) ? counts[id] : ""}
            onInput={(input) => put({ ...counts, [id]: input.currentTarget.valueAsNumber })}
          />
        </label>
      ))}
    </div>
  );
}

function countsOf(value: Json): Record<string, number> {
  return (value as Record<string, number> | null) ?? {};
}

function Options({
  values,
  words = {},
  value,
  put,
}: {
  values: (string | boolean)[];
  words?: Record<string, string>;
  value: Json;
  put: (value: Json) => void;
}) {
  return (
    <div class="one-of">
      {values.map((option) => (
        <Press
          key={String(option)}
          data-option={String(option)}
          aria-pressed={value === option}
          onPress={() => put(option)}
        >
          {typeof option === "boolean" ? (
            option ? (
              t("Yes")
            ) : (
              t("No")
            )
          ) : seatIds.value.includes(option) ? (
            <Side seat={option} />
          ) : option === "" ? (
            t("Neither")
          ) : (
            (words[option] ?? capital(withNames(option)))
          )}
        </Press>
      ))}
    </div>
  );
}

/** The faces of dice with blanks between them. */
function numbersOf(text: string): number[] {
  return text
    .split(/[^\d-]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isInteger);
}
