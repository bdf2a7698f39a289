// The table from above: true shapes at true places, to zoom and to pan. One board for play, for editing and for replay.
//
//   <Board />                                        the live table; a tap chooses a model
//   <Board shown={past} />                           a table from data (space.ts: Shown): nothing live is drawn
//   <Board layers={["terrain"]} onTap={add}>…</Board>
//
// shown     what stands there, who is chosen, and the sighting whose wedge is drawn; default: the live signals
// layers    which of "terrain" and "models" are drawn; default: both
// onTap     (place, model): table inches with y upwards, and the id of the model within a finger's width, or null;
//           default: chooses that model. Dragging and pinching never tap.
// under     layers between the terrain and the models; children: layers over everything
// look      a part of the table to fill the board with, in drawing coordinates, while it is given; null: the part that
//           the player chose
// byKeys    whether models are buttons for keys and screen readers too
// bothWays  whether the models' codes are to be read from the other side of the table as well
// bare      whether the table fills the board, without room around it
// tools     more buttons beside those that zoom
// over      HTML over the board, such as a bubble at a model
// onHold    (model): a long press on a model
// onPull    (model, place, done): a finger pulls from a model to a place; done: it is lifted; null: it began a pinch
//
// Layers are SVG, drawn in inches with y downwards; `useSpace()` gives `up` (table inches to drawn ones), `there` (a
// pointer event's place in table inches, right under any rotation of the page), and `px` (one screen pixel in inches: a
// handle of 48 px is `r={24 * px}`). Strokes want vector-effect="non-scaling-stroke". Something to be dragged uses
// d3-drag (drag.ts) on its own element: it keeps the gesture from the board.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ZoomTransform } from "d3-zoom";
import { t, tn, tp } from "../i18n.ts";
import type { Model, Point } from "../types/table.ts";
import { useSize } from "../ui/size.ts";
import { ToolButton } from "../ui/tool_button.tsx";
import "./board.css";
import { featureAt, Mat, Patterns, Terrain } from "./ground.tsx";
import { type Box, centreOf } from "./labels.ts";
import { chooseModel, codePlaces, Fallen, Marker, nearestModel } from "./marks.tsx";
import { Scenery } from "./scenery.tsx";
import { portraitRadii } from "./portraits.tsx";
import { useHold } from "./hold.ts";
import { InSpace, liveTable, type Shown, type Space } from "./space.ts";
import { useView } from "./view.ts";
import { HidingLabels, pairBox, Wedge } from "./wedge.tsx";

// Room around the table for the numbers along its edges; there are none on the right, and over it stand the sides.
const MARGIN_PX = 30;
const [LEFT_PX, RIGHT_PX] = [26, 4];
// On a board smaller than this fewer lines are drawn, or they hide the table.
const SMALL_PX = 480;
const STEP = 1.5;

export type Layer = "terrain" | "models";

export interface BoardProps {
  shown?: Shown;
  layers?: readonly Layer[];
  onTap?: (place: Point, model: string | null) => void;
  look?: Box | null;
  byKeys?: boolean;
  bothWays?: boolean;
  bare?: boolean;
  under?: ComponentChildren;
  tools?: ComponentChildren;
  over?: ComponentChildren;
  onHold?: (model: string) => void;
  onPull?: (model: string, to: Point | null, done: boolean) => void;
  children?: ComponentChildren;
}

