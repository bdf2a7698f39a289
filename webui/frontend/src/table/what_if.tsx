// What would be if the chosen model stood elsewhere.

import { ghostPlace, listedRanges, whatIf } from "../net/table_store.ts";
import { advice } from "../rulebooks/urban_war/advice.ts";
import type { Model, WhatIf } from "../types/table.ts";
import { inches } from "../ui/words.ts";
import { RangeRow } from "./rows.tsx";
import { nudgeGhost, toggleWhatIf } from "./tools.ts";

const STEP_IN = 0.5;
const STEPS: [string, string, number, number][] = [
  ["←", "left", -STEP_IN, 0],
  ["→", "right", STEP_IN, 0],
  ["↑", "up", 0, STEP_IN],
  ["↓", "down", 0, -STEP_IN],
];

export function WhatIfPanel({ from }: { from: Model }) {
  const found = whatIf.value?.model === from.id ? whatIf.value : null;
  return (
    <>
      <header class="head chosen">
        <div>
          <h1>What if {from.name} stood there?</h1>
        </div>
        <button type="button" class="close" aria-label="No more what if" onClick={toggleWhatIf}>×</button>
      </header>
      <p class="none">Drag its outline, or tap where to. Nothing on the table changes.</p>
      <div class="choice steps" role="group" aria-label="Half an inch">
        {STEPS.map(([arrow, where, dx, dy]) => (
          <button type="button" key={where} aria-label={`Half an inch ${where}`} onClick={() => nudgeGhost(dx, dy)}>{arrow}</button>
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
      <strong>{far !== null ? `${inches(far)}″` : found ? "No way" : "…"}</strong>
      <span>{found && (found.why_not || (within === "" ? "further than it may go" : (within ?? "")))}</span>
    </p>
  );
}

/** The move that is long enough, in words; "" where none is, "by the shortest way" where nobody limits it. */
function moveFor(far: number): string {
  const moves = advice.value?.reach ?? [];
  if (moves.length === 0) return "by the shortest way";
  const enough = [...moves].sort((a, b) => a.inches - b.inches).find((each) => far <= each.inches);
  return enough ? `within its ${enough.kind} of ${enough.inches}″` : "";
}
