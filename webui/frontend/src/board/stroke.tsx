// A path that is drawn in one stroke of a finger, a pen or the mouse.

import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Point } from "../types/table.ts";
import { useDrag } from "./drag.ts";
import { svgPath, useSpace } from "./space.ts";

// A hand trembles by so much; what is straighter than that has no corner.
const TREMBLE_IN = 0.3;
const TREMBLE_PX = 6;
const COARSER = 1.3;

/** The line drawn by the finger since it came down, its beginning first. */
const stroke = signal<Point[]>([]);

/** A sheet over the board that takes a stroke. from: where the path begins; draw: called with its corners and both ends
 * while it grows; done: once the finger is lifted. most: as many corners as a path may have between its ends. */
export function StrokeSheet({
  from,
  most,
  draw,
  done,
}: {
  from: Point;
  most: number;
  draw: (path: Point[]) => void;
  done: () => void;
}) {
  const {
    shown: { ground },
    px,
    up,
  } = useSpace();
  const sheet = useRef<SVGRectElement>(null);
  useDrag(
    sheet,
    null,
    (to) => {
      stroke.value = [
        ...(stroke.value.length > 0 ? stroke.value : [from]),
        inside(to, ground.width_in, ground.depth_in),
      ];
      draw(withCorners(stroke.value, Math.max(TREMBLE_IN, TREMBLE_PX * px), most));
    },
    () => {
      if (stroke.value.length > 1) done();
      stroke.value = [];
    },
  );
  return (
    <g class="stroke-sheet" data-stroke-sheet>
      <rect
        ref={sheet}
        class="handle"
        x={-ground.width_in}
        y={-ground.depth_in}
        width={3 * ground.width_in}
        height={3 * ground.depth_in}
      />
      {stroke.value.length > 1 && <path d={svgPath(stroke.value, up)} vector-effect="non-scaling-stroke" />}
    </g>
  );
}

function inside([x, y]: Point, width: number, depth: number): Point {
  return [Math.min(width, Math.max(0, x)), Math.min(depth, Math.max(0, y))];
}

/** A line with a limited number of corners between its ends, nowhere further from the stroke than it has to be. */
function withCorners(line: Point[], off: number, most: number): Point[] {
  const found = simplified(line, off);
  return found.length - 2 <= most ? found : withCorners(line, off * COARSER, most);
}

/** The points of a line that no part of it is further than `off` from (Ramer, Douglas and Peucker). */
function simplified(line: Point[], off: number): Point[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  const away = line.map((point) => fromSegment(point, first, last));
  const far = Math.max(...away);
  if (far <= off) return [first, last];
  const corner = away.indexOf(far);
  return [...simplified(line.slice(0, corner + 1), off), ...simplified(line.slice(corner), off).slice(1)];
}

/** How far a point is from the segment between two others. */
function fromSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}
