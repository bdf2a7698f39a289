// The role of a browser at the table, from the server.

import type { Seat } from "./game.ts";

/** "table", "umpire", "spectator", or a seat of the game. */
export type Role = string;

/** A role that a device joins by its code, and how many have. */
export interface JoinCode {
  role: Role;
  name: string;
  code: string;
  joined: number;
}

export interface Me {
  role: Role;
  /** The role in words, as in "this device is …". */
  called: string;
  may: string[];
  /** The seats that the table has, in their order. */
  seats: Seat[];
  /** In the order in which they are shown; empty for all but the table and the umpire. */
  codes: JoinCode[];
  /** Addresses of the page for other devices, the best first; none if the server listens only to its own machine. */
  addresses: string[];
  /** How many devices follow the table in each role. */
  joined: Record<Role, number>;
  /** Why this browser has lost its seat; empty if it has not. */
  ended: string;
}

/** A device that has joined. */
export interface Device {
  device: string;
  role: Role;
  called: string;
  /** In seconds since 1970: when it joined, or, for `early` ones, when this version of the program saw it first. */
  since: number;
  early: boolean;
  seen_s: number;
  here: boolean;
  own: boolean;
}
