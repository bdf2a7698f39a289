// The server's data of a recorded game.

import type { Intention, LogLine, Seat } from "./game.ts";
import type { Ground, Model, SightReasons } from "./table.ts";
import type { GameResultView, ModelView } from "./views.ts";

export interface GamePosition {
  line: LogLine;
  turn: number;
  turn_title: string;
  phase: string;
  heading: string;
  ground: Ground;
  /** Whether anybody had measured where models stand. */
  measured: boolean;
  table: { sides: string[]; models: Model[] };
  state: { models: Record<string, Partial<ModelView>> };
  /** The stated intentions that stood then. */
  intentions?: Intention[];
  /** The models that the line looks at, if it is a look; sight: why it sees so much of one of them. */
  targets: string[];
  sight: SightReasons | null;
  crops: { model: string; url: string }[];
  /** The address of the table's photograph from above; none in a folder, or for a role that may not see it. */
  photograph?: string | null;
  /** The address of the picture of the roll in the dice tray, if the line is its answer. */
  roll?: string | null;
}

/** A moment that players talk about: the turning point, the best or the worst roll. chance: in words, of a roll. */
export interface Highlight {
  title: string;
  line: number;
  turn: string;
  text: string;
  chance: string;
}

/** All rolls of a kind by one seat; so_good, so_bad: in what share of games the dice do at least so well, or badly. */
export interface DiceStatistic {
  seat: string;
  /** A code, and what it is called. */
  name: string;
  title: string;
  rolled: number;
  passed: number;
  /** How often they could have passed: of rolls on a ladder, more often than they are rolled. */
  most: number;
  expected: number;
  luck: number;
  so_good: number;
  so_bad: number;
}

/** A game that is over, or as far as it was played. */
export interface ReplayedGame {
  begun: string;
  seats: Seat[];
  /** The force of each seat. */
  players: Record<string, string>;
  over: boolean;
  /** Whether all of it is for everybody: until then, this is the reader's own share. */
  closed: boolean;
  number: number;
  turns: { turn: number; from: number }[];
  /** The first line with models on its board. */
  opens: number;
  result: GameResultView | null;
  highlights: Highlight[];
  luck: DiceStatistic[];
}

export interface RecordedGame extends ReplayedGame {
  id: number;
}

/** A picture of what was counted, and the table that says the same: of each row the first cell is a heading. */
/** svg and rows are empty where nothing of it is recorded; the text says why. */
export interface Chart {
  key: string;
  title: string;
  text: string;
  svg: string;
  columns: string[];
  rows: string[][];
}

/** How far a film is. state: none where nobody has asked for it. */
export interface FilmStanding {
  state: "none" | "waiting" | "making" | "done" | "failed" | "cancelled";
  done?: number;
  of?: number;
}

/** The same for a film of the camera's frames, with what is kept of them. file: its address, once it is made. */
export interface CameraFilmStanding extends FilmStanding {
  frames: number;
  megabytes: number;
  folder: string;
  closed: boolean;
  file: string;
}

export interface PlayedGame {
  id: number;
  /** The rulebook's. */
  title: string;
  begun: string;
  seats: Seat[];
  /** The force of each seat. */
  players: Record<string, string>;
  open: boolean;
  over: boolean;
  turn: number;
  turn_title: string;
  result: { winner: string } | null;
  broken?: string;
}

/** The data of a game in a folder, besides its moments. starts: the first line of each file of moments. */
export interface FolderGame {
  game: ReplayedGame;
  lines: LogLine[];
  charts: Chart[];
  starts: number[];
}

/**
 * Moments by their lines; of what several have in common, each has the place in `shared`. sights: by the model that is
 * seen.
 */
export interface FolderMoments {
  shared: unknown[];
  moments: Record<
    string,
    Omit<GamePosition, "ground" | "table" | "state" | "sight" | "crops" | "photograph" | "roll"> & {
      ground: number;
      table: number;
      state: number;
      sights: Record<string, number>;
    }
  >;
}
