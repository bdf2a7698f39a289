// A closed game as the list of the archive has it (webui/wall/archive.py).

export interface ArchivedGame {
  /** Its UUID, and the folder of its replay. */
  game: string;
  hall: string;
  table: string;
  hall_name: string;
  table_name: string;
  /** An ISO time. */
  closed: string;
  /** The names of the sides: the players, or their forces. */
  players: string[];
  forces: string[];
  /** How many of `players` has won; null where nobody has. */
  won: number | null;
  headline: string;
  scores: string[];
  turns: number;
  /** Whether there is a replay of it. */
  replay: boolean;
}
