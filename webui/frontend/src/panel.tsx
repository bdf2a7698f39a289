// The side of the page that is read: who stands where, and how far everyone is from the chosen model.

import { Badge, sideNumber } from "./marks.tsx";
import { byId, chosen, listed, models, partner, ranges, select, selected, table, whom } from "./state.ts";
import type { Model, Range } from "./state.ts";
import { condition, inches, margin, slopes, whereabouts } from "./words.ts";

export function Panel() {
  const gone = selected.value !== null && !byId.value.has(selected.value) && table.value !== null;
  return (
    <aside class="panel" aria-label={chosen.value ? `Ranges from ${chosen.value.name}` : "Models"}>
      {chosen.value ? <Ranges from={chosen.value} /> : <Everyone gone={gone} />}
    </aside>
  );
}

function Everyone({ gone }: { gone: boolean }) {
  const order = [...models.value].sort((a, b) => a.code.localeCompare(b.code, undefined, { numeric: true }));
  return (
    <>
      <header class="head">
        <h1>{models.value.length} models on the table</h1>
        <p>{gone ? "That model is no longer on the table. " : ""}Tap a model to see its ranges.</p>
      </header>
      <ul class="rows">
        {order.map((model) => (
          <li key={model.id}>
            <button type="button" class={`row side-${sideNumber(model.side)}`} onClick={() => select(model.id)}>
              <Badge model={model} />
              <Name model={model} />
            </button>
          </li>
        ))}
      </ul>
      <Notes />
    </>
  );
}

function Ranges({ from }: { from: Model }) {
  const waiting = ranges.value?.from !== from.id;
  return (
    <>
      <header class={`head chosen side-${sideNumber(from.side)}`}>
        <Badge model={from} />
        <div>
          <h1>{from.name}</h1>
          <p>
            {whereabouts(from)}
            {condition(from) && <em>{condition(from)}</em>}
          </p>
        </div>
        <button type="button" class="close" aria-label="Let go of this model" onClick={() => select(null)}>×</button>
      </header>
      <div class="choice" role="group" aria-label="Whose models">
        {([["all", "All"], ["other", "Other side"], ["own", "Own side"]] as const).map(([value, label]) => (
          <button type="button" key={value} aria-pressed={whom.value === value} onClick={() => (whom.value = value)}>
            {label}
          </button>
        ))}
      </div>
      <ul class="rows ranges" aria-busy={waiting}>
        {listed.value.map(({ range, model }) => (
          <li key={model.id}>
            <RangeRow range={range} model={model} />
          </li>
        ))}
      </ul>
      {!waiting && listed.value.length === 0 && <p class="none">Nobody else is there.</p>}
      <p class="foot">Inches between nearest base edges. The true range lies within ± nineteen times out of twenty.</p>
    </>
  );
}

function RangeRow({ range, model }: { range: Range; model: Model }) {
  const pressed = partner.value === model.id;
  return (
    <button
      type="button"
      class={`row side-${sideNumber(model.side)}`}
      data-range-to={model.id}
      aria-pressed={pressed}
      onClick={() => (partner.value = pressed ? null : model.id)}
    >
      <Badge model={model} />
      <Name model={model} level={slopes(range) && !range.contact ? `${inches(range.horizontal_in)}″ level` : ""} />
      {range.contact ? (
        <strong class="contact">contact</strong>
      ) : (
        <span class="far">
          <strong>{inches(range.range_in)}</strong>
          <small>± {margin(range.sigma_in)}</small>
        </span>
      )}
    </button>
  );
}

function Name({ model, level = "" }: { model: Model; level?: string }) {
  return (
    <span class="name">
      <span>{model.name}</span>
      <small>
        {whereabouts(model)}
        {level && `, ${level}`}
        {condition(model) && <em>{condition(model)}</em>}
      </small>
    </span>
  );
}

function Notes() {
  const { absent = [], problems = [], unknown_tags = [] } = table.value ?? {};
  if (absent.length + problems.length + unknown_tags.length === 0) return null;
  return (
    <section class="notes">
      <h2>Notes</h2>
      <ul>
        {problems.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {absent.length > 0 && <li>Not on the table: {absent.map((model) => `${model.name} (${model.code})`).join(", ")}.</li>}
        {unknown_tags.length > 0 && <li>Tags that belong to no model: {unknown_tags.join(", ")}.</li>}
      </ul>
    </section>
  );
}
