// Numbers by touch: keys for the faces of dice, and a pad for lengths.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { decimalSign, t } from "../i18n.ts";
import { marked, typedInches } from "./lengths.ts";
import { Press } from "./press.tsx";

// A finger that bounces comes back sooner than one that means the same number again.
export const BOUNCE_MS = 90;

export function Keys({
  values,
  label,
  onKey,
  disabled = false,
  name,
  good,
  columns,
  box,
}: {
  values: readonly number[];
  label?: (value: number) => string;
  onKey: (value: number) => void;
  disabled?: boolean;
  name: string;
  /** Whether a value succeeds; tinted then. */
  good?: (value: number) => boolean;
  /** The number of keys in a row; as many as fit unless it is given. */
  columns?: number | undefined;
  box?: RefObject<HTMLDivElement | null>;
}) {
  const rows = columns ? { "data-columns": columns, style: { "--columns": String(columns) } } : {};
  return (
    <div class="keys" ref={box ?? null} role="group" aria-label={name} {...rows}>
      {values.map((value) => (
        <Press
          key={value}
          class={good?.(value) ? "key succeeds" : "key"}
          rest={BOUNCE_MS}
          disabled={disabled}
          data-key={value}
          onPress={() => onKey(value)}
        >
          {label?.(value) ?? value}
        </Press>
      ))}
    </div>
  );
}

/** A length in the unit of this device, with decimals; `start` stands there until the first key. */
export function LengthPad({
  name,
  done,
  start = "",
  disabled = false,
  onDone,
}: {
  name: string;
  done: string;
  start?: string;
  disabled?: boolean;
  onDone: (inches: number) => void;
}) {
  const text = useSignal("");
  const sign = decimalSign();
  const number = typedInches(text.value);
  const ready = /\d/.test(text.value) && Number.isFinite(number);
  const typeKey = (key: string) => () => {
    if (text.value.length < 5 && !(key === sign && text.value.includes(sign))) text.value += key;
  };
  return (
    <div class="inches-pad">
      <div class="typed-row">
        <output class="typed" aria-label={name}>
          {text.value ? marked(text.value) : <span class="soft">{marked(start || "0")}</span>}
        </output>
        <Press class="big go" disabled={disabled || !ready} onPress={() => onDone(number)}>
          {done}
        </Press>
      </div>
      <div class="keys" role="group" aria-label={name}>
        {[..."1234567890"].map((key) => (
          <Press key={key} class="key" rest={BOUNCE_MS} disabled={disabled} data-key={key} onPress={typeKey(key)}>
            {key}
          </Press>
        ))}
        <Press
          class="key"
          rest={BOUNCE_MS}
          disabled={disabled}
          aria-label={t("Decimal point")}
          data-key="."
          onPress={typeKey(sign)}
        >
          {sign}
        </Press>
        <Press
          class="key"
          rest={BOUNCE_MS}
          disabled={disabled}
          aria-label={t("Delete the last digit")}
          onPress={() => (text.value = text.value.slice(0, -1))}
        >
          ⌫
        </Press>
      </div>
    </div>
  );
}
