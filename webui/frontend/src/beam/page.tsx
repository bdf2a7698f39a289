// The page of a projector over the table: black, with light on the mat and on roofs where it belongs.
//
// The board is drawn once for each height that light falls on, and aimed by a transform of its own. Tags stay dark: the
// camera has to read them. The page shows what a spectator may know, in every browser.

import { useEffect } from "preact/hooks";
import { ActingRings, LiveWays } from "../board/acting.tsx";
import { Board } from "../board/board.tsx";
import { Intentions } from "../board/intentions.tsx";
import { MachineArrow } from "../board/machine_move.tsx";
import { MomentMarks, momentText, shownMoment } from "../board/moments.tsx";
import { RangeRings } from "../board/range_rings.tsx";
import { Scenery } from "../board/scenery.tsx";
import { AdviceLines, Alerts, Marks, Nudged, Trails } from "../board/signs.tsx";
import { liveTable, svgOutline, useSpace } from "../board/space.ts";
import { Reach } from "../board/wedge.tsx";
import { intentions, liveWays, machineMove } from "../game/acting_store.ts";
import { Action } from "../game/action.tsx";
import { boardMarks } from "../game/advised_store.ts";
import { t } from "../i18n.ts";
import { game, logPosition, receiveGame, receiveLog } from "../net/game_store.ts";
import { followStream, onEvent, reportOnOpen } from "../net/stream.ts";
import { chosenModel, ground, listedRanges, modelById, models, partnerId } from "../net/table_store.ts";
import { advice, drawnRows, marks, rings } from "../table/advice.ts";
import { startQueries } from "../table/queries.ts";
import type { Beam } from "../types/beam.ts";
import type { Model } from "../types/table.ts";
import { shortLength } from "../ui/lengths.ts";
import { keepAwake } from "../ui/wake_lock.ts";
import { boardTransform, knowsHeights, litHeights, PX_PER_IN, surfaceClip, tagCorners } from "./aim.ts";
import "./beam.css";
import { calibrate, dots, followBeam, followPointer, isPointing, refused, view } from "./store.ts";

onEvent<Parameters<typeof receiveGame>[0]>("game", receiveGame);
onEvent<Parameters<typeof receiveLog>[0]>("log", receiveLog);
reportOnOpen("log", logPosition);

// the height of a word at a model
const WORD_IN = 1.4;

const nothing = (): void => undefined;

export function BeamPage(_: { path: string }) {
  useEffect(() => {
    document.documentElement.classList.add("beam-page");
    followStream();
    keepAwake();
    startQueries();
    followBeam();
    followPointer();
  }, []);
  const beam = view.value?.beam ?? null;
  return (
    <main
      class={isPointing.value ? "beam" : "beam unpointed"}
      data-beam={beam ? (view.value!.moved ? "moved" : "aimed") : "none"}
    >
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
        <Surface key={z} beam={beam} z={z} clip={surfaceClip(terrain, z, width_in, depth_in)} />
      ))}
      {/* words are cut by no edge of terrain */}
      <Surface beam={beam} z={0} clip="none" />
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

/** The board as it falls on a height. clip: the part of it that lies there; "none": for words, which lie anywhere. */
function Surface({ beam, z, clip }: { beam: Beam; z: number; clip: string }) {
  const { width_in, depth_in } = ground.value;
  const aimed = {
    width: `${width_in * PX_PER_IN}px`,
    height: `${depth_in * PX_PER_IN}px`,
    transform: boardTransform(beam, z, depth_in),
  };
  return (
    <div
      class={clip === "none" ? "beam-surface beam-words" : "beam-surface"} /* no text */
      data-height={z}
      style={clip === "none" ? aimed : { ...aimed, clipPath: clip }}
    >
      <LitBoard />
    </div>
  );
}

function LitBoard() {
  return (
    <Board shown={liveTable.value} layers={[]} look={null} byKeys={false} bare onTap={nothing} under={<Under />}>
      <Marks marks={chosenModel.value ? marks.value : boardMarks.value} />
      <MomentMarks />
      <MomentAtModel />
      <RangeToTarget />
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
      {model ? <ActingRings models={[model.id, partnerId.value ?? ""]} /> : <Action />}
      <Trails />
    </>
  );
}

/** HIT, where the model stands. */
function MomentAtModel() {
  const moment = shownMoment.value;
  const model = moment && modelById.value.get(moment.model);
  return model ? <WordAt model={model} text={momentText(moment.kind)} /> : null;
}

/** How far the target is. */
function RangeToTarget() {
  const range = listedRanges.value.find(({ model }) => model.id === partnerId.value);
  return range && !shownMoment.value ? <WordAt model={range.model} text={shortLength(range.range.range_in)} /> : null;
}

/** A word before a model: its tag, which stays dark, is behind it. */
function WordAt({ model: { x_in, y_in, heading_rad, base }, text }: { model: Model; text: string }) {
  const { up } = useSpace();
  const off = base.length_in / 2 + WORD_IN;
  const [x, y] = up([x_in + off * Math.cos(heading_rad), y_in + off * Math.sin(heading_rad)]);
  return (
    <text class="beam-word" x={x} y={y + WORD_IN * 0.36} font-size={WORD_IN}>
      {text}
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

/** The only button, and why it should be pressed. It is dark while all is well and nobody moves the pointer. */
function Bar({ beam }: { beam: Beam | null }) {
  const moved = view.value?.moved ?? false;
  const isNeeded = !beam || moved || refused.value !== "";
  return (
    <div class={`beam-bar${isNeeded || isPointing.value ? "" : " resting"}`}>
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
