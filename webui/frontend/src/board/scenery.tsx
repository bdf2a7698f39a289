// What a game has put on the table: smoke, breaches, markers and objectives; and the one that is being placed.

import type { PlacedTemplate } from "../types/game.ts";
import type { Point } from "../types/table.ts";
import { Handle } from "./handles.tsx";
import "./scenery.css";
import { svgOutline, useSpace } from "./space.ts";

// a marker of no size is drawn as a dot that an eye finds
const DOT_PX = 7;

export function Scenery({ templates }: { templates: readonly PlacedTemplate[] }) {
  return (
    <g class="scenery">
      {templates.map((template) => (
        <Template key={template.id} template={template} />
      ))}
    </g>
  );
}

function Template({ template: { id, name, effect, rings } }: { template: PlacedTemplate }) {
  const { px, up } = useSpace();
  const [x, y] = up(middleOf(rings[0]!));
  return (
    <g class={`template ${effect}`} data-template={id}>
      <title>{name}</title>
      <path d={svgOutline(rings, up)} vector-effect="non-scaling-stroke" />
      {effect === "marker" && <circle cx={x} cy={y} r={DOT_PX * px} />}
      <text x={x} y={y + (DOT_PX + 14) * px} font-size={13 * px} text-anchor="middle">
        {name}
      </text>
    </g>
  );
}

/** The template that a player is placing, with a handle to move it. */
export function DraftTemplate({ rings, at, move }: { rings: Point[][]; at: Point; move: (to: Point) => void }) {
  const { up } = useSpace();
  return (
    <g class="template draft">
      <path d={svgOutline(rings, up)} vector-effect="non-scaling-stroke" />
      <Handle name="placing" at={at} move={move} />
    </g>
  );
}

function middleOf(ring: Point[]): Point {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
