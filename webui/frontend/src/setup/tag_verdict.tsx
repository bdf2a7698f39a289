// Whether the camera's picture is fine enough for tags of one size: the same words on every step.

import { t } from "../i18n.ts";
import { type Finding, Verdict } from "./frame.tsx";

export type TagCells = Finding & { tag_mm: number; px: number };

/** measured: whether tags in sight show how fine the picture is; else the table is taken to fill it. */
export function TagVerdict({ cells, measured }: { cells: TagCells; measured: boolean }) {
  const mm = cells.tag_mm;
  return (
    <Verdict
      finding={cells}
      title={measured ? t("{mm} mm tags", { mm }) : t("{mm} mm tags, if the table fills the image", { mm })}
    />
  );
}