export function Board({
  shown = liveTable.value,
  layers = ["terrain", "models"],
  onTap = (_place, model) => chooseModel(model),
  look,
  byKeys = true,
  bothWays = false,
  bare = false,
  under,
  tools,
  over,
  onHold,
  onPull,
  children,
}: BoardProps) {
  const { width_in, depth_in, terrain } = shown.ground;
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const locked = useSignal(false);
  const named = useSignal<number | null>(null);
  const whole = bare ? { x: 0, y: 0, width: width_in, height: depth_in } : wholeTable(width_in, depth_in, size);
  const { view, seen } = useView(svg, whole, () => locked.value);
  const px = whole.width / size.width / seen.value.k;
  const up = ([x, y]: Point): Point => [x, depth_in - y];
  const there = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(svg.current!.getScreenCTM()!.inverse());
    return up(seen.value.invert([point.x, point.y]));
  };
  const models = layers.includes("models") ? shown.models : [];
  const drawn = (model: Model): boolean => !shown.away?.has(model.id);
  // the keys come to the chosen model first, and go on from it by arrows
  const first = (models.find(({ id }) => id === shown.chosen) ?? models.find(drawn))?.id;
  const codes = codePlaces(models, up, px);
  const faces = portraitRadii(models, px);
  const space: Space = {
    shown,
    px,
    small: Math.min(size.width, size.height) < SMALL_PX,
    taken: codes,
    bothWays,
    up,
    there,
    onScreen: (place) => {
      const [x, y] = seen.value.apply(up(place));
      return {
        left: ((x - whole.x) / whole.width) * size.width,
        top: ((y - whole.y) / whole.height) * size.height,
        ...size,
      };
    },
  };
  const hold = useHold((event) => {
    const model = onHold && nearestModel(models.filter(drawn), there(event), px);
    if (model) onHold(model);
    return Boolean(model);
  });
  const pair = look === undefined ? pairBox(shown, up) : look;
  useLook(view, seen.value, pair, shown.why ? `${shown.why.viewer} ${shown.why.target}` : JSON.stringify(look ?? null));

  return (
    <InSpace.Provider value={space}>
      <div class="board">
        <svg
          ref={svg}
          viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}
          role={byKeys ? "group" : "img"}
          aria-label={tn(
            "The table from above with {n} model; the list beside it says the same in words",
            "The table from above with {n} models; the list beside it says the same in words",
            models.length,
          )}
          {...hold}
          onClick={(event) => {
            const place = there(event);
            const model = nearestModel(models.filter(drawn), place, px);
            const piece = model === null ? featureAt(terrain, place) : null;
            named.value = piece === named.value ? null : piece;
            onTap(place, model);
          }}
        >
          <Patterns />
          <g class={shown.photo ? "all over-photo" : "all"} transform={seen.value.toString()}>
            <g aria-hidden={byKeys}>
              <Mat />
              {layers.includes("terrain") &&
                terrain.map((feature) => (
                  <Terrain key={feature.number} feature={feature} named={feature.number === named.value} />
                ))}
              {layers.includes("terrain") && <Scenery templates={shown.scenery ?? []} />}
              {under}
              <Wedge />
            </g>
            {models.map(
              (model, number) =>
                drawn(model) && (
                  <Marker
                    key={model.id}
                    model={model}
                    number={number}
                    label={centreOf(codes[number]!)}
                    face={faces.get(model.id)!}
                    {...(onPull && { onPull: (to: Point | null, done: boolean) => onPull(model.id, to, done) })}
                    {...(byKeys
                      ? { onChoose: () => onTap([model.x_in, model.y_in], model.id), inRow: model.id === first }
                      : {})}
                  />
                ),
            )}
            <g aria-hidden={byKeys}>
              <Fallen models={models.filter((model) => shown.fallen?.has(model.id) && drawn(model))} />
              <HidingLabels />
              {children}
            </g>
          </g>
        </svg>
        {over}
        <div class="zoom">
          {tools}
          <ToolButton
            word={tp("a button of the board", "Lock")}
            name={t("Lock the view")}
            isOn={locked.value}
            flip={() => (locked.value = !locked.value)}
          >
            <rect x="5" y="11" width="14" height="10" rx="2" />
            <path d={locked.value ? "M8 11V7a4 4 0 0 1 8 0v4" : "M8 11V7a4 4 0 0 1 7.6-1.8"} />
          </ToolButton>
          <button type="button" aria-label={t("Zoom in")} onClick={() => view.zoom(STEP)}>
            +
          </button>
          <button type="button" aria-label={t("Zoom out")} onClick={() => view.zoom(1 / STEP)}>
            −
          </button>
          <button type="button" class="fit" disabled={seen.value.k === 1} onClick={() => view.fit()}>
            {t("Fit")}
          </button>
        </div>
      </div>
    </InSpace.Provider>
  );
}

/** The table with its margin, in the shape of the board: what a viewBox is. */
function wholeTable(width: number, depth: number, size: { width: number; height: number }): Box {
  const room = (length: number, margins: number) => Math.max(50, length - margins);
  const px = Math.max(width / room(size.width, LEFT_PX + RIGHT_PX), depth / room(size.height, 2 * MARGIN_PX));
  const [wide, high] = [size.width * px, size.height * px];
  const aside = ((LEFT_PX - RIGHT_PX) / 2) * px;
  return { x: (width - wide) / 2 - aside, y: (depth - high) / 2, width: wide, height: high };
}

/** While there is something to look at it fills the board, and afterwards the board is as it was. */
function useLook(view: ReturnType<typeof useView>["view"], seen: ZoomTransform, box: Box | null, name: string): void {
  const before = useRef<ZoomTransform | null>(null);
  const wanted = box && name;
  useEffect(() => {
    if (!box) return undefined;
    before.current = seen;
    view.look(box);
    return () => view.back(before.current!);
  }, [wanted]);
}
