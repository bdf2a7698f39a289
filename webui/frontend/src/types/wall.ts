// The messages of a hall's tables over the broker.

/** A side: its seat, what people call it, and how it stands. */
export type CardSide = [seat: string, name: string, score: string];

/**
 * A table's card (tablecam/doors/hub/message.py). Times are by the table's clock, in seconds since 1970; `at`: when it
 * was sent.
 */
export interface TableCard {
  at: number;
  camera: string;
  game: string;
  begun: number;
  sides: CardSide[];
  turn: string;
  due: string;
  said: string;
  over: boolean;
  closed: boolean;
  won: string;
  call: boolean;
  /** The round of an event, and the table's number in it; 0 where the game belongs to none. */
  round: number;
  no: number;
  /** When the round's time is up, or what is left on a clock that stands. */
  ends: number | null;
  left: number | null;
}

/** A game that is over. over: when that was seen, in seconds since 1970. */
export interface TableResult {
  game: string;
  sides: CardSide[];
  won: string;
  headline: string;
  over: number;
}

/** The names of a hall and a table. */
export interface TableNames {
  hall: string;
  table: string;
}

/** How the organiser of a hall has its wall. large: the id of a table, or empty; every_s: 0 where it stands still. */
export interface WallPlan {
  large: string;
  every_s: number;
  delay_s: number;
}

/** A table as the wall knows it. key: hall and table, which are for good. ahead_s: its clock before this device's. */
export interface HallTable {
  key: string;
  card: TableCard | null;
  online: boolean;
  names: TableNames | null;
  results: TableResult[];
  ahead_s: number;
}
