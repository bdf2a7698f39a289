// One line of the list of ranges: how far, what is seen, and the advice about it.

import { Badge, sideNumber } from "../board/marks.tsx";
import { t } from "../i18n.ts";
import { ghostPlace, partnerId } from "../net/table_store.ts";
import type { Model, Range } from "../types/table.ts";
import type { AdviceRow } from "../types/views.ts";
import { lengthFigures, lengthText } from "../ui/lengths.ts";
import { conditionText, isSloped, margin, whereabouts } from "../ui/words.ts";
import { ringText, rowByTarget } from "./advice.ts";
import { TargetAdvice } from "./advice_rows.tsx";
import { SightLine } from "./sight.tsx";

export function RangeRow({ range, model }: { range: Range; model: Model }) {
  const looks = { class: /* no text */ `row wide side-${sideNumber(model.side)}`, "data-range-to": model.id };
  const what = (
    <What range={range} model={model} row={ghostPlace.value ? undefined : rowByTarget.value.get(model.id)} />
  );
  // the reasons are those of where the model truly stands
  if (ghostPlace.value) return <div {...looks}>{what}</div>;
  return (
    <button type="button" {...looks} onClick={() => (partnerId.value = model.id)}>
      {what}
    </button>
  );
}

function What({ range, model, row }: { range: Range; model: Model; row: AdviceRow | undefined }) {
  const ring = ringText(range, row);
  return (
    <>
      <Badge model={model} />
      <Name
        model={model}
        level={
          isSloped(range) && !range.contact ? t("{range} horizontally", { range: lengthText(range.horizontal_in) }) : ""
        }
      />
      {range.contact ? (
        <strong class="contact">{t("contact")}</strong>
      ) : (
        <span class="far">
          <strong>{lengthFigures(range.range_in)}</strong>
          <small>± {margin(range.sigma_in)}</small>
          {ring && <small class="row-text">{ring}</small>}
        </span>
      )}
      <SightLine sight={range.sight} />
      <TargetAdvice row={row} />
    </>
  );
}

/** A model's name, and what is unusual about its place: most stand on the table. */
export function Name({ model, level = "" }: { model: Model; level?: string }) {
  const place = model.stands_on === "table" ? "" : whereabouts(model);
  const condition = conditionText(model);
  return (
    <span class="name">
      <span>{model.name}</span>
      {(place || level || condition) && (
        <small>
          {[place, level].filter(Boolean).join(", ")}
          {condition && <em class={place || level ? "" : "alone"}>{condition}</em>}
        </small>
      )}
    </span>
  );
}
