// A game as it was: what the server says of one line, and the moment that the board shows instead of the present.

import { signal } from "@preact/signals";
import type { Shown } from "../board/space.ts";
import { capital, type LogLine } from "../game/play.ts";
import { ask } from "../net/api.ts";
import type { Ground, Model, Why } from "../net/state.ts";
import { remembered } from "../ui/words.ts";

/** The counters of a model, as far as the board draws them. */
export interface Counters {
  alive?: boolean;
  order?: string;
  wounds?: number;
  panicked?: boolean;
  shocked?: boolean;
}

export interface Moment {
  line: LogLine;
  turn: number;
  phase: string;
  heading: string;
  ground: Ground;
  /** Whether anybody had measured where models stand. */
  measured: boolean;
  table: { sides: string[]; models: Model[] };
  state: { models: Record<string, Counters> };
  /** Whom the line looks at, where it is a look; sight: why it sees so much of one of them. */
  targets: string[];
  sight: Why | null;
  crops: { model: string; url: string }[];
}

/** The moment that the table page shows; null: the present. */
export const then = signal<Moment | null>(null);
/** Why a line could not be shown, in the server's words. */
export const trouble = signal("");

let asking: AbortController | null = null;

/** Asks for a moment; an answer that comes after a later question is dropped. */
export async function momentOf(game: number, line: number, whole = false, target = ""): Promise<Moment | null> {
  asking?.abort();
  asking = new AbortController();
  const said = new URLSearchParams({ line: String(line), ...(whole ? { whole: "1" } : {}), ...(target ? { target } : {}) });
  try {
    const found = await ask<Moment>(`/api/games/${game}/at?${said}`, asking.signal);
    trouble.value = "";
    return found;
  } catch (error) {
    if (!(error instanceof DOMException)) trouble.value = (error as Error).message;
    return null;
  }
}

/** Has the table page show the board as it was. */
export async function lookBack(game: number, line: number, target = ""): Promise<void> {
  const found = await momentOf(game, line, false, target);
  if (found) then.value = found;
}

export function backToNow(): void {
  asking?.abort();
  then.value = null;
  trouble.value = "";
}

/** A moment as the board draws it. */
export function shownOf({ ground, table, sight, state }: Moment): Shown {
  const fallen = new Set(table.models.filter((model) => state.models[model.id]?.alive === false).map((model) => model.id));
  // what the camera had lost long before and no side has
  const away = new Set(table.models.filter((model) => remembered(model) && !(model.id in state.models)).map((model) => model.id));
  return { ground, models: table.models, sides: table.sides, chosen: sight?.viewer ?? null, target: sight?.target ?? null, why: sight, fallen, away };
}

/** The lines that were struck later, by their numbers. */
export function struckOf(lines: LogLine[]): Set<number> {
  return new Set(lines.flatMap(({ struck }) => (struck ? Array.from({ length: struck[1] - struck[0] + 1 }, (_, at) => struck[0] + at) : [])));
}

/** What is worth a line for a reader: questions are told by their answers. */
export function told(lines: LogLine[]): LogLine[] {
  return lines.filter((line) => line.kind !== "ask");
}

/** The two forces, as the header has them. */
export function versus(seats: string[], tags: Record<string, string>): string {
  return seats.map((seat) => tags[capital(seat)] ?? capital(seat)).join(" against ");
}
