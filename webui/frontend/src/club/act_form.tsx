// The form of an act, drawn from the schema in which the server lists all acts of the organiser (tablecam/club/act.py).

import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Reason, Says, useMutation } from "./mutations.tsx";
import { organiserView } from "./organiser_store.ts";

const RETRY_MS = 2000;

type FieldValue = string | number | boolean;
type FieldValues = Record<string, FieldValue>;

interface ActField {
  name: string;
  kind: "text" | "date" | "player" | "number" | "choice" | "tie-break" | "counter" | "flag" | "reason" | "other";
  label: string;
  needed: boolean;
  choices: { value: string | number; text: string }[];
  usual: string[];
  longest: number;
  least: number;
  most: number | null;
  step: number;
  less: string;
  more: string;
  default?: FieldValue;
}

interface ActSchema {
  act: string;
  room: string;
  title: string;
  lead: string;
  hint: string;
  submit: string;
  fields: ActField[];
}

/** null until the server has sent it. */
export const acts = signal<ReadonlyMap<string, ActSchema> | null>(null);

export function loadActs(): void {
  if (acts.peek()) return;
  void ask<{ acts: ActSchema[] }>("/api/club/acts").then(
    (told) => (acts.value = new Map(told.acts.map((schema) => [schema.act, schema]))),
    () => setTimeout(loadActs, RETRY_MS),
  );
}

interface ActFormProps {
  act: string;
  /** FieldValues that are sent as they are; their fields have no input. */
  given?: object;
  /** The first values of the inputs. */
  start?: FieldValues;
  /** The least number of a field, if it is more than the schema's. */
  least?: Record<string, number>;
  /** The words of the key, and a mark for it; by default those of the schema. */
  submit?: string | ((values: FieldValues) => string);
  mark?: string;
  ready?: boolean | ((values: FieldValues) => boolean);
  /** The message after the act is done. */
  report?: string;
  onDone: () => void;
  /** Without it there is no key to cancel. */
  onCancel?: () => void;
  cancel?: string;
  /** Under the inputs, and beside the keys at the end. */
  below?: ComponentChildren;
  aside?: ComponentChildren;
  children?: ComponentChildren;
}

/** The inputs of an act and the keys to do it; children stand before the inputs. */
export function ActForm(props: ActFormProps) {
  const { act, given = {}, start = {}, ready = true, onDone, onCancel, children } = props;
  const schema = acts.value!.get(act)!;
  const changed = useSignal<FieldValues>({});
  const mutation = useMutation();
  const inputs = schema.fields.filter((field) => isInput(field) && !(field.name in given));
  const values: FieldValues = Object.fromEntries(
    inputs.map((field) => [field.name, changed.value[field.name] ?? start[field.name] ?? blank(field)]),
  );
  const complete =
    inputs.every((field) => !field.needed || String(values[field.name]).trim()) &&
    (typeof ready === "function" ? ready(values) : ready);
  const save = async (): Promise<void> => {
    if (complete && (await mutation.act(act, { ...values, ...given }, props.report))) onDone();
  };
  const text = typeof props.submit === "function" ? props.submit(values) : (props.submit ?? schema.submit);
  const key = (
    <Press
      class={onCancel ? "big go" : "big"}
      {...{ [`data-${props.mark ?? "yes"}`]: true }}
      disabled={mutation.busy || !complete}
      onPress={() => void save()}
    >
      {text}
    </Press>
  );
  return (
    <form
      class="club-form"
      data-act={act}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {schema.lead && <p class="lead">{schema.lead}</p>}
      {children}
      {schema.hint && inputs.every(({ kind }) => kind === "reason") && <p class="hint">{schema.hint}</p>}
      {inputs.map((field) => (
        <ActInput
          key={field.name}
          field={field}
          least={props.least?.[field.name] ?? field.least}
          value={values[field.name]!}
          onChange={(to) => (changed.value = { ...changed.value, [field.name]: to })}
        />
      ))}
      {schema.hint && inputs.some(({ kind }) => kind !== "reason") && <p class="hint">{schema.hint}</p>}
      {props.below}
      <Says mutation={mutation} />
      {onCancel ? (
        <div class="ends">
          <Press class="big" onPress={onCancel}>
            {props.cancel ?? t("Cancel")}
          </Press>
          {props.aside}
          {key}
        </div>
      ) : (
        key
      )}
    </form>
  );
}

/** The form in a sheet of its own. */
export function ActSheet({
  title,
  wide = false,
  onClose,
  ...props
}: Omit<ActFormProps, "onDone" | "onCancel"> & { title?: string; wide?: boolean; onClose: () => void }) {
  return (
    <Sheet title={title ?? acts.value!.get(props.act)!.title} onClose={onClose} wide={wide}>
      <ActForm {...props} onDone={onClose} onCancel={onClose} />
    </Sheet>
  );
}

