// The board of the table page: around the models what the player asked for.

import { Bands } from "../board/bands.tsx";
import { Board } from "../board/board.tsx";
import { Supposition, TapeLine } from "../board/handles.tsx";
import { nearest } from "../board/marks.tsx";
import { Lines, Numbers } from "../board/ranges.tsx";
import { Alerts, Nudged, Priority, Trails } from "../board/signs.tsx";
import { outline, path, useSpace } from "../board/space.ts";
import { Reach } from "../board/wedge.tsx";
import { chosen, ghost, models, reasons, supposed } from "../net/state.ts";
import type { Point } from "../net/state.ts";
import { ThenBoard } from "../replay/board.tsx";
import { then } from "../replay/past.ts";
import { alerts, banded, bands, first, foresight, nudged, reachKind } from "./foresight.ts";
import { bothWays, FlipButton } from "./flip.tsx";
import { type End, moveEnd, placeOf, tape, taped, takeTape, tapped } from "./tools.ts";

export function TableBoard() {
  if (then.value) return <ThenBoard />;
  return (
    <Board onTap={tapped} bothWays={bothWays.value} tools={<Tools />} under={<Under />}>
      <Numbers />
      <Priority targets={reasons.value ? [] : first.value} />
      <Nudged nudged={nudged.value} />
      <Alerts alerts={alerts.value} />
      <Ghosted />
      <Tape />
    </Board>
  );
}

function Under() {
  const model = chosen.value;
  return (
    <>
      {model && banded.value && !reasons.value && (
        <Bands bands={bands.value} base={model.base} heading={model.heading_rad} at={ghost.value ?? [model.x_in, model.y_in]} />
      )}
      {foresight.value ? <GameReach /> : <Reach />}
      <Trails />
      <Lines />
    </>
  );
}

/** Where the rules let the chosen model go, or whom it can charge. */
function GameReach() {
  const { up } = useSpace();
  const region = foresight.value!.reach.find((each) => each.kind === reachKind.value);
  if (region) return <path class="reachable" d={outline(region.rings, up)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />;
  if (reachKind.value !== "charge") return null;
  return (
    <g class="charges">
      {foresight.value!.charges.map((charge) => (
        <path key={charge.target} class={charge.lawful ? "charge" : "charge too-far"} d={path(charge.way_in, up)} vector-effect="non-scaling-stroke" />
      ))}
    </g>
  );
}

function Ghosted() {
  const model = chosen.value;
  if (!model || !ghost.value) return null;
  const found = supposed.value?.model === model.id ? supposed.value : null;
  return <Supposition model={model} at={ghost.value} way={found?.way?.points ?? []} fits={found?.fits ?? null} move={(to) => (ghost.value = to)} />;
}

function Tape() {
  const { px } = useSpace();
  if (!tape.value) return null;
  const ends = tape.value.map(placeOf);
  if (ends.includes(null)) return null;
  const caught = (at: Point): End => {
    const model = nearest(models.value, at, px);
    return model === null ? { at } : { model };
  };
  return (
    <TapeLine
      ends={ends as Point[]}
      line={taped.value?.line_in ?? null}
      far={taped.value?.range_in ?? null}
      move={(end, at) => moveEnd(end, { at })}
      done={(end, at) => moveEnd(end, caught(at))}
    />
  );
}

function Tools() {
  return (
    <>
      <FlipButton />
      <button type="button" aria-pressed={tape.value !== null} aria-label="Tape measure" onClick={takeTape}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 8h20v8H2Zm4 0v4m4-4v3m4-3v4m4-4v3" />
        </svg>
      </button>
    </>
  );
}
