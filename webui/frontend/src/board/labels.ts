// A place for a label that hides neither a model nor another label: the first free place of a few tried in turn.

import type { Point } from "../types/table.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxAround([x, y]: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The middle of a box. */
export function centreOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}

function overlapArea(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** For each label the least covered of its candidates, the first of equals, and how much of it is covered (0 to 1). */
export function placeLabels(
  labels: { size: [number, number]; candidates: Point[] }[],
  taken: Box[],
): { box: Box; covered: number }[] {
  const used = [...taken];
  return labels.map(({ size, candidates }) => {
    const costs = candidates.map((at) => used.reduce((sum, box) => sum + overlapArea(boxAround(at, ...size), box), 0));
    const least = Math.min(...costs);
    const box = boxAround(candidates[costs.indexOf(least)]!, ...size);
    used.push(box);
    return { box, covered: least / (size[0] * size[1]) };
  });
}
