// The table from above: true shapes at true places, to zoom and to pan.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Gestures, type Window } from "./gestures.ts";
import { around, at, type Box, place } from "./labels.ts";
import { labelOf, Marker, tapNearest } from "./marks.tsx";
import { useSize } from "../ui/size.ts";
import { ground, listed, models, partner, reasons } from "../net/state.ts";
import type { Feature, Model, Point, Range } from "../net/state.ts";
import { hidingClass, HidingLabels, outline, pairBox, Reach, Wedge } from "./wedge.tsx";
import { height, inches } from "../ui/words.ts";

// Room around the table for the numbers along its edges.
const MARGIN_PX = 30;
// A tap within a finger's width of a model means that model.
const FINGER_PX = 30;
// A number that would hide more is left to the list.
const MOST_COVERED = 0.3;
// On a board smaller than this fewer lines are drawn, or they hide the table.
const SMALL_PX = 480;

export function Board() {
  const { width_in, depth_in } = ground.value;
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg);
  const margin = (MARGIN_PX * Math.max(width_in, depth_in)) / Math.max(100, Math.min(size.width, size.height) - 2 * MARGIN_PX);
  const whole: Window = { x: -margin, y: -margin, width: width_in + 2 * margin, height: depth_in + 2 * margin };
  const window = useSignal<Window | null>(null);
  const gestures = useRef<Gestures | null>(null);
  const shown = window.value ?? whole;
  const px = 1 / Math.min(size.width / shown.width, size.height / shown.height);
  const codes = codePlaces(models.value, depth_in, px);
  const few = Math.min(size.width, size.height) < SMALL_PX;

  useEffect(() => {
    gestures.current = new Gestures(svg.current!, whole, (next) => (window.value = next), tap);
    window.value = null;
    return () => gestures.current!.stop();
  }, [width_in, depth_in, margin]);

  const pair = reasons.value && `${reasons.value.viewer} ${reasons.value.target}`;
  const before = useRef<Window | null>(null);
  useEffect(() => {
    // while the reasons are shown the pair fills the board, and afterwards it is as it was
    const box = pair === null ? null : pairBox(depth_in);
    if (!box) return undefined;
    before.current = gestures.current!.shown;
    gestures.current!.look(box);
    return () => (before.current ? gestures.current!.look(before.current) : gestures.current!.fit());
  }, [pair, margin]);

  function tap([x, y]: Point, pixel: number): void {
    const places = models.value.map((model) => ({
      id: model.id,
      distance: Math.hypot(model.x_in - x, depth_in - model.y_in - y),
    }));
    tapNearest(places, FINGER_PX * pixel);
  }

  return (
    <div class="board">
      <svg
        ref={svg}
        viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
        role="img"
        aria-label={`The table from above with ${models.value.length} models; the list beside it says the same in words`}
      >
        <Patterns px={px} />
        <Mat width={width_in} depth={depth_in} px={px} />
        {ground.value.terrain.map((feature) => (
          <Terrain key={feature.number} feature={feature} depth={depth_in} px={px} />
        ))}
        <Reach depth={depth_in} />
        <Wedge depth={depth_in} px={px} />
        <Lines drawn={drawn(few)} depth={depth_in} />
        {models.value.map((model, number) => (
          <Marker key={model.id} model={model} depth={depth_in} px={px} label={at(codes[number]!)} hiding={hidingClass("model", number)} />
        ))}
        <HidingLabels terrain={ground.value.terrain} taken={codes} depth={depth_in} px={px} />
        <Numbers drawn={drawn(few)} taken={codes} depth={depth_in} px={px} />
      </svg>
      <div class="zoom">
        <button type="button" aria-label="Closer" onClick={() => gestures.current!.zoom(1.5)}>+</button>
        <button type="button" aria-label="Farther" onClick={() => gestures.current!.zoom(1 / 1.5)}>−</button>
        <button type="button" class="fit" disabled={window.value === null} onClick={() => gestures.current!.fit()}>
          Fit
        </button>
      </div>
    </div>
  );
}

