// The fields of a half of a score card, as the rulebook of the event declares them: keys for numbers, and marks.

import { t } from "../i18n.ts";
import type { ScoreField, Scoring } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { type EnteredHalf, LOST } from "./score_words.ts";

// a number up to this has a key for each value; a larger one is typed
const MOST_KEYS = 24;

/** The largest number; nobody loses more models than there are. */
function mostOf({ key, of_force, most }: ScoreField, models: number): number {
  if (of_force) return models;
  return key === LOST && models > 0 ? Math.min(most, models) : most;
}

interface FieldProps {
  field: ScoreField;
  models: number;
  half: EnteredHalf;
  disabled: boolean;
  onChange: (half: EnteredHalf) => void;
}

/** All numbers of a half. models: of the player's force. named: whether each is named, where it is not the only one. */
export function NumberFields({
  scoring,
  models,
  half,
  label,
  keys,
  onChange,
}: {
  scoring: Scoring;
  models: number;
  half: EnteredHalf;
  label: string;
  keys: string;
  onChange: (half: EnteredHalf) => void;
}) {
  const numbers = scoring.fields.filter(({ kind }) => kind === "number");
  return (
    <>
      {numbers.map((field) => {
        const props = { field, models, half, disabled: half.conceded, onChange };
        const most = mostOf(field, models);
        return (
          <div key={field.key} class="score-field">
            {numbers.length > 1 || !field.of_force ? <h3>{field.title}</h3> : null}
            {most <= MOST_KEYS || field.of_force ? (
              <ValueKeys
                {...props}
                most={most}
                label={numbers.length > 1 ? `${label}: ${field.title}` : label}
                keys={keys}
              />
            ) : (
              <TypedValue {...props} most={most} label={label} />
            )}
          </div>
        );
      })}
    </>
  );
}

function ValueKeys({
  field,
  half,
  disabled,
  most,
  label,
  keys,
  onChange,
}: FieldProps & { most: number; label: string; keys: string }) {
  return (
    <div class={keys} role="group" aria-label={label}>
      {Array.from({ length: most + 1 }, (_, value) => (
        <Press
          key={value}
          class="key"
          rest={90}
          {...{ [`data-${field.key}`]: value }}
          aria-pressed={half.values[field.key] === value}
          disabled={disabled}
          onPress={() => onChange({ ...half, values: { ...half.values, [field.key]: value } })}
        >
          {value}
        </Press>
      ))}
    </div>
  );
}

function TypedValue({ field, half, disabled, most, label, onChange }: FieldProps & { most: number; label: string }) {
  const typed = half.values[field.key];
  const enter = (text: string): void => {
    const { [field.key]: _before, ...others } = half.values;
    const value = Number(text);
    const fits = /^\d+$/.test(text) && value <= most;
    onChange({ ...half, values: fits ? { ...others, [field.key]: value } : others });
  };
  return (
    <label>
      {t("A number from 0 to {most}", { most })}{" "}
      <input
        type="text"
        inputMode="numeric"
        name={field.key}
        aria-label={`${label}: ${field.title}`}
        maxLength={3}
        autocomplete="off"
        disabled={disabled}
        value={typed ?? ""}
        onInput={(event) => enter(event.currentTarget.value.trim())}
      />
    </label>
  );
}

/** The marks of a card, without concession. taken: those that the other player has, and nobody else can. */
export function listMarks({ fields }: Scoring, taken?: EnteredHalf): { key: string; title: string; taken: boolean }[] {
  return fields
    .filter(({ kind }) => kind === "mark")
    .map(({ key, title, alone }) => ({ key, title, taken: alone && (taken?.values[key] ?? 0) > 0 }));
}

export function withMark(half: EnteredHalf, key: string): EnteredHalf {
  return { ...half, values: { ...half.values, [key]: half.values[key] ? 0 : 1 } };
}
