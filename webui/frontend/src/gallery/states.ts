// The states of the gallery. Each is what differs from the usual game (game.json) on the usual table (table.json). Those of
// other pages than the table's are in a file of their own (pages.json).

import type { Game, Json, LogLine } from "../types/game.ts";
import type { Ground, News, Pulse, Table } from "../types/table.ts";
import pages from "./pages.json";
import written from "./states.json";

/** answers: what an address answers, or its status and body. steps: the parts that are pressed one after the other; a
 * word after @ is none of them (run_steps.ts). silent: the server goes away before them. first_visit: the device is new.
 * page: the address of another page than the table's; says: what the stream says besides the table's parts. shows: the
 * part by which one knows that the state is there. */
export interface GalleryState {
  name: string;
  game?: Partial<Game> | null;
  ground?: Partial<Ground>;
  table?: Partial<Table>;
  pulse?: Partial<Pulse>;
  news?: { list: News[] };
  log?: LogLine[];
  answers?: Record<string, Json>;
  steps?: string[];
  silent?: boolean;
  first_visit?: boolean;
  page?: string;
  says?: [string, Json][];
  shows: string;
}

export const STATES = [...written, ...pages] as unknown as GalleryState[];

/** The state's name in an address. */
export function slugOf({ name }: GalleryState): string {
  return name.replace(/[^\w]+/g, "-");
}

/** Whether the page must be loaded for it and after it: it is reached by taps, or the server answers otherwise. */
export function isLoaded({ steps, answers, silent }: GalleryState): boolean {
  return Boolean(steps ?? answers ?? silent);
}
