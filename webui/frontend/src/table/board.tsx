// The board of the table page: around the models what the player asked for.

import { Bubble } from "./bubble.tsx";
import { LiveWays } from "../board/acting.tsx";
import { Board } from "../board/board.tsx";
import { Supposition, TapeLine } from "../board/handles.tsx";
import { Intentions } from "../board/intentions.tsx";
import { MachineArrow } from "../board/machine_move.tsx";
import { nearestModel } from "../board/marks.tsx";
import { MomentMarks, MomentWords } from "../board/moments.tsx";
import { photoWanted, togglePhoto } from "../board/orthophoto.ts";
import { RangeRings } from "../board/range_rings.tsx";
import { RangeLines, RangeNumbers } from "../board/ranges.tsx";
import { AdviceLines, Alerts, Marks, Nudged, Trails } from "../board/signs.tsx";
import { svgOutline, useSpace } from "../board/space.ts";
import { StrokeSheet } from "../board/stroke.tsx";
import { Reach } from "../board/wedge.tsx";
import { AnswerLines } from "../game/advised.tsx";
import { boardMarks } from "../game/advised_store.ts";
import { carrying } from "../game/hand.tsx";
import { hintedMove } from "../game/hint.tsx";
import { openCard } from "../game/strip.tsx";
import { intentions, liveWays, machineMove } from "../game/acting_store.ts";
import { Action } from "../game/action.tsx";
import { PlacingDraft } from "../game/placing.tsx";
import { placeByTap } from "../game/placing_store.ts";
import { t, tp } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { chosenModel, ghostPlace, models, sightReasons, whatIf } from "../net/table_store.ts";
import { ThenBoard } from "../replay/board.tsx";
import { pastPosition } from "../replay/position_store.ts";
import type { Model, Point } from "../types/table.ts";
import { namesBothWays, RotateButton } from "../ui/rotate_page.tsx";
import { ToolButton } from "../ui/tool_button.tsx";
import { advice, drawnRows, marks, rings, ringsShown, shownKey } from "./advice.ts";
import {
  goAlong,
  MOST_TURNS,
  moveTapeEnd,
  placeOf,
  pulledTape,
  stroking,
  tapBoard,
  type TapeEnd,
  tapeEnds,
  tapeReading,
  toggleTape,
} from "./tools.ts";

// A finger that lets go of a tape this near to a model means the model.
const CATCH_IN = 2.5;

export function TableBoard() {
  if (pastPosition.value) return <ThenBoard />;
  return (
    <Board
      onTap={(at, model) => placeByTap(at) || tapBoard(at, model)}
      onHold={(model) => model in (game.value?.state.models ?? {}) && (openCard.value = model)}
      {...(!carrying.value && { onPull: pullTape })}
      bothWays={namesBothWays.value}
      tools={<Tools />}
      under={<Under />}
      over={
        <>
          <Bubble />
          <MomentWords />
        </>
      }
    >
      <RangeNumbers />
      <Marks marks={sightReasons.value ? new Map() : chosenModel.value ? marks.value : boardMarks.value} />
      <MomentMarks />
      <Nudged nudged={game.value?.nudged ?? []} />
      <LiveWays ways={liveWays.value} />
      <Intentions intentions={intentions.value} />
      {machineMove.value && <MachineArrow move={machineMove.value} />}
      {hintedMove.value && <MachineArrow move={hintedMove.value} />}
      <Alerts alerts={game.value?.alerts ?? []} />
      <Ghosted />
      <PlacingDraft />
      <Stroke />
      <Tape />
    </Board>
  );
}

function Under() {
  const model = chosenModel.value;
  return (
    <>
      {model && ringsShown.value && !sightReasons.value && (
        <RangeRings
          rings={rings.value}
          base={model.base}
          heading={model.heading_rad}
          at={ghostPlace.value ?? [model.x_in, model.y_in]}
        />
      )}
      {advice.value ? <GameReach /> : <Reach />}
      {!model && <Action />}
      <Trails />
      <RangeLines />
      {!sightReasons.value && <AdviceLines rows={drawnRows.value} />}
      <AnswerLines />
    </>
  );
}

/** The places that the rules allow the chosen model. */
function GameReach() {
  const { up } = useSpace();
  const region = advice.value!.regions.find(({ key }) => key === shownKey.value);
  return region ? (
    <path class="reachable" d={svgOutline(region.rings, up)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />
  ) : null;
}

function Ghosted() {
  const model = chosenModel.value;
  if (!model || !ghostPlace.value) return null;
  const found = whatIf.value?.model === model.id ? whatIf.value : null;
  return (
    <Supposition
      model={model}
      at={ghostPlace.value}
      way={found?.way?.points ?? []}
      fits={found?.fits ?? null}
      move={(to) => (ghostPlace.value = to)}
    />
  );
}

/** A sheet for the stroke that draws the path, as long as one is wanted. */
function Stroke() {
  const model = chosenModel.value;
  if (!model || !ghostPlace.value || !stroking.value) return null;
  return (
    <StrokeSheet
      from={[model.x_in, model.y_in]}
      most={MOST_TURNS}
      draw={goAlong}
      done={() => (stroking.value = false)}
    />
  );
}

/** A tape from a model to the finger; it catches a model there. Without a place there is none. */
function pullTape(model: string, at: Point | null, done: boolean): void {
  if (at === null) {
    pulledTape.value = null;
    return;
  }
  const caught = done ? models.value.find((other) => other.id !== model && reaches(other, at)) : undefined;
  pulledTape.value = [{ model }, caught ? { model: caught.id } : { at }];
}

function reaches({ x_in, y_in, base }: Model, at: Point): boolean {
  return Math.hypot(x_in - at[0], y_in - at[1]) <= Math.max(base.width_in, base.length_in, CATCH_IN) / 2;
}

function PulledTape() {
  const ends = (pulledTape.value ?? []).map(placeOf);
  if (ends.length === 0 || ends.includes(null)) return null;
  const { line_in: line = null, range_in: far = null } = tapeReading.value ?? {};
  const [from, to] = ends as [Point, Point];
  return <TapeLine ends={[from, to]} line={line} far={far ?? Math.hypot(to[0] - from[0], to[1] - from[1])} />;
}

function Tape() {
  const { px } = useSpace();
  if (pulledTape.value) return <PulledTape />;
  if (!tapeEnds.value) return null;
  const ends = tapeEnds.value.map(placeOf);
  if (ends.includes(null)) return null;
  const caught = (at: Point): TapeEnd => {
    const model = nearestModel(models.value, at, px);
    return model === null ? { at } : { model };
  };
  return (
    <TapeLine
      ends={ends as Point[]}
      line={tapeReading.value?.line_in ?? null}
      far={tapeReading.value?.range_in ?? null}
      move={(end, at) => moveTapeEnd(end, { at })}
      done={(end, at) => moveTapeEnd(end, caught(at))}
    />
  );
}

function Tools() {
  return (
    <>
      <RotateButton />
      <ToolButton
        word={tp("a button of the board", "Photo")}
        name={t("Photo of the table")}
        isOn={photoWanted.value}
        flip={togglePhoto}
      >
        <path d="M3 5h18v14H3Zm0 11 5-5 4 4 3-3 6 5M15.5 9.5h.01" />
      </ToolButton>
      <ToolButton
        word={tp("a button of the board", "Tape")}
        name={tp("a button of the board", "Tape measure")}
        isOn={tapeEnds.value !== null}
        flip={toggleTape}
      >
        <path d="M2 8h20v8H2Zm4 0v4m4-4v3m4-3v4m4-4v3" />
      </ToolButton>
    </>
  );
}
