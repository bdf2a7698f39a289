// Counters beside models: open, counted, known to their own seat alone, or face down.

import { t } from "../i18n.ts";
import type { Counter, ModelView } from "../types/views.ts";

export function Counters({ counters }: { counters: Counter[] }) {
  return (
    <>
      {counters.map((counter) => (
        <CounterMark key={`${counter.label} ${counter.value}`} counter={counter} />
      ))}
    </>
  );
}

function CounterMark({ counter: { label, value, kind } }: { counter: Counter }) {
  if (kind === "hidden")
    return (
      <span class="face-down" role="img" aria-label={t("{counter}, face down", { counter: label })}>
        ?
      </span>
    );
  if (kind === "number")
    return (
      <b>
        {label} {value}
      </b>
    );
  return <span class={kind === "own" ? "open-counter own" : "open-counter"}>{value ?? label}</span>;
}

/** Whatever lies beside a model. */
export function ModelMarks({ model }: { model: ModelView }) {
  return (
    <>
      <Counters counters={model.counters} />
      {model.markers.map((marker) => (
        <em key={marker}>{marker}</em>
      ))}
    </>
  );
}

/** The remaining amount of a model, with its unit. */
export function leftOf({ left, unit, left_text }: ModelView): string {
  return left_text || t("{left} {unit}", { left: left ?? "", unit });
}
