// What a sighting and a model's reach look like from above, drawn on the table itself.

import { around, at, type Box, place } from "./labels.ts";
import { byId, models, reasons, region, target } from "../net/state.ts";
import type { Feature, Hiding, Model, Point, Why } from "../net/state.ts";
import { percent } from "../ui/words.ts";

// Rays across the wedge and places along each, where it is looked for what is in the way.
const RAYS = [0.5, 0.3, 0.7, 0.1, 0.9];
const STEPS = 80;
// The ring of an inch is worth drawing where something stands about there.
const ABOUT = 2;

type Drawn = { depth: number; px: number };

/** What hides some of the target has the colour of its rank, on the table as in the list. */
export function hidingClass(kind: "terrain" | "model", number: number): string {
  const rank = reasons.value?.sight.hiding.findIndex((each) => each.kind === kind && each.number === number) ?? -1;
  return rank < 0 ? "" : ` hides hide-${Math.min(rank, 4)}`;
}

export function Reach({ depth }: { depth: number }) {
  if (!region.value) return null;
  return <path class="reachable" d={outline(region.value.rings, depth)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />;
}

export function outline(rings: Point[][], depth: number): string {
  return rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${depth - y}`).join("L")}Z`).join("");
}

export function Wedge({ depth, px }: Drawn) {
  const found = reasons.value;
  const viewer = found && byId.value.get(found.viewer);
  if (!found || !viewer) return null;
  const [first, last] = [found.wedge[0]!, found.wedge.at(-1)!];
  const up = ([x, y]: Point): string => `${x} ${depth - y}`;
  const rim = `M${up(first.corners[1])}L${up(first.corners[0])}L${up(last.corners[2])}`;
  return (
    <g class="wedge" data-wedge={found.target}>
      {found.wedge.map((slice) => (
        <path key={slice.corners[1].join()} class={`shows-${slice.shows}`} d={`M${slice.corners.map(up).join("L")}Z`} />
      ))}
      <path class="rim" d={rim} vector-effect="non-scaling-stroke" />
      <path class="face" d={`M${up(first.corners[1])}L${up(last.corners[2])}`} vector-effect="non-scaling-stroke" />
      {found.sight.hiding.some((each) => each.distance_in < ABOUT) && <Near viewer={viewer} by={found.near_in} depth={depth} px={px} />}
    </g>
  );
}

/** As far around a base as obstructions count as near. */
function Near({ viewer, by, depth, px }: Drawn & { viewer: Model; by: number }) {
  const [along, across] = [viewer.base.length_in / 2 + by, viewer.base.width_in / 2 + by];
  const looks = { class: "near", "vector-effect": "non-scaling-stroke", "stroke-dasharray": "4 5" } as const;
  return (
    <g transform={`translate(${viewer.x_in} ${depth - viewer.y_in})`}>
      <g transform={`rotate(${(-viewer.heading_rad * 180) / Math.PI})`}>
        {viewer.base.shape === "round" ? (
          <ellipse rx={along} ry={across} {...looks} />
        ) : (
          <rect x={-along} y={-across} width={2 * along} height={2 * across} rx={by} {...looks} />
        )}
      </g>
      <text y={across + 16 * px} font-size={14 * px}>{by}″</text>
    </g>
  );
}

/** The names of what is in the way, each where it lies in the wedge. */
export function HidingLabels({ terrain, taken, depth, px }: Drawn & { terrain: Feature[]; taken: Box[] }) {
  const found = reasons.value;
  if (!found) return null;
  const letter = 18 * px;
  const labels = found.sight.hiding.slice(0, 5).map((each) => {
    const text = `${each.name} ${percent(each.share)}`;
    const [x, y] = inTheWay(each, found, terrain, depth);
    const size: [number, number] = [letter * (0.62 * text.length + 1), letter * 1.45];
    const [dx, dy] = [size[0] / 2 + letter, size[1] * 1.3];
    const candidates: Point[] = [[x, y - dy], [x, y + dy], [x + dx, y], [x - dx, y], [x + dx, y - dy], [x - dx, y + dy], [x, y]];
    return { text, size, candidates };
  });
  const places = place(labels, [...taken, ...models.value.map((one) => around([one.x_in, depth - one.y_in], one.base.width_in, one.base.length_in))]);
  return (
    <g class="labels" aria-hidden="true">
      {labels.map(({ text, size: [wide, high] }, rank) => (
        <g key={text} class={`hide-${rank}`} transform={`translate(${at(places[rank]!.box).join(" ")})`}>
          <rect x={-wide / 2} y={-high / 2} width={wide} height={high} rx={letter * 0.35} vector-effect="non-scaling-stroke" />
          <text y={letter * 0.36} font-size={letter}>{text}</text>
        </g>
      ))}
    </g>
  );
}

/** The middle of what lies in the wedge of a thing that hides, drawn with y downwards. */
function inTheWay(each: Hiding, found: Why, terrain: Feature[], depth: number): Point {
  if (each.kind === "model") {
    const model = models.value[each.number];
    return model ? [model.x_in, depth - model.y_in] : [0, 0];
  }
  const feature = terrain.find((one) => one.number === each.number);
  if (!feature) return [0, 0];
  const [eye, right, left] = [found.wedge[0]!.corners[0], found.wedge[0]!.corners[1], found.wedge.at(-1)!.corners[2]];
  const mix = ([x1, y1]: Point, [x2, y2]: Point, share: number): Point => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  for (const ray of RAYS) {
    const end = mix(right, left, ray);
    const inside = Array.from({ length: STEPS }, (_, step) => mix(eye, end, (step + 0.5) / STEPS)).filter((point) => holds(feature.rings, point));
    const middle = inside[Math.floor(inside.length / 2)];
    if (middle) return [middle[0], depth - middle[1]];
  }
  return [feature.label_in[0], depth - feature.label_in[1]];
}

/** Whether a point lies in the rings, by the even-odd rule. */
function holds(rings: Point[][], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], number) => {
      const [x2, y2] = ring[(number + 1) % ring.length]!;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    });
  }
  return inside;
}

/** The part of the table that holds both models of a sighting, with room to read: left, top, width and height. */
export function pairBox(depth: number): Box | null {
  const [from, to] = [reasons.value && byId.value.get(reasons.value.viewer), target.value];
  if (!from || !to) return null;
  const room = 3;
  const [xs, ys] = [[from.x_in, to.x_in], [depth - from.y_in, depth - to.y_in]];
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x: left, y: top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top };
}
