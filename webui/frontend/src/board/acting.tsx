// The action in progress on the board: who acts, how far it may go, the path it goes, and the line of what it does to
// another.

import { t } from "../i18n.ts";
import type { LiveWay } from "../types/game.ts";
import type { Model, Point, SightReasons } from "../types/table.ts";
import type { AdviceRegion } from "../types/views.ts";
import { percent } from "../ui/words.ts";
import "./acting.css";
import { beside, Sign } from "./signs.tsx";
import { svgOutline, svgPath, useSpace } from "./space.ts";

/** A path and what it may be at most; limit: null where nothing limits it. */
export interface LimitedWay {
  model: string;
  way: LiveWay;
  limit: number | null;
}

// hides less than can be seen on a line
const LEAST_SHARE = 0.005;
// as far as the ring around a model reaches over its base, about
const RING_IN = 0.8;

/** A ring with four ticks around each model that acts or is asked about. */
export function ActingRings({ models }: { models: readonly string[] }) {
  const { shown, px, up } = useSpace();
  return (
    <g class="acting-rings" aria-hidden="true">
      {shown.models
        .filter(({ id }) => models.includes(id))
        .map((model) => {
          const radius = Math.max(model.base.width_in, model.base.length_in) / 2 + 11 * px;
          const ticks = [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
          ].map(([x, y]) => `M${x! * radius} ${y! * radius}L${x! * (radius + 8 * px)} ${y! * (radius + 8 * px)}`);
          return (
            <g key={model.id} data-acting={model.id} transform={`translate(${up([model.x_in, model.y_in]).join(" ")})`}>
              <circle class="acting-edge" r={radius} vector-effect="non-scaling-stroke" />
              <circle class="acting-ring" r={radius} vector-effect="non-scaling-stroke" />
              <path class="acting-ring" d={ticks.join("")} vector-effect="non-scaling-stroke" />
            </g>
          );
        })}
    </g>
  );
}

/** The reach of the model with each kind of move; regions of one reach are one outline with both names. */
export function MoveRegions({ regions }: { regions: readonly AdviceRegion[] }) {
  const { up, px, shown } = useSpace();
  const reaches = [
    ...new Map([...regions].sort((a, b) => a.inches - b.inches).map((region) => [region.inches, region])).values(),
  ];
  return (
    <g class="move-regions" aria-hidden="true">
      {reaches.map((region, number) => {
        const top = highest(region.rings);
        const names = regions.filter(({ inches }) => inches === region.inches).map(({ label }) => label);
        const below = top !== null && shown.ground.depth_in - top[1] < 14 * px;
        return (
          <g key={region.key} data-region={region.key}>
            <path
              class={`move-region move-region-${number === 0 ? "near" : "far"}`}
              d={svgOutline(region.rings, up)}
              fill-rule="evenodd"
              vector-effect="non-scaling-stroke"
            />
            {top && (
              <Sign
                name="reach"
                size={13}
                at={top}
                dy={below ? 14 : 0}
                text={names.join(" / ")}
                short={tenths(region.inches)}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The place of an outline that is furthest up on the board. */
function highest(rings: Point[][]): Point | null {
  return rings.flat().reduce<Point | null>((top, point) => (top === null || point[1] > top[1] ? point : top), null);
}

/**
 * The path as it is gone, with its length: in the colour of what is allowed as far as that is long, then in that of
 * what is not.
 */
export function LiveWays({ ways }: { ways: readonly LimitedWay[] }) {
  const space = useSpace();
  const { shown, small, up } = space;
  return (
    <g class="live-ways" aria-hidden="true">
      {ways.map(({ model, way, limit }) => {
        const [within, beyond] = limit === null ? [way.points, []] : cut(way.points, limit);
        const over = limit !== null && way.length_in > limit;
        const far =
          limit === null
            ? t("{far} in", { far: tenths(way.length_in) })
            : t("{far} of {most} in", { far: tenths(way.length_in), most: tenths(limit) });
        const length = small ? tenths(way.length_in) : far;
        const text = over ? `✗ ${length}` : length;
        const base = shown.models.find(({ id }) => id === model)?.base;
        return (
          <g key={model} data-live-way={model} class={over ? "over" : ""}>
            <path class="live-edge" d={svgPath(way.points, up)} vector-effect="non-scaling-stroke" />
            <path class="live-within" d={svgPath(within, up)} vector-effect="non-scaling-stroke" />
            {beyond.length > 1 && (
              <path class="live-beyond" d={svgPath(beyond, up)} vector-effect="non-scaling-stroke" />
            )}
            <Sign
              name={over ? "too-long" : "long-enough"}
              size={17}
              at={beside(way.points.at(-1)!, RING_IN + (base?.length_in ?? 0) / 2, text, false, space, 17)}
              text={text}
            />
          </g>
        );
      })}
    </g>
  );
}

function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A path in two at a length: what lies before it, and what lies beyond. */
export function cut(points: readonly Point[], length: number): [Point[], Point[]] {
  let left = length;
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1]!, points[at]!];
    const step = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (step > left) {
      const there: Point = [from[0] + ((to[0] - from[0]) * left) / step, from[1] + ((to[1] - from[1]) * left) / step];
      return [
        [...points.slice(0, at), there],
        [there, ...points.slice(at)],
      ];
    }
    left -= step;
  }
  return [[...points], []];
}

/** The line from one model to another, with what lies across it. why: null while that is not known. */
export function ActionLine({ from, to, why }: { from: Model; to: Model; why: SightReasons | null }) {
  const { px, up } = useSpace();
  const [start, end]: [Point, Point] = [
    [from.x_in, from.y_in],
    [to.x_in, to.y_in],
  ];
  const far = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const along = (inches: number): Point => {
    const part = Math.min(1, (inches + from.base.width_in / 2) / far);
    return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part];
  };
  const [x, y] = up(end);
  const radius = Math.max(to.base.width_in, to.base.length_in) / 2 + 7 * px;
  return (
    <g class="action-line" data-action-line={`${from.id} ${to.id}`} aria-hidden="true">
      <path class="action-edge" d={svgPath([start, end], up)} vector-effect="non-scaling-stroke" />
      <path class="action-inside" d={svgPath([start, end], up)} vector-effect="non-scaling-stroke" />
      <path
        class="action-inside"
        d={`M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`}
        vector-effect="non-scaling-stroke"
      />
      {(why?.sight.hiding ?? [])
        .filter(({ share }) => share >= LEAST_SHARE)
        .slice(0, 3)
        .map((hider, number) => (
          <g key={`${hider.kind} ${hider.number}`} data-crossed={hider.name}>
            <circle
              class="crossed-at"
              cx={up(along(hider.distance_in))[0]}
              cy={up(along(hider.distance_in))[1]}
              r={6 * px}
              vector-effect="non-scaling-stroke"
            />
            <Crossed
              at={along(hider.distance_in)}
              dy={22 * number}
              text={t("{name} hides {share}", { name: hider.name, share: percent(hider.share) })}
            />
          </g>
        ))}
    </g>
  );
}

/** The obstructions of a line, written beside it. */
function Crossed({ at, dy, text }: { at: Point; dy: number; text: string }) {
  const space = useSpace();
  return <Sign name="crossed" size={13} at={beside(at, 0.5, text, false, space, 13)} dy={dy} text={text} />;
}
