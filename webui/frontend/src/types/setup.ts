// The server's data of the set-up, step by step.

import type { Seat } from "./game.ts";
import type { Point } from "./table.ts";
import type { TerrainMaterial } from "./views.ts";

export type StepName = "camera" | "print" | "lens" | "place" | "gauge" | "terrain" | "roster" | "play";
export type StepState = "done" | "attention" | "open" | "skipped";

export interface Step {
  name: StepName;
  state: StepState;
  says: string;
}

export interface TagAt {
  tag: number;
  x_in: number;
  y_in: number;
}

export interface RosterCard {
  id: string;
  name: string;
  card: string;
  side: string;
  points: number;
  badges: string[];
  tag: number | null;
  /** Another tag on its tray. */
  second: number | null;
  there: boolean;
  base: string;
  tag_mm: number | null;
  height_in: number;
  /** Its tag is on the printed sheet, and was not seen yet. */
  printed: boolean;
}

export interface RosterStatus {
  seats: Seat[];
  forces: { name: string; title: string; facts: string[]; faults: string[] }[];
  /** The force of each seat. */
  chosen: Partial<Record<string, string>>;
  cards: RosterCard[];
  others: { id: string; name: string; side: string; tag: number }[];
  tags: (TagAt & { heading_rad: number; printed_mm: number })[];
  /** Tags that lie like those of one tray; model: who wears one of them. */
  pairs: { tags: [number, number]; model: string | null }[];
  bases: { base: string; label: string; shape: "round" | "square"; length_mm: number; width_mm: number }[];
  tag_sizes: number[];
  usual_tag_mm: number;
  fault: string;
}

/** The answer to an imported roster; with unknown models nothing is kept. */
export interface RosterImported {
  unknown: { name: string; count: number; choices: string[] }[];
  force: string;
  report: string[];
}

export interface GeoFeature {
  type: "Feature";
  properties: {
    name: string;
    material: string;
    z_bottom_in: number;
    z_top_in: number;
    standable: boolean;
    piece?: string;
    /** Where the map has the place from: "traced", "library"; typed where it is not given. */
    origin?: string;
    /** One sigma of the place; the usual one of its origin where it is not given. */
    sigma_in?: number;
  };
  geometry: { type: "Polygon"; coordinates: Point[][] };
}

export interface LibraryShape {
  name: string;
  about: string;
  features: GeoFeature[];
}

export interface TerrainStatus {
  materials: TerrainMaterial[];
  features: GeoFeature[];
  stamp: string;
  fault: string;
  /** Outlines were proposed from the picture, and nobody has said since that no piece is missing. */
  unchecked: boolean;
  width_in: number;
  depth_in: number;
  camera: boolean;
  pieces: { id: string; tag: number; features: GeoFeature[]; seen: boolean }[];
  library: LibraryShape[];
  tags: { tag: number; x_in: number; y_in: number; heading_rad: number; printed_mm: number }[];
}

export interface Faults {
  faults: string[][];
  others: string[];
  sound: boolean;
}
