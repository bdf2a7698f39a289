// Rings around a model's base edge, each with its name and distance.

import type { Base, Point } from "../types/table.ts";
import type { AdviceRing } from "../types/views.ts";
import { shortLength } from "../ui/lengths.ts";
import { boxAround, centreOf, placeLabels } from "./labels.ts";
import { basesOf } from "./marks.tsx";
import { svgPath, useSpace } from "./space.ts";

const CORNERS = 120;

/** A ring at the end of each. heading: the base's, in radians. */
export function RangeRings({
  rings,
  base,
  at: middle,
  heading,
}: {
  rings: AdviceRing[];
  base: Base;
  at: Point;
  heading: number;
}) {
  const { shown, px, taken, up } = useSpace();
  const { width_in: width, depth_in: depth } = shown.ground;
  const letter = 14 * px;
  const outlines = rings.map((ring) => ({ ring, edge: baseEdge(base, middle, heading, ring.end_in) }));
  const labels = outlines.map(({ ring, edge }) => {
    const text = `${shortLength(ring.end_in)} ${ring.name}`;
    const size: [number, number] = [letter * (0.58 * text.length + 0.8), letter * 1.4];
    const on = edge.filter(
      ([x, y]) => x > size[0] / 2 && x < width - size[0] / 2 && y > size[1] && y < depth - size[1],
    );
    // near the table's rim it is out of the way of what stands between the models
    const off = ([x, y]: Point) => Math.min(x, y, width - x, depth - y);
    return { text, size, candidates: on.sort((a, b) => off(a) - off(b)).map(up) };
  });
  const drawn = labels.filter((label) => label.candidates.length > 0);
  const places = placeLabels(drawn, [...taken, ...basesOf(shown.models, up), boxAround(up(middle), 2, 2)]);
  return (
    <g class="range-rings" aria-hidden="true">
      <clipPath id="mat-only">
        <rect width={width} height={depth} />
      </clipPath>
      {outlines.map(({ ring, edge }, number) => (
        <path
          key={ring.name}
          class={`range-ring range-ring-${number % 2}`} /* no text */
          clip-path="url(#mat-only)"
          d={svgPath(edge, up, true)}
          vector-effect="non-scaling-stroke"
        />
      ))}
      {drawn.map(({ text, size: [wide, high] }, number) => (
        <g key={text} transform={`translate(${centreOf(places[number]!.box).join(" ")})`}>
          <rect x={-wide / 2} y={-high / 2} width={wide} height={high} rx={letter * 0.35} />
          <text y={letter * 0.36} font-size={letter}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The points that lie `by` inches off a base's edge. */
export function baseEdge(base: Base, [x, y]: Point, heading: number, by: number): Point[] {
  const [along, across] = [base.length_in / 2, base.width_in / 2];
  const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
  return Array.from({ length: CORNERS }, (_, corner) => {
    const turn = (corner / CORNERS) * 2 * Math.PI;
    const [nx, ny] = [Math.cos(turn), Math.sin(turn)];
    // the point of the edge that faces this way
    const [ex, ey] =
      base.shape === "round" ? edgeFacing(along, across, nx, ny) : [Math.sign(nx) * along, Math.sign(ny) * across];
    const [u, v] = [ex + nx * by, ey + ny * by];
    return [x + u * cos - v * sin, y + u * sin + v * cos];
  });
}

function edgeFacing(a: number, b: number, nx: number, ny: number): Point {
  const reach = Math.hypot(a * nx, b * ny);
  return [(a * a * nx) / reach, (b * b * ny) / reach];
}
