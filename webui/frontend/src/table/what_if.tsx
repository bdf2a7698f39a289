// What would be if the chosen model stood elsewhere.

import { t } from "../i18n.ts";
import { ghostPlace, listedRanges, whatIf } from "../net/table_store.ts";
import { advice } from "../rulebooks/urban_war/advice.ts";
import type { Model, WhatIf } from "../types/table.ts";
import { inches } from "../ui/words.ts";
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

/** How far it is by the shortest way, and for which move that is near enough. */
function Way({ found }: { found: WhatIf | null }) {
  const far = found?.way?.length_in ?? null;
  const within = far === null ? null : moveFor(far);
  const unfit = found !== null && (found.fits === false || far === null || within === "");
  return (
    <p class={unfit ? "way unfit" : "way"} role="status">
      <strong>{far !== null ? `${inches(far)}″` : found ? t("No path") : "…"}</strong>
      <span>{found && (found.why_not || (within === "" ? t("farther than it may move") : (within ?? "")))}</span>
    </p>
  );
}

/** The move that is long enough, in words; "" where none is, "by the shortest way" where nobody limits it. */
function moveFor(far: number): string {
  const moves = advice.value?.reach ?? [];
  if (moves.length === 0) return t("by the shortest path");
  const enough = [...moves].sort((a, b) => a.inches - b.inches).find((each) => far <= each.inches);
  return enough ? t("within its {move} of {inches}″", { move: enough.kind, inches: enough.inches }) : "";
}