function Patterns({ px }: { px: number }) {
  return (
    <defs>
      <pattern id="hatch" width={6 * px} height={6 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2 * px} height={6 * px} class="hatch" />
      </pattern>
      <pattern id="flimsy" width={9 * px} height={9 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width={1.5 * px} height={9 * px} class="weave" />
      </pattern>
    </defs>
  );
}

function Mat({ width, depth, px }: { width: number; depth: number; px: number }) {
  const steps = (length: number, step: number) => Array.from({ length: Math.ceil(length / step) - 1 }, (_, i) => (i + 1) * step);
  const grid = (step: number, name: string) => (
    <path
      class={name}
      vector-effect="non-scaling-stroke"
      d={[...steps(width, step).map((x) => `M${x} 0V${depth}`), ...steps(depth, step).map((y) => `M0 ${depth - y}H${width}`)].join("")}
    />
  );
  const edge = (n: number) => ({ class: "ruler", "font-size": 13 * px, key: n });
  return (
    <g aria-hidden="true">
      <rect class="mat" width={width} height={depth} vector-effect="non-scaling-stroke" />
      {px < 1 / 24 && grid(1, "grid inch")}
      {grid(6, "grid half")}
      {grid(12, "grid foot")}
      {[0, ...steps(width, 12), width].map((x) => (
        <text {...edge(x)} x={x} y={depth + 18 * px} text-anchor="middle">{x}</text>
      ))}
      {[0, ...steps(depth, 12), depth].map((y) => (
        <text {...edge(y)} x={-7 * px} y={depth - y + 4.5 * px} text-anchor="end">{y}</text>
      ))}
    </g>
  );
}

function Terrain({ feature, depth, px }: { feature: Feature; depth: number; px: number }) {
  const xs = feature.rings[0]!.map(([x]) => x);
  const ys = feature.rings[0]!.map(([, y]) => y);
  const room = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / px;
  const storey = Math.min(4, Math.ceil(feature.top_in / 1.5));
  return (
    <g class={`terrain ${feature.material} storey-${storey}${feature.bottom_in > 0 ? " raised" : ""}${hidingClass("terrain", feature.number)}`}>
      <title>{`${feature.name}, ${height(feature.top_in)}″`}</title>
      <path d={outline(feature.rings, depth)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />
      {room > 26 && (
        <text x={feature.label_in[0]} y={depth - feature.label_in[1] + 4.5 * px} font-size={13 * px}>
          {height(feature.top_in)}″
        </text>
      )}
    </g>
  );
}

/** Where each model's code is written: under its base, or over or beside it where that is taken. */
function codePlaces(all: Model[], depth: number, px: number): Box[] {
  const labels = all.map((model) => {
    const [x, y] = [model.x_in, depth - model.y_in];
    const reach = Math.max(model.base.width_in, model.base.length_in) / 2;
    const wide = 9 * labelOf(model).length * px;
    const up = reach + 11 * px;
    const aside = reach + wide / 2 + 5 * px;
    const candidates: Point[] = [[x, y + up], [x, y - up], [x + aside, y], [x - aside, y]];
    return { size: [wide, 15 * px] as [number, number], candidates };
  });
  return place(labels, basesOf(all, depth)).map(({ box }) => box);
}

function basesOf(all: Model[], depth: number): Box[] {
  return all.map((model) => around([model.x_in, depth - model.y_in], model.base.width_in, model.base.length_in));
}

type Drawn = { range: Range; model: Model }[];

/** The ranges that are drawn: the nearest few, or that of the pair until its wedge is there. */
function drawn(few: boolean): Drawn {
  if (reasons.value) return [];
  const pair = listed.value.filter(({ model }) => model.id === partner.value);
  return pair.length > 0 ? pair : listed.value.slice(0, few ? 3 : 6);
}

function Lines({ drawn, depth }: { drawn: Drawn; depth: number }) {
  const wide = partner.value ? 4 : 2;
  return (
    <g class="lines" aria-hidden="true">
      {drawn.map(({ range, model }) => {
        const [[x1, y1], [x2, y2]] = range.line_in;
        return <line key={model.id} class={range.sight.answer} vector-effect="non-scaling-stroke" x1={x1} y1={depth - y1} x2={x2} y2={depth - y2} stroke-width={wide} />;
      })}
    </g>
  );
}

function Numbers({ drawn, taken, depth, px }: { drawn: Drawn; taken: Box[]; depth: number; px: number }) {
  const letter = (partner.value ? 26 : 15) * px;
  const texts = drawn.filter(({ range }) => !range.contact).map(({ range, model }) => ({ range, model, text: inches(range.range_in) }));
  const size = (text: string): [number, number] => [letter * (0.62 * text.length + 0.6), letter * 1.5];
  const places = place(
    texts.map(({ range, text }) => {
      const [[x1, y1], [x2, y2]] = range.line_in;
      const along = (share: number): Point => [x1 + (x2 - x1) * share, depth - y1 - (y2 - y1) * share];
      return { size: size(text), candidates: [0.5, 0.62, 0.38, 0.74, 0.86, 0.26].map(along) };
    }),
    [...basesOf(models.value, depth), ...taken],
  );
  return (
    <g class="numbers" aria-hidden="true">
      {texts.map(({ range, model, text }, number) => {
        const { box, covered } = places[number]!;
        if (covered > MOST_COVERED && !partner.value) return null;
        const [wide, high] = size(text);
        return (
          <g key={model.id} class={range.sight.answer} transform={`translate(${at(box).join(" ")})`}>
            <rect x={-wide / 2} y={-high / 2} width={wide} height={high} rx={letter * 0.4} />
            <text y={letter * 0.36} font-size={letter}>{text}</text>
          </g>
        );
      })}
    </g>
  );
}
