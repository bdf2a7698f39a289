// The hexes of a table that has a grid: outlines all over the mat. Two sides of every hex face the near and the far
// edge.

import { useMemo } from "preact/hooks";
import type { Ground, HexGrid } from "../types/table.ts";
import { useSpace } from "./space.ts";

const COLUMN = Math.sqrt(3) / 2;

export function Hexes() {
  const { shown } = useSpace();
  const { grid, width_in, depth_in } = shown.ground;
  const outline = useMemo(
    () => grid && hexOutlines(grid, shown.ground),
    [grid?.size_in, ...(grid?.origin_in ?? []), width_in, depth_in],
  );
  if (!outline) return null;
  return (
    <>
      <clipPath id="mat-edge">
        <rect width={width_in} height={depth_in} />
      </clipPath>
      <path class="grid hexes" clip-path="url(#mat-edge)" vector-effect="non-scaling-stroke" d={outline} />
    </>
  );
}

/** Three sides of each hex, in drawing coordinates; its neighbours draw the others. */
function hexOutlines(grid: HexGrid, { width_in: width, depth_in: depth }: Ground): string {
  const size = grid.size_in;
  const [left, near] = grid.origin_in;
  const [corner, half] = [size / Math.sqrt(3), size / 2];
  const sides: string[] = [];
  for (let q = Math.floor(-left / (COLUMN * size)) - 1; left + (q - 1) * COLUMN * size <= width; q++) {
    const x = left + q * COLUMN * size;
    for (let r = Math.floor(-near / size - q / 2) - 1; near + (r - 1 + q / 2) * size <= depth; r++) {
      const y = depth - near - (r + q / 2) * size;
      sides.push(
        `M${at(x - corner / 2)} ${at(y - half)}H${at(x + corner / 2)}`,
        `L${at(x + corner)} ${at(y)}L${at(x + corner / 2)} ${at(y + half)}`,
      );
    }
  }
  return sides.join("");
}

const at = (length: number): number => Math.round(length * 1000) / 1000;