/** A row of a page that says how something stands and opens a sheet to change it. */
export function SheetRow({
  mark,
  title,
  note,
  disabled = false,
  children,
}: {
  mark: string;
  title: string;
  note: (string | false)[];
  disabled?: boolean;
  children: (close: () => void) => ComponentChildren;
}) {
  const open = useSignal(false);
  return (
    <>
      <Press
        class="club-row boxed"
        {...{ [`data-${mark}`]: true }}
        disabled={disabled}
        onPress={() => (open.value = true)}
      >
        <span class="name">
          <b>{title}</b>
          <small>{note.filter(Boolean).join(", ")}</small>
        </span>
        <span aria-hidden="true">›</span>
      </Press>
      {open.value && children(() => (open.value = false))}
    </>
  );
}

/** Keys for the acts that the schema puts on a page of the desk. */
export function ActsOfRoom({ room }: { room: string }) {
  const open = useSignal("");
  const offered = [...acts.value!.values()].filter((schema) => schema.room === room && isOffered(schema));
  if (offered.length === 0) return null;
  return (
    <section class="club-form">
      {offered.map(({ act, title }) => (
        <Press key={act} class="big" data-open-act={act} onPress={() => (open.value = act)}>
          {title} …
        </Press>
      ))}
      {open.value && (
        <ActSheet
          act={open.value}
          start={{ book: organiserView.value!.scoring.book }}
          onClose={() => (open.value = "")}
        />
      )}
    </section>
  );
}

/** Whether the event has what an act changes: a campaign has counters. */
function isOffered({ fields }: ActSchema): boolean {
  const { settings } = organiserView.value!;
  return settings.counters.length > 0 || fields.every(({ kind }) => kind !== "counter");
}

function isInput(field: ActField): boolean {
  return field.kind !== "other" && (field.kind === "reason" || field.label !== "");
}

function blank(field: ActField): FieldValue {
  return (
    field.default ??
    {
      number: field.least,
      choice: field.choices[0]?.value ?? "",
      counter: choicesOf(field)[0]?.value ?? "",
      flag: false,
    }[field.kind as string] ??
    ""
  );
}

/** The choices; of tie-breaks and counters, those that the rulebook of the event has. */
function choicesOf({ kind, choices }: ActField): ActField["choices"] {
  if (kind === "counter") return organiserView.value!.settings.counters;
  if (kind !== "tie-break") return choices;
  return [...choices.filter(({ value }) => value === ""), ...organiserView.value!.settings.tie_break_choices];
}

interface ActInputProps {
  field: ActField;
  least: number;
  value: FieldValue;
  onChange: (to: FieldValue) => void;
}

function ActInput(props: ActInputProps) {
  const { field, value, onChange } = props;
  switch (field.kind) {
    case "reason":
      return <Reason usual={field.usual} value={String(value)} onChange={onChange} />;
    case "number":
      return <Stepper {...props} />;
    case "player":
      return <PlayerChoice {...props} />;
    case "choice":
    case "tie-break":
    case "counter":
      return (
        <div class="choice" role="group" aria-label={field.label}>
          {choicesOf(field).map((choice) => (
            <Press
              key={choice.value}
              {...{ [`data-${field.name}`]: choice.value === "" ? "none" : choice.value }}
              aria-pressed={value === choice.value}
              onPress={() => onChange(choice.value)}
            >
              {choice.text}
            </Press>
          ))}
        </div>
      );
    case "flag":
      return (
        <div class="choice" role="group" aria-label={field.label}>
          <Press {...{ [`data-${field.name}`]: true }} aria-pressed={value === true} onPress={() => onChange(!value)}>
            {field.label}
          </Press>
        </div>
      );
    default:
      return (
        <label>
          {field.label}{" "}
          <input
            type={(field.kind === "date" ? "date" : "text") as "text"}
            name={field.name}
            maxLength={field.kind === "date" ? undefined : field.longest}
            autocomplete="off"
            value={String(value)}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      );
  }
}

function Stepper({ field, least, value, onChange }: ActInputProps) {
  const number = Number(value);
  const sign = field.step > 1 ? String(field.step) : "";
  return (
    <div class="stepper" role="group" aria-label={field.label}>
      <span>{field.label}</span>
      <Press
        class="key"
        rest={90}
        aria-label={field.less || t("One less")}
        disabled={number <= least}
        onPress={() => onChange(number - field.step)}
      >
        −{sign}
      </Press>
      <output>{number}</output>
      <Press
        class="key"
        rest={90}
        aria-label={field.more || t("One more")}
        disabled={field.most !== null && number >= field.most}
        onPress={() => onChange(number + field.step)}
      >
        +{sign}
      </Press>
    </div>
  );
}

function PlayerChoice({ field, value, onChange }: ActInputProps) {
  const everybody = [...organiserView.value!.entrants].sort((one, other) => one.called.localeCompare(other.called));
  return (
    <label>
      {field.label}{" "}
      <select name={field.name} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t("Choose a player")}</option>
        {everybody.map((entrant) => (
          <option key={entrant.id} value={entrant.id}>
            {entrant.called}
          </option>
        ))}
      </select>
    </label>
  );
}
