// The source of a replay's game, and the addresses of its moments: on a server, or in a folder of files.

import type { LogLine } from "../types/game.ts";
import type { Chart, GamePosition, ReplayedGame } from "../types/replay.ts";

export interface ReplaySource {
  /** The game and its lines, as far as the reader may know them. */
  open: () => Promise<{ game: ReplayedGame; lines: LogLine[] }>;
  /** The game after a line. target: the model that is looked at, or empty. null: another moment was asked for since, or
   * it cannot be had; then `positionTrouble` says why. */
  moment: (line: number, target: string) => Promise<GamePosition | null>;
  /** Its statistics. */
  charts: () => Promise<Chart[]>;
  /** The line that the page's address names; null where it names none. */
  addressedLine: () => number | null;
  /** Has the page's address name the line that is shown. */
  addressLine: (line: number) => void;
  /** Calls `go` when a reader changes the address; what it returns ends that. */
  followAddress: (go: (line: number) => void) => () => void;
}
