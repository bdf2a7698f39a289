// Where light falls: table inches to pixels of the projector's image.

import type { Beam } from "../types/beam.ts";
import type { Feature, Model, Point } from "../types/table.ts";

/** Pixels of an inch of the board before it is aimed. */
export const PX_PER_IN = 18;
// light stays this far off the paper of a tag at rest, of one that moves, and where heights are unknown
const OFF_IN = 0.3;
const OFF_MOVING_IN = 0.6;
const OFF_FLAT_IN = 0.5;

export function knowsHeights({ matrix }: Beam): boolean {
  return matrix.some((row) => row[2] !== 0);
}

/** The pixel that lights a place of the table. */
export function aimAt({ matrix }: Beam, [x, y, z]: readonly [number, number, number]): Point {
  const [across, down, depth] = matrix.map(([a, b, c, d]) => a! * x + b! * y + c! * z + d!) as [number, number, number];
  return [across / depth, down / depth];
}

/** The CSS transform of a board of PX_PER_IN whose surface lies at a height; depth_in: the table's. */
export function boardTransform({ matrix }: Beam, z: number, depth_in: number): string {
  const rows = matrix.map(([a, b, c, d]) => {
    const level = c! * z + d!;
    return [a! / PX_PER_IN, -b! / PX_PER_IN, level + b! * depth_in];
  });
  const unit = rows[2]![2]!;
  const [[a, b, c], [d, e, f], [g, h]] = rows.map((row) => row.map((value) => value / unit)) as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, 1].join()})`; // no text
}

/** The corners of a tag's paper on the table with a margin around it, where its model stands. */
export function tagCorners(
  beam: Beam,
  { x_in, y_in, z_in, heading_rad, state }: Model,
  corners: readonly [number, number, number][],
): Point[] {
  const [cos, sin] = [Math.cos(heading_rad), Math.sin(heading_rad)];
  const margin = state === "moving" ? OFF_MOVING_IN : knowsHeights(beam) ? OFF_IN : OFF_FLAT_IN;
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / corners.length, 0));
  return corners.map(([x, y, z]) => {
    const [right, forward] = [x + Math.sign(x - middle[0]!) * margin, y + Math.sign(y - middle[1]!) * margin];
    return aimAt(beam, [x_in + forward * cos + right * sin, y_in + forward * sin - right * cos, z_in + z]);
  });
}

/** The heights of surfaces that light is aimed at, the mat first. */
export function litHeights(beam: Beam, terrain: readonly Feature[]): number[] {
  if (!knowsHeights(beam)) return [0];
  return [0, ...new Set(terrain.filter(({ standable }) => standable).map(({ top_in }) => top_in))];
}

/** The part of a board that lies at a height, as CSS clips it: the mat without what stands on it, or roofs. */
export function surfaceClip(terrain: readonly Feature[], z: number, width_in: number, depth_in: number): string {
  const mat: Point[] = [
    [0, 0],
    [width_in, 0],
    [width_in, depth_in],
    [0, depth_in],
  ];
  const rings = z === 0 ? [mat, ...terrain.flatMap((feature) => feature.rings)] : roofRings(terrain, z);
  const path = rings.map(
    (ring) => `M${ring.map(([x, y]) => `${x * PX_PER_IN} ${(depth_in - y) * PX_PER_IN}`).join("L")}Z`,
  );
  return `path(evenodd, "${path.join("")}")`; // no text
}

function roofRings(terrain: readonly Feature[], z: number): Point[][] {
  return terrain.filter((feature) => feature.standable && feature.top_in === z).flatMap(({ rings }) => rings);
}
