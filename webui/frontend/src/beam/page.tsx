// The page of a projector over the table: black, with light on the mat and on roofs where it belongs.
//
// The board is drawn once for each height that light falls on, and aimed by a transform of its own. Tags stay dark: the
// camera has to read them. Whoever opens the page sees what a spectator may know.

import { useEffect } from "preact/hooks";
import { ActingRings, ActionLine, LiveWays, MoveRegions } from "../board/acting.tsx";
import { Board } from "../board/board.tsx";
import { Intentions } from "../board/intentions.tsx";
import { MachineArrow } from "../board/machine_move.tsx";
import { MomentMarks, momentText, shownMoment } from "../board/moments.tsx";
import { RangeRings } from "../board/range_rings.tsx";
import { Scenery } from "../board/scenery.tsx";
import { AdviceLines, Alerts, Marks, Nudged, Trails } from "../board/signs.tsx";
import { liveTable, svgOutline, useSpace } from "../board/space.ts";
import { Reach } from "../board/wedge.tsx";
import {
  actionPair,
  advisedWays,
  intentions,
  liveWays,
  machineMove,
  moveRegions,
  ringedModels,
} from "../game/acting_store.ts";
import { boardMarks } from "../game/advised_store.ts";
import { t } from "../i18n.ts";
import { game, logPosition, receiveGame, receiveLog } from "../net/game_store.ts";
import { followStream, onEvent, reportOnOpen } from "../net/stream.ts";
import { actionWhy, chosenModel, ground, modelById, models } from "../net/table_store.ts";
import { advice, drawnRows, marks, rings } from "../table/advice.ts";
import { startQueries } from "../table/queries.ts";
import type { Beam } from "../types/beam.ts";
import { keepAwake } from "../ui/wake_lock.ts";
import { boardTransform, knowsHeights, litHeights, PX_PER_IN, surfaceClip, tagCorners } from "./aim.ts";
import "./beam.css";
import { calibrate, dots, followBeam, refused, view } from "./store.ts";

onEvent<Parameters<typeof receiveGame>[0]>("game", receiveGame);
onEvent<Parameters<typeof receiveLog>[0]>("log", receiveLog);
reportOnOpen("log", logPosition);

const nothing = (): void => undefined;

export function BeamPage(_: { path: string }) {
  useEffect(() => {
    document.documentElement.classList.add("beam-page");
    followStream();
    keepAwake();
    startQueries();
    followBeam();
  }, []);
  const beam = view.value?.beam ?? null;
  return (
    <main class="beam" data-beam={beam ? (view.value!.moved ? "moved" : "aimed") : "none"}>
      {beam && !dots.value?.alone && <Light beam={beam} />}
      {dots.value && <Dots />}
      {!dots.value && <Bar beam={beam} />}
    </main>
  );
}

/** The board at each height, and darkness on tags. */
function Light({ beam }: { beam: Beam }) {
  const { terrain, width_in, depth_in } = ground.value;
  const tags = view.value?.tags ?? {};
  return (
    <div
      class="beam-light"
      style={{ transform: `scale(${innerWidth / beam.width}, ${innerHeight / beam.height})` }}
      aria-hidden="true"
    >
      {litHeights(beam, terrain).map((z) => (
        <div
          key={z}
          class="beam-surface"
          data-height={z}
          style={{
            width: `${width_in * PX_PER_IN}px`,
            height: `${depth_in * PX_PER_IN}px`,
            transform: boardTransform(beam, z, depth_in),
            clipPath: surfaceClip(terrain, z, width_in, depth_in),
          }}
        >
          <LitBoard />
        </div>
      ))}
      <svg class="beam-shade" width={beam.width} height={beam.height}>
        {models.value.flatMap((model) =>
          (tags[model.id] ?? []).map((corners, number) => (
            <polygon key={`${model.id} ${number}`} points={tagCorners(beam, model, corners).join(" ")} />
          )),
        )}
      </svg>
    </div>
  );
}

function LitBoard() {
  return (
    <Board shown={liveTable.value} layers={[]} look={null} byKeys={false} bare onTap={nothing} under={<Under />}>
      <Marks marks={chosenModel.value ? marks.value : boardMarks.value} />
      <MomentMarks />
      <MomentAtModel />
      <Nudged nudged={game.value?.nudged ?? []} />
      <LiveWays ways={liveWays.value} />
      <Intentions intentions={intentions.value} />
      {machineMove.value && <MachineArrow move={machineMove.value} />}
      <Alerts alerts={game.value?.alerts ?? []} />
    </Board>
  );
}

function Under() {
  const { up } = useSpace();
  const model = chosenModel.value;
  const region = advice.value?.regions[0];
  return (
    <>
      <Scenery templates={game.value?.scenery ?? []} />
      {model && (
        <RangeRings rings={rings.value} base={model.base} heading={model.heading_rad} at={[model.x_in, model.y_in]} />
      )}
      {region ? (
        <path
          class="reachable"
          d={svgOutline(region.rings, up)}
          fill-rule="evenodd"
          vector-effect="non-scaling-stroke"
        />
      ) : (
        <Reach />
      )}
      <AdviceLines rows={drawnRows.value} />
      {!model && <Action />}
      <Trails />
    </>
  );
}

/** The action in progress: who acts, how far, and on whom. */
function Action() {
  const pair = actionPair.value;
  const [from, to] = [modelById.value.get(pair?.from ?? ""), modelById.value.get(pair?.to ?? "")];
  const why = actionWhy.value?.viewer === pair?.from && actionWhy.value?.target === pair?.to ? actionWhy.value : null;
  return (
    <>
      <MoveRegions regions={moveRegions.value} />
      <AdviceLines rows={advisedWays.value} />
      <ActingRings models={ringedModels.value} />
      {from && to && <ActionLine from={from} to={to} why={why} />}
    </>
  );
}

/** HIT, where the model stands. */
function MomentAtModel() {
  const { up } = useSpace();
  const model = modelById.value.get(shownMoment.value?.model ?? "");
  if (!model) return null;
  const [x, y] = up([model.x_in, model.y_in]);
  return (
    <text class="beam-moment" x={x} y={y - model.base.length_in} font-size={1.4} data-moment={shownMoment.value!.kind}>
      {momentText(shownMoment.value!.kind)}
    </text>
  );
}

function Dots() {
  const { places, radius } = dots.value!;
  return (
    <svg class="beam-dots" aria-hidden="true" data-dots={places.length}>
      {places.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
      ))}
    </svg>
  );
}

/** The only button, and why it should be pressed. */
function Bar({ beam }: { beam: Beam | null }) {
  const moved = view.value?.moved ?? false;
  return (
    <div class={`beam-bar${beam && !moved && !refused.value ? " resting" : ""}`}>
      <p role="status">
        {refused.value ||
          (moved
            ? t("The projector was moved: calibrate it again.")
            : beam && !knowsHeights(beam)
              ? t("The camera saw too few dots on roofs: only the mat is lit.")
              : "")}
      </p>
      <button type="button" class="big" onClick={() => void calibrate()}>
        {t("Calibrate")}
      </button>
    </div>
  );
}
