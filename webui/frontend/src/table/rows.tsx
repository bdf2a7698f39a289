// One line of the list of ranges: how far, in which band, what is seen, and what a shot would do.

import { Badge, sideNumber } from "../board/marks.tsx";
import { ghost, partner } from "../net/state.ts";
import type { Model, Range } from "../net/state.ts";
import { condition, inches, margin, slopes, whereabouts } from "../ui/words.ts";
import { type Target, targets } from "./foresight.ts";
import { bandWords, Shooting } from "./shooting.tsx";
import { SightLine } from "./sight.tsx";

export function RangeRow({ range, model }: { range: Range; model: Model }) {
  const looks = { class: `row wide side-${sideNumber(model.side)}`, "data-range-to": model.id };
  const what = <What range={range} model={model} target={ghost.value ? undefined : targets.value.get(model.id)} />;
  // the reasons are those of where the model truly stands
  if (ghost.value) return <div {...looks}>{what}</div>;
  return (
    <button type="button" {...looks} onClick={() => (partner.value = model.id)}>
      {what}
    </button>
  );
}

function What({ range, model, target }: { range: Range; model: Model; target: Target | undefined }) {
  return (
    <>
      <Badge model={model} />
      <Name model={model} level={slopes(range) && !range.contact ? `${inches(range.horizontal_in)}″ level` : ""} />
      {range.contact ? (
        <strong class="contact">contact</strong>
      ) : (
        <span class="far">
          <strong>{inches(range.range_in)}</strong>
          <small>± {margin(range.sigma_in)}</small>
          <small class="band-name">{bandWords(range, target)}</small>
        </span>
      )}
      <SightLine sight={range.sight} />
      <Shooting target={target} />
    </>
  );
}

export function Name({ model, level = "" }: { model: Model; level?: string }) {
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
