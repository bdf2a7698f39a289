// The bare table: its mat with rulers, and the terrain that stands on it.

import type { Feature, Point } from "../types/table.ts";
import { shortFigures, shortLength } from "../ui/lengths.ts";
import { Hexes } from "./hexes.tsx";
import { hidingClass, svgOutline, useSpace } from "./space.ts";

// an inch of height throws its shadow this far, in inches
const SHADOW = 0.14;
// the inner edge of a roof, beside the outer one
const ROOF = 0.84;
// a letter of a name is about this wide; half the height of name and badge, and the room that a model wants
const LETTER_PX = 7.5;
const NAME_PX = 20;
const MODEL_PX = 30;

export function Patterns() {
  const { px } = useSpace();
  return (
    <defs>
      <clipPath id="round" clipPathUnits="objectBoundingBox">
        <circle cx="0.5" cy="0.5" r="0.5" />
      </clipPath>
      <pattern id="hatch" width={6 * px} height={6 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2 * px} height={6 * px} class="hatch" />
      </pattern>
      <pattern id="weave" width={9 * px} height={9 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width={1.5 * px} height={9 * px} class="weave" />
      </pattern>
      {["", "M1.5 1.5h2v2h-2Z", "M0 2h6", "M3 0v6M0 3h6"].map((pattern, side) => (
        <pattern
          key={side}
          id={`side-${side}`}
          class={`side-${side}`}
          width={6 * px}
          height={6 * px}
          patternUnits="userSpaceOnUse"
        >
          <rect class="cloth" width={6 * px} height={6 * px} />
          <path class={side === 1 ? "dots" : "threads"} d={pattern} transform={`scale(${px})`} />
        </pattern>
      ))}
    </defs>
  );
}

export function Mat() {
  const { shown, px } = useSpace();
  const { width_in: width, depth_in: depth } = shown.ground;
  const steps = (length: number, step: number) =>
    Array.from({ length: Math.ceil(length / step) - 1 }, (_, i) => (i + 1) * step);
  const grid = (step: number, name: string) => (
    <path
      class={name}
      vector-effect="non-scaling-stroke"
      d={[
        ...steps(width, step).map((x) => `M${x} 0V${depth}`),
        ...steps(depth, step).map((y) => `M0 ${depth - y}H${width}`),
      ].join("")}
    />
  );
  const edge = (n: number) => ({ class: "ruler", "font-size": 13 * px, key: n });
  return (
    <g aria-hidden="true">
      <rect class="mat" width={width} height={depth} vector-effect="non-scaling-stroke" />
      {shown.photo && <image class="photo" href={shown.photo} width={width} height={depth} />}
      {!shown.ground.grid && px < 1 / 24 && grid(1, "grid inch") /* no text */}
      {!shown.ground.grid && grid(6, "grid half") /* no text */}
      {!shown.ground.grid && grid(12, "grid foot") /* no text */}
      <Hexes />
      {[0, ...steps(width, 12), width].map((x) => (
        <text {...edge(x)} x={x} y={depth + 18 * px} text-anchor={x === width ? "end" : "middle"}>
          {shortFigures(x)}
        </text>
      ))}
      {[0, ...steps(depth, 12), depth].map((y) => (
        <text {...edge(y)} x={-7 * px} y={depth - y + 4.5 * px} text-anchor="end">
          {shortFigures(y)}
        </text>
      ))}
    </g>
  );
}

/** How a piece is drawn: a roof has an inner edge, a wall is hatched, a window hangs over the ground, a fence is woven. */
type PieceKind = "roof" | "wall" | "window" | "fence";

function kindOf({ bottom_in, standable, pattern }: Feature): PieceKind {
  if (bottom_in > 0 && !standable) return "window";
  if (pattern === "weave") return "fence";
  return standable ? "roof" : "wall";
}

/** The piece on top of the others at a place; null where the mat is bare. */
export function featureAt(terrain: readonly Feature[], place: Point): number | null {
  return (
    terrain.findLast(({ rings }) => rings.filter((ring) => isInside(ring, place)).length % 2 === 1)?.number ?? null
  );
}

function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  return ring.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = ring.at(at - 1)!;
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside;
  }, false);
}

/** named: whether its name is shown although it does not fit. */
export function Terrain({ feature, named }: { feature: Feature; named: boolean }) {
  const { shown, px, up } = useSpace();
  const xs = feature.rings[0]!.map(([x]) => x);
  const ys = feature.rings[0]!.map(([, y]) => y);
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const storey = Math.min(4, Math.ceil(feature.top_in / 1.5));
  const raised = feature.bottom_in > 0 ? " raised" : "";
  const hiding = hidingClass(shown.why, "terrain", feature.number);
  /** The first of some heights at which no model stands under the name; the first of all if there is none. */
  const clearOfModels = (x: number, heights: number[]): number => {
    const room = (LETTER_PX * feature.name.length) / 2 + NAME_PX;
    const stands = shown.models.filter(({ id }) => !shown.away?.has(id)).map((model) => up([model.x_in, model.y_in]));
    const clear = (height: number) =>
      !stands.some(([mx, my]) => Math.abs(mx - x) < room * px && Math.abs(my - height) < MODEL_PX * px);
    return heights.find(clear) ?? heights[0]!;
  };
  const kind = kindOf(feature);
  const outline = svgOutline(feature.rings, up);
  const far = SHADOW * feature.top_in;
  const nameFits = wide / px > LETTER_PX * feature.name.length + 8 && high / px > 40;
  const [x, labelY] = up(feature.label_in);
  const [top, bottom] = [up([0, Math.max(...ys)])[1], up([0, Math.min(...ys)])[1]];
  const y = nameFits || named ? clearOfModels(x, [labelY, top + NAME_PX * px, bottom - NAME_PX * px]) : labelY;
  return (
    <g class={`terrain pattern-${feature.pattern} kind-${kind} storey-${storey}${raised}${hiding}`}>
      <title>{`${feature.name}, ${shortLength(feature.top_in)}`}</title>
      <path class="soft-shadow wide" d={outline} transform={`translate(${far} ${far})`} />
      <path class="soft-shadow" d={outline} transform={`translate(${far * 0.6} ${far * 0.6})`} />
      <path d={outline} fill-rule="evenodd" vector-effect="non-scaling-stroke" />
      {kind === "roof" && feature.rings.length === 1 && Math.min(wide, high) / px > 18 && (
        <path
          class="roof-edge"
          d={outline}
          transform={`translate(${x} ${labelY}) scale(${ROOF}) translate(${-x} ${-labelY})`}
          vector-effect="non-scaling-stroke"
        />
      )}
      {(Math.min(wide, high) / px > 26 || named) && (
        <Height at={[x, y + (nameFits || named ? 8 * px : 0)]} text={shortLength(feature.top_in)} />
      )}
      {(nameFits || named) && (
        <text x={x} y={y - 6 * px} font-size={13 * px} class="terrain-name">
          {feature.name}
        </text>
      )}
    </g>
  );
}

/** The height of a piece on a small badge. */
function Height({ at: [x, y], text }: { at: Point; text: string }) {
  const { px } = useSpace();
  const wide = (7 * text.length + 8) * px;
  return (
    <g class="height-badge">
      <rect x={x - wide / 2} y={y - 8 * px} width={wide} height={16 * px} rx={8 * px} />
      <text x={x} y={y + 4 * px} font-size={12 * px}>
        {text}
      </text>
    </g>
  );
}
