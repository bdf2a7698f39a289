// The server's data of the table: positions, ranges and sight.

import type { AdviceRing, SightLimits, TerrainMaterial } from "./views.ts";

export type Point = [number, number];

export interface Feature {
  number: number;
  name: string;
  material: string;
  pattern: TerrainMaterial["pattern"];
  bottom_in: number;
  top_in: number;
  standable: boolean;
  rings: Point[][];
  label_in: Point;
}

export interface Ground {
  width_in: number;
  depth_in: number;
  terrain: Feature[];
  /** The circles around a model that are drawn without a game. */
  rings?: AdviceRing[];
  /** The hexes of a game that is played on some. */
  grid?: HexGrid;
}

/** size_in: from side to opposite side; origin_in: the middle of a hex. */
export interface HexGrid {
  size_in: number;
  origin_in: Point;
}

export interface Base {
  shape: "round" | "square";
  width_in: number;
  length_in: number;
}

export interface Model {
  id: string;
  code: string;
  name: string;
  side: string;
  base: Base;
  x_in: number;
  y_in: number;
  z_in: number;
  heading_rad: number;
  sigma_in: number;
  stands_on: string;
  state: string;
  stale: boolean;
  outline_px: Point[];
  /** Its path since it set out, while it moves. */
  way_in?: Point[];
}

export interface Table {
  camera: {
    state: "good" | "waiting" | "trouble" | "held_back" | "ended";
    says: string;
    to_set_up?: boolean;
    away?: string[];
  };
  picture: { width: number; height: number } | null;
  sides: string[];
  models: Model[];
  absent: { code: string; name: string }[];
  problems: string[];
  unknown_tags: number[];
}

/** Something that hides part of a target; number: its row among the terrain features, or the models. */
export interface Hiding {
  kind: "terrain" | "model";
  number: number;
  name: string;
  material: string | null;
  share: number;
  distance_in: number;
  near: boolean;
}

export type SightAnswer = "seen" | "hidden" | "too_close";

export interface Sight {
  share: number;
  spread: [number, number];
  /** null where no rulebook says how much is enough: then only the share is shown. */
  answer: SightAnswer | null;
  leans: "seen" | "hidden" | null;
  enough: number | null;
  /** The pieces and models in the way whose exact places decide an answer that is too close to call. */
  loose: string[];
  hiding: Hiding[];
}

export interface SightReasons {
  viewer: string;
  target: string;
  sight: Sight;
  sentences: string[];
  wedge: { shows: "all" | "some" | "none"; corners: [Point, Point, Point] }[];
  near_in: number | null;
  eye_svg: string;
}

/** A model's ranges to all others. sight_reading: null where no rulebook reads sight. */
export interface ModelRanges {
  model: string;
  ranges: Range[];
  sight_reading: Pick<SightLimits, "enough" | "near_in" | "text"> | null;
}

export interface Reach {
  model: string;
  inches: number;
  rings: Point[][];
}

export interface Range {
  id: string;
  sight: Sight;
  range_in: number;
  horizontal_in: number;
  sigma_in: number;
  contact: boolean;
  line_in: [Point, Point];
}

/** The result of placing a model elsewhere. fits: whether it may go there; null without a limit. */
export interface WhatIf {
  model: string;
  ranges: Range[];
  way: { length_in: number | null; points: Point[] } | null;
  fits: boolean | null;
  why_not?: string;
  /** The move that is long enough, where a game limits it. */
  within?: { text: string; ok: boolean } | null;
}

export interface Pulse {
  frames_per_s: number;
  reading_ms: number;
  time: number;
  /** Why nothing can be kept now; absent while everything is. */
  database?: DatabaseTrouble;
  /** Whether a camera reads a dice tray. */
  tray?: boolean;
  /** The lines that the hub has been lacking for a while; absent while it has all, or there is none. */
  hub?: { behind: number; connected: boolean };
  /** A projector shows what players measure; absent where none does. */
  beam?: boolean;
}

export type DatabaseTrouble = "away" | "lost" | "unwritable" | "damaged";

export interface News {
  time: number;
  says: string;
}

export interface TapeReading {
  from: string;
  to: string;
  range_in: number;
  horizontal_in: number;
  sigma_in: number;
  contact: boolean;
  line_in: [Point, Point];
}

export interface FloorChoice {
  model: string;
  stands_on: string;
  floors: { name: string; z_in: number }[];
}

/** The table in sentences: as a whole, and a row for each model. */
export interface TableInWords {
  text: string;
  models: SentenceRow[];
}

export interface SentenceRow {
  id: string;
  text: string;
}

/** The surroundings of a model in sentences. */
export interface ModelInWords {
  model: string;
  text: string;
  nearest: string;
  watchers: string;
  shelter: string;
  enemies: SentenceRow[];
  friends: SentenceRow[];
  terrain: string[];
}

export interface PairInWords {
  viewer: string;
  target: string;
  rows: string[];
}
