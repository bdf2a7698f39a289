// A game as it was: what the server says of one line, and the moment that the board shows instead of the present.

import { signal } from "@preact/signals";
import { photoWanted } from "../board/orthophoto.ts";
import type { Shown } from "../board/space.ts";
import { ask } from "../net/api.ts";
import type { LogLine, Seat } from "../types/game.ts";
import type { GamePosition } from "../types/replay.ts";
import { versusText } from "../ui/names.ts";
import { isRemembered } from "../ui/words.ts";

/** The moment that the table page shows; null: the present. */
export const pastPosition = signal<GamePosition | null>(null);
/** Why a line could not be shown, in the server's words. */
export const positionTrouble = signal("");

let asked: AbortController | null = null;

/** Asks for a moment; an answer that comes after a later question is dropped. */
export async function fetchPosition(
  game: number,
  line: number,
  whole = false,
  target = "",
): Promise<GamePosition | null> {
  asked?.abort();
  asked = new AbortController();
  const said = new URLSearchParams({
    line: String(line),
    ...(whole ? { whole: "1" } : {}),
    ...(target ? { target } : {}),
  });
  try {
    const found = await ask<GamePosition>(`/api/games/${game}/at?${said}`, asked.signal);
    positionTrouble.value = "";
    return found;
  } catch (error) {
    if (!(error instanceof DOMException)) positionTrouble.value = (error as Error).message;
    return null;
  }
}

/** Asks for a moment beside the one that is shown; null where there is none, or nobody waits for it any more. */
export async function peekPosition(game: number, line: number, signal: AbortSignal): Promise<GamePosition | null> {
  return ask<GamePosition>(`/api/games/${game}/at?line=${line}`, signal).catch(() => null);
}

/** Has the table page show the board as it was. */
export async function lookBack(game: number, line: number, target = ""): Promise<void> {
  const found = await fetchPosition(game, line, false, target);
  if (found) pastPosition.value = found;
}

export function backToNow(): void {
  asked?.abort();
  pastPosition.value = null;
  positionTrouble.value = "";
}

/** A moment as the board draws it. */
export function boardAt({ ground, table, sight, state, photograph }: GamePosition): Shown {
  const fallen = new Set(
    table.models.filter((model) => state.models[model.id]?.alive === false).map((model) => model.id),
  );
  // what the camera had lost long before and no side has
  const away = new Set(
    table.models.filter((model) => isRemembered(model) && !(model.id in state.models)).map((model) => model.id),
  );
  return {
    ground,
    models: table.models,
    sides: table.sides,
    chosen: sight?.viewer ?? null,
    target: sight?.target ?? null,
    why: sight,
    fallen,
    away,
    photo: photoWanted.value ? (photograph ?? null) : null,
  };
}

/** The lines that were struck later, by their numbers. */
export function struckLines(lines: LogLine[]): Set<number> {
  return new Set(
    lines.flatMap(({ struck }) =>
      struck ? Array.from({ length: struck[1] - struck[0] + 1 }, (_, at) => struck[0] + at) : [],
    ),
  );
}

/** The lines that a reader wants: an answer stands for its question. */
export function readableLines(lines: LogLine[]): LogLine[] {
  return lines.filter((line) => line.kind !== "ask");
}

/** The lines for a list: of a roll its sum, and no line that only repeats it. */
export function listedLines(lines: LogLine[]): LogLine[] {
  let summed = false;
  return readableLines(lines).filter((line) => {
    if (line.kind === "answer" || line.kind === "overruled") summed = Boolean(line.clause);
    return !(summed && line.aside);
  });
}

/** The opponents, with their forces. */
export function pairingTitle(seats: Seat[]): string {
  return versusText(seats.map(sideTitle));
}

/** A side with its player and its force, as far as they are known. */
export function sideTitle({ name, title }: Seat): string {
  return title ?? name;
}
