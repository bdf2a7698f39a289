// Prisms as they are drawn: pure functions on them, and GeoJSON on the way to the server and back.

import type { GeoFeature, LibraryShape } from "../types/setup.ts";
import type { Point } from "../types/table.ts";

/** One prism. rings: the outside first, then holes; a ring does not repeat its first corner. */
export interface Part {
  name: string;
  material: string;
  bottom_in: number;
  top_in: number;
  standable: boolean;
  piece: string | null;
  rings: Point[][];
  origin?: string | undefined;
  sigma_in?: number | undefined;
}

// Plans are drawn to a sixteenth of an inch.
const FINEST = 1000;
const TOGETHER_IN = 0.5;

export function partOf({ properties, geometry }: GeoFeature): Part {
  const { name, material, z_bottom_in, z_top_in, standable, piece, origin, sigma_in } = properties;
  const rings = geometry.coordinates.map((ring) => ring.slice(0, -1).map(([x, y]): Point => [x, y]));
  const heights = { bottom_in: z_bottom_in, top_in: z_top_in };
  return { name, material, ...heights, standable, piece: piece ?? null, rings, origin, sigma_in };
}

export function featureOf(part: Part): GeoFeature {
  const properties = {
    name: part.name,
    material: part.material,
    z_bottom_in: part.bottom_in,
    z_top_in: part.top_in,
    standable: part.standable,
    ...(part.piece === null ? {} : { piece: part.piece }),
    ...(part.origin === undefined ? {} : { origin: part.origin }),
    ...(part.sigma_in === undefined ? {} : { sigma_in: part.sigma_in }),
  };
  return {
    type: "Feature",
    properties,
    geometry: { type: "Polygon", coordinates: part.rings.map((ring) => [...ring, ring[0]!]) },
  };
}

export function roundedPoint([x, y]: Point): Point {
  return [Math.round(x * FINEST) / FINEST, Math.round(y * FINEST) / FINEST];
}

/** Whether a point lies on the part and in none of its holes. */
export function partCovers(part: Part, [x, y]: Point): boolean {
  let inside = false;
  for (const ring of part.rings) {
    ring.forEach(([ax, ay], at) => {
      const [bx, by] = ring[(at + 1) % ring.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    });
  }
  return inside;
}

/** The distance of a point from the part's edges. */
export function distanceToEdge(part: Part, [x, y]: Point): number {
  return Math.min(
    ...edges(part).map(({ from: [ax, ay], to: [bx, by] }) => {
      const long = (bx - ax) ** 2 + (by - ay) ** 2;
      const share = long === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
      return Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
    }),
  );
}

export interface Edge {
  ring: number;
  at: number;
  from: Point;
  to: Point;
  middle: Point;
  length: number;
}

export function edges(part: Part): Edge[] {
  return part.rings.flatMap((points, ring) =>
    points.map((from, at) => {
      const to = points[(at + 1) % points.length]!;
      return {
        ring,
        at,
        from,
        to,
        middle: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as Point,
        length: Math.hypot(to[0] - from[0], to[1] - from[1]),
      };
    }),
  );
}

interface Bounds {
  left: number;
  right: number;
  near: number;
  far: number;
}

function bounds(parts: Part[]): Bounds {
  const all = parts.flatMap((part) => part.rings[0] ?? []);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), near: Math.min(...ys), far: Math.max(...ys) };
}

export function partsCentre(parts: Part[]): Point {
  const { left, right, near, far } = bounds(parts);
  return [(left + right) / 2, (near + far) / 2];
}

/** Whether the parts stand so close together that they are one piece. */
export function areTogether(parts: Part[]): boolean {
  const boxes = parts.map((part) => bounds([part]));
  const touch = (a: Bounds, b: Bounds) =>
    a.left <= b.right + TOGETHER_IN &&
    b.left <= a.right + TOGETHER_IN &&
    a.near <= b.far + TOGETHER_IN &&
    b.near <= a.far + TOGETHER_IN;
  return boxes.every((box) => boxes.length === 1 || boxes.some((other) => other !== box && touch(box, other)));
}

export function shiftedPart(part: Part, dx: number, dy: number): Part {
  return { ...part, rings: part.rings.map((ring) => ring.map(([x, y]) => roundedPoint([x + dx, y + dy]))) };
}

/** Turned anticlockwise about a place. */
export function turnedPart(part: Part, [cx, cy]: Point, degrees: number): Part {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turn = ([x, y]: Point): Point =>
    roundedPoint([cx + cos * (x - cx) - sin * (y - cy), cy + sin * (x - cx) + cos * (y - cy)]);
  return { ...part, rings: part.rings.map((ring) => ring.map(turn)) };
}

export function withCorner(part: Part, ring: number, corner: number, to: Point): Part {
  return withRing(
    part,
    ring,
    part.rings[ring]!.map((point, at) => (at === corner ? roundedPoint(to) : point)),
  );
}

export function withRing(part: Part, ring: number, points: Point[]): Part {
  return { ...part, rings: part.rings.map((existing, at) => (at === ring ? points : existing)) };
}

/**
 * The part without one corner; a hole with fewer than three corners is removed. null if too little of the outside is
 * left.
 */
export function withoutCorner(part: Part, ring: number, corner: number): Part | null {
  const points = part.rings[ring]!.filter((_, at) => at !== corner);
  if (points.length >= 3) return withRing(part, ring, points);
  return ring === 0 ? null : { ...part, rings: part.rings.filter((_, at) => at !== ring) };
}

/** A name that none of the parts has: crate, crate 2, crate 3. */
export function freeName(wanted: string, parts: { name: string }[]): string {
  const taken = new Set(parts.map((part) => part.name));
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, "");
  for (let number = 2; ; number++) if (!taken.has(`${stem} ${number}`)) return `${stem} ${number}`;
}

export interface Corner {
  ring: number;
  at: number;
}

/** The meaning of the next taps on the board. */
export type Mode =
  | { is: "choose" }
  | { is: "trace"; ring: Point[]; as: "piece" | "part" | "hole" }
  | { is: "place"; shape: LibraryShape };
