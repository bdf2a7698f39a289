// What would be if the chosen model stood elsewhere.

import { DeclareButton } from "../game/declaring.tsx";
import { t } from "../i18n.ts";
import { ghostPlace, listedRanges, whatIf } from "../net/table_store.ts";
import type { Model, WhatIf } from "../types/table.ts";
import { lengthText } from "../ui/lengths.ts";
import { RangeRow } from "./rows.tsx";
import { nudgeGhost, toggleWhatIf } from "./tools.ts";

const STEP_IN = 0.5;
const STEPS: [string, string, number, number][] = [
  ["←", t("Half an inch to the left"), -STEP_IN, 0],
  ["→", t("Half an inch to the right"), STEP_IN, 0],
  ["↑", t("Half an inch up"), 0, STEP_IN],
  ["↓", t("Half an inch down"), 0, -STEP_IN],
];

export function WhatIfPanel({ from }: { from: Model }) {
  const found = whatIf.value?.model === from.id ? whatIf.value : null;
  return (
    <>
      <header class="head chosen">
        <div>
          <h1>{t("What if {model} stood there?", { model: from.name })}</h1>
        </div>
        <button type="button" class="close" aria-label={t("Close “What if”")} onClick={toggleWhatIf}>×</button>
      </header>
      <p class="none">{t("Drag the outline, or tap a place. Nothing on the table changes.")}</p>
      <div class="choice steps" role="group" aria-label={t("Half an inch")}>
        {STEPS.map(([arrow, label, dx, dy]) => (
          <button type="button" key={arrow} aria-label={label} onClick={() => nudgeGhost(dx, dy)}>{arrow}</button>
        ))}
      </div>
      <Way found={found} />
      <DeclareButton model={from.id} way={found?.fits === false ? [] : (found?.way?.points ?? [])} done={toggleWhatIf} />
      <ul class="rows ranges" aria-busy={!found}>
        {ghostPlace.value && listedRanges.value.map(({ range, model }) => (
          <li key={model.id}>
            <RangeRow range={range} model={model} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The length of the shortest path, and the move that it needs. */
function Way({ found }: { found: WhatIf | null }) {
  const far = found?.way?.length_in ?? null;
  const unfit = found !== null && (found.fits === false || far === null || found.within?.ok === false);
  return (
    <p class={unfit ? "way unfit" : "way"} role="status">
      <strong>{far !== null ? lengthText(far) : found ? t("No path") : "…"}</strong>
      <span>{found && (found.why_not || (far === null ? "" : (found.within?.text ?? t("by the shortest path"))))}</span>
    </p>
  );
}
