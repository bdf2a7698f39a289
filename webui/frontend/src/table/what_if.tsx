// The result of placing the chosen model elsewhere.

import { DeclareButton } from "../game/declaring.tsx";
import { t, tn } from "../i18n.ts";
import { ghostPlace, ghostTurns, listedRanges, whatIf } from "../net/table_store.ts";
import type { Model, WhatIf } from "../types/table.ts";
import { lengthText } from "../ui/lengths.ts";
import { RangeRow } from "./rows.tsx";
import { Press } from "../ui/press.tsx";
import { goStraight, MOST_TURNS, nudgeGhost, stroking, toggleWhatIf, turnHere } from "./tools.ts";

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
        <button type="button" class="close" aria-label={t("Close “What if”")} onClick={toggleWhatIf}>
          ×
        </button>
      </header>
      <p class="none">
        {stroking.value
          ? t("Draw the path in one stroke, from the model to where it ends.")
          : t("Drag the outline, or tap a place. Nothing on the table changes.")}
      </p>
      <Way found={found} />
      <Turns possible={found !== null && found.fits !== false && found.way !== null} />
      <div class="choice steps" role="group" aria-label={t("Half an inch")}>
        {STEPS.map(([arrow, label, dx, dy]) => (
          <button type="button" key={arrow} aria-label={label} onClick={() => nudgeGhost(dx, dy)}>
            {arrow}
          </button>
        ))}
      </div>
      <DeclareButton
        model={from.id}
        way={found?.fits === false ? [] : (found?.way?.points ?? [])}
        done={toggleWhatIf}
      />
      <ul class="rows ranges" aria-busy={!found}>
        {ghostPlace.value &&
          listedRanges.value.map(({ range, model }) => (
            <li key={model.id}>
              <RangeRow range={range} model={model} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** Drawing a path of one's own: it goes by the places that were named, and on to where the model is supposed next. */
function Turns({ possible }: { possible: boolean }) {
  const turns = ghostTurns.value.length;
  return (
    <div class="choice" role="group" aria-label={t("The path")}>
      <Press data-stroke aria-pressed={stroking.value} onPress={() => (stroking.value = !stroking.value)}>
        {t("Draw the path")}
      </Press>
      <Press data-turn-here disabled={!possible || turns === MOST_TURNS} onPress={turnHere}>
        {t("Via this point")}
      </Press>
      {turns > 0 && (
        <Press data-no-turns onPress={goStraight}>
          {t("The shortest path")}
        </Press>
      )}
    </div>
  );
}

/** The length of the path, and the move that it needs. */
function Way({ found }: { found: WhatIf | null }) {
  const far = found?.way?.length_in ?? null;
  const turns = ghostTurns.value.length;
  const by = turns > 0 ? tn("via {n} point", "via {n} points", turns) : t("by the shortest path");
  const unfit = found !== null && (found.fits === false || far === null || found.within?.ok === false);
  return (
    <p class={unfit ? "way unfit" : "way"} role="status">
      <strong>{far !== null ? lengthText(far) : found ? t("No path") : "…"}</strong>
      <span>{found && (found.why_not || (far === null ? "" : (found.within?.text ?? by)))}</span>
    </p>
  );
}
