// What a model could do from where it stands, as its rulebook advises.

import type { Point, RangeRing } from "./table.ts";

/** Where the model could go with a kind of move: outlines and holes. */
export interface AdviceRegion {
  key: string;
  label: string;
  inches: number;
  rings: Point[][];
}

/** A chance. share: as a fraction. sums: how it comes about, line by line. */
export interface AdviceOdds {
  label: string;
  share: string;
  per_cent: number;
  sums: string[];
}

/** Something that is known of a row. unsure: what cannot be told apart, and which answer follows from which. */
export interface AdviceFact {
  key: string;
  label: string;
  text: string;
  unsure: string;
  clause: string;
}

/** What the model could do to another. badge: in a list; mark: the same, short, on the board. group: rows under a
 * button of their own. option: the answer that the row stands for. closed: why it cannot be given. */
export interface AdviceRow {
  key: string;
  kind: "target" | "way" | "reaction";
  target: string;
  badge: string;
  mark: string;
  text: string;
  notes: string[];
  number: { value: number; limit: number; ok: "yes" | "no" | "too_close" } | null;
  odds: AdviceOdds[];
  line: Point[] | null;
  style: "first" | "plain" | "checked" | "too_far";
  clause: string;
  group: { key: string; label: string } | null;
  option: string;
  closed: string;
  facts: AdviceFact[];
}

export interface AdviceNote {
  text: string;
  clause: string;
  odds: AdviceOdds | null;
}

export interface Advice {
  model: string;
  rings: RangeRing[];
  regions: AdviceRegion[];
  rows: AdviceRow[];
  note: AdviceNote | null;
}
