// The server's data of the projector over the table.

import type { Point } from "./table.ts";

/** matrix: from table inches (x, y, z, 1) to pixels of the projector, 3 rows of 4; the third column is zero while the
 * heights are unknown. error_in: 95 % of the dots lie within it. */
export interface Beam {
  width: number;
  height: number;
  matrix: number[][];
  error_in: number;
  dots: number;
}

/** tags: the corners of each model's tags in its own frame: inches, x right, y forward, z up. */
export interface BeamView {
  beam: Beam | null;
  moved: boolean;
  tags: Record<string, [number, number, number][][]>;
  chosen: { model: string | null; target: string | null };
}

/** The dots of the pattern, and the numbers of those in each image to show. */
export interface DotImages {
  radius_px: number;
  dots_px: Point[];
  images: number[][];
}
