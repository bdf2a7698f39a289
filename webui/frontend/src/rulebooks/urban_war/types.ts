// What the server says of an Urban War game beyond what every game has.

import type { RangeRing } from "../../board/range_rings.tsx";
import type { Fields, GameResult, ModelState } from "../../types/game.ts";
import type { Point } from "../../types/table.ts";

/** The chance to take a target off the table. */
export interface ShotOdds {
  weapon: string;
  kills: string;
  per_cent: number;
}

export interface TargetAdvice {
  id: string;
  band: string | null;
  visible: boolean;
  cover: string;
  priority: boolean;
  shots: ShotOdds[];
}

export interface ChargeAdvice {
  target: string;
  length_in: number | null;
  allowance_in: number;
  lawful: boolean;
  way_in: Point[];
}

export interface Advice {
  model: string;
  bands: RangeRing[];
  reach: { kind: string; inches: number; rings: Point[][] }[];
  charges: ChargeAdvice[];
  priority: { targets: string[]; why: string; clause?: string } | null;
  targets: TargetAdvice[];
}

export interface CardTag {
  name: string;
  text?: string;
  mark?: string;
  known?: boolean;
}

export interface SideLosses {
  lost: number;
  of: number;
  level: string | number;
  withdrew?: boolean;
}

/** A model's counters. */
export interface FighterState extends ModelState {
  profile: Fields;
  wounds?: number;
  order?: string;
  shown?: boolean;
  tags?: CardTag[];
}

/** steps: by how many casualty levels a side is ahead on the score card. */
export interface CasualtyResult extends GameResult {
  sides: Record<string, SideLosses>;
  ahead: string;
  steps: number;
}
