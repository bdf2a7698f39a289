// Who a browser is to the table, as the server says it.

/** "table", "umpire", "spectator", or a seat of the game. */
export type Role = string;

export interface Me {
  role: Role;
  /** The role in words, as in "this device is …". */
  called: string;
  may: string[];
  /** role -> code; empty for all but the table and the umpire. */
  codes: Record<Role, string>;
  /** Where other devices find the page, the best first; none where the server listens to its own machine alone. */
  addresses: string[];
  /** How many devices follow the table in each role. */
  joined: Record<Role, number>;
}
