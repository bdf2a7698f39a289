// A sighting and a model's reach from above, drawn on the table itself.

import { reachRegion } from "../net/table_store.ts";
import type { Hiding, Model, Point, SightReasons } from "../types/table.ts";
import { shortLength } from "../ui/lengths.ts";
import { percent } from "../ui/words.ts";
import { type Box, centreOf, placeLabels } from "./labels.ts";
import { basesOf } from "./marks.tsx";
import { type Shown, type Space, svgOutline, svgPath, useSpace } from "./space.ts";

// Rays across the wedge and places along each, where it is looked for what is in the way.
const RAYS = [0.5, 0.3, 0.7, 0.1, 0.9];
const STEPS = 80;
// The ring of an inch is worth drawing where something stands about there.
const ABOUT = 2;

export function Reach() {
  const { up } = useSpace();
  if (!reachRegion.value) return null;
  return (
    <path
      class="reachable"
      d={svgOutline(reachRegion.value.rings, up)}
      fill-rule="evenodd"
      vector-effect="non-scaling-stroke"
    />
  );
}

export function Wedge() {
  const { shown, up } = useSpace();
  const found = shown.why;
  const viewer = found && shown.models.find((model) => model.id === found.viewer);
  if (!found || !viewer || found.wedge.length === 0) return null;
  const [first, last] = [found.wedge[0]!, found.wedge.at(-1)!];
  const rim = svgPath([first.corners[1], first.corners[0], last.corners[2]], up);
  return (
    <g class="wedge" data-wedge={found.target}>
      {found.wedge.map((slice) => (
        <path key={slice.corners[1].join()} class={`shows-${slice.shows}`} d={svgPath(slice.corners, up, true)} />
      ))}
      <path class="rim" d={rim} vector-effect="non-scaling-stroke" />
      <path class="face" d={svgPath([first.corners[1], last.corners[2]], up)} vector-effect="non-scaling-stroke" />
      {found.near_in !== null && found.sight.hiding.some((hider) => hider.distance_in < ABOUT) && (
        <Near viewer={viewer} by={found.near_in} />
      )}
    </g>
  );
}

/** As far around a base as obstructions count as near. */
function Near({ viewer, by }: { viewer: Model; by: number }) {
  const { px, up } = useSpace();
  const [along, across] = [viewer.base.length_in / 2 + by, viewer.base.width_in / 2 + by];
  const looks = { class: "near", "vector-effect": "non-scaling-stroke", "stroke-dasharray": "4 5" } as const;
  return (
    <g transform={`translate(${up([viewer.x_in, viewer.y_in]).join(" ")})`}>
      <g transform={`rotate(${(-viewer.heading_rad * 180) / Math.PI})`}>
        {viewer.base.shape === "round" ? (
          <ellipse rx={along} ry={across} {...looks} />
        ) : (
          <rect x={-along} y={-across} width={2 * along} height={2 * across} rx={by} {...looks} />
        )}
      </g>
      <text y={across + 16 * px} font-size={14 * px}>
        {shortLength(by)}
      </text>
    </g>
  );
}

/** The names of what is in the way, each where it lies in the wedge. */
export function HidingLabels() {
  const { shown, px, taken, up } = useSpace();
  const found = shown.why;
  if (!found || found.wedge.length === 0) return null;
  const letter = 18 * px;
  const labels = found.sight.hiding.slice(0, 5).map((hider) => {
    const text = `${hider.name} ${percent(hider.share)}`;
    const [x, y] = up(middleInWedge(hider, found, shown));
    const size: [number, number] = [letter * (0.62 * text.length + 1), letter * 1.45];
    const [dx, dy] = [size[0] / 2 + letter, size[1] * 1.3];
    const candidates: Point[] = [
      [x, y - dy],
      [x, y + dy],
      [x + dx, y],
      [x - dx, y],
      [x + dx, y - dy],
      [x - dx, y + dy],
      [x, y],
    ];
    return { text, size, candidates };
  });
  const places = placeLabels(labels, [...taken, ...basesOf(shown.models, up)]);
  return (
    <g class="labels" aria-hidden="true">
      {labels.map(({ text, size: [wide, high] }, rank) => (
        <g key={text} class={`hide-${rank}`} transform={`translate(${centreOf(places[rank]!.box).join(" ")})`}>
          <rect
            x={-wide / 2}
            y={-high / 2}
            width={wide}
            height={high}
            rx={letter * 0.35}
            vector-effect="non-scaling-stroke"
          />
          <text y={letter * 0.36} font-size={letter}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The middle of what lies in the wedge of a thing that hides. */
function middleInWedge(hider: Hiding, found: SightReasons, { ground: { terrain }, models }: Shown): Point {
  if (hider.kind === "model") {
    const model = models[hider.number];
    return model ? [model.x_in, model.y_in] : [0, 0];
  }
  const feature = terrain.find((one) => one.number === hider.number);
  if (!feature) return [0, 0];
  const [eye, right, left] = [found.wedge[0]!.corners[0], found.wedge[0]!.corners[1], found.wedge.at(-1)!.corners[2]];
  const mix = ([x1, y1]: Point, [x2, y2]: Point, share: number): Point => [
    x1 + (x2 - x1) * share,
    y1 + (y2 - y1) * share,
  ];
  for (const ray of RAYS) {
    const end = mix(right, left, ray);
    const inside = Array.from({ length: STEPS }, (_, step) => mix(eye, end, (step + 0.5) / STEPS)).filter((point) =>
      containsPoint(feature.rings, point),
    );
    const middle = inside[Math.floor(inside.length / 2)];
    if (middle) return middle;
  }
  return feature.label_in;
}

/** Whether a point lies in the rings, by the even-odd rule. */
function containsPoint(rings: Point[][], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], number) => {
      const [x2, y2] = ring[(number + 1) % ring.length]!;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    });
  }
  return inside;
}

/** The part of the table that holds both models of a sighting, with room to read, as it is drawn. */
export function pairBox({ why, models }: Shown, up: Space["up"]): Box | null {
  const [from, to] = [why?.viewer, why?.target].map((id) => models.find((model) => model.id === id));
  if (!from || !to) return null;
  const room = 3;
  const [[x1, y1], [x2, y2]] = [up([from.x_in, from.y_in]), up([to.x_in, to.y_in])];
  return {
    x: Math.min(x1, x2) - room,
    y: Math.min(y1, y2) - room,
    width: Math.abs(x2 - x1) + 2 * room,
    height: Math.abs(y2 - y1) + 2 * room,
  };
}
