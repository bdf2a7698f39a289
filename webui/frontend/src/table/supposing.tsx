// What would be if the chosen model stood elsewhere.

import { ghost, listed, supposed } from "../net/state.ts";
import type { Model } from "../net/state.ts";
import { inches } from "../ui/words.ts";
import { RangeRow } from "./rows.tsx";
import { nudge, suppose } from "./tools.ts";

const STEP_IN = 0.5;
const STEPS: [string, string, number, number][] = [
  ["←", "left", -STEP_IN, 0],
  ["→", "right", STEP_IN, 0],
  ["↑", "up", 0, STEP_IN],
  ["↓", "down", 0, -STEP_IN],
];

export function Supposing({ from }: { from: Model }) {
  const found = supposed.value?.model === from.id ? supposed.value : null;
  return (
    <>
      <header class="head chosen">
        <div>
          <h1>What if {from.name} stood there?</h1>
        </div>
        <button type="button" class="close" aria-label="No more what if" onClick={suppose}>×</button>
      </header>
      <p class="none">Drag its outline, or tap where to. Nothing on the table changes.</p>
      <div class="choice steps" role="group" aria-label="Half an inch">
        {STEPS.map(([arrow, where, dx, dy]) => (
          <button type="button" key={where} aria-label={`Half an inch ${where}`} onClick={() => nudge(dx, dy)}>{arrow}</button>
        ))}
      </div>
      <p class={`way ${found?.fits === false ? "unfit" : ""}`} role="status">
        {found?.way && found.way.length_in !== null ? <strong>{inches(found.way.length_in)}″</strong> : <strong>{found ? "no way" : "…"}</strong>}
        {found && <span>{found.fits === false ? (found.why_not ?? "It may not go there.") : found.fits ? "it may go there" : found.way ? "by the shortest way" : (found.why_not ?? "")}</span>}
      </p>
      <ul class="rows ranges" aria-busy={!found}>
        {ghost.value && listed.value.map(({ range, model }) => (
          <li key={model.id}>
            <RangeRow range={range} model={model} />
          </li>
        ))}
      </ul>
    </>
  );
}
