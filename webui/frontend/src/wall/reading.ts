// Messages of the broker, read. Anybody may have written them: what has not the form counts as nothing.

import type { CardSide, TableCard, TableNames, TableResult, WallPlan } from "../types/wall.ts";

type Said = Record<string, unknown>;

const MOST_SIDES = 8;
const MOST_RESULTS = 50;
const MOST_PORTRAITS = 100;
const BASE64 = /^[\w+/]+=*$/;

/** A message as an object; null where it is none. */
export function readObject(text: string): Said | null {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === "object" && said !== null && !Array.isArray(said) ? (said as Said) : null;
  } catch {
    return null;
  }
}

export function readCard(said: Said): TableCard {
  return {
    at: number(said.at) ?? 0,
    camera: string(said.camera),
    game: string(said.game),
    begun: number(said.begun) ?? 0,
    sides: sides(said.sides),
    turn: string(said.turn),
    due: string(said.due),
    said: string(said.said),
    over: said.over === true,
    closed: said.closed === true,
    won: string(said.won),
    call: said.call === true,
    round: number(said.round) ?? 0,
    no: number(said.no) ?? 0,
    ends: number(said.ends),
    left: number(said.left),
  };
}

export function readResults(said: Said): TableResult[] {
  const listed = Array.isArray(said.list) ? said.list.slice(0, MOST_RESULTS) : [];
  return listed
    .filter((one) => typeof one === "object" && one !== null)
    .map((one: Said) => ({
      game: string(one.game),
      sides: sides(one.sides),
      won: string(one.won),
      headline: string(one.headline),
      over: number(one.over) ?? 0,
    }));
}

export function readNames(said: Said): TableNames {
  return { hall: string(said.hall), table: string(said.table) };
}

/** The portraits by their models, as addresses of their data. */
export function readPortraits(said: Said): Record<string, string> {
  const listed = Object.entries(readRecord(said.portraits)).slice(0, MOST_PORTRAITS);
  return Object.fromEntries(
    listed.flatMap(([model, data]) =>
      typeof data === "string" && BASE64.test(data) ? [[model, `data:image/jpeg;base64,${data}`]] : [],
    ),
  );
}

function readRecord(said: unknown): Said {
  return typeof said === "object" && said !== null ? (said as Said) : {};
}

export function readPlan(said: Said): WallPlan {
  return {
    large: string(said.large),
    every_s: Math.max(0, number(said.every_s) ?? 0),
    delay_s: Math.max(0, number(said.delay_s) ?? 0),
  };
}

function sides(said: unknown): CardSide[] {
  const listed = Array.isArray(said) ? said.slice(0, MOST_SIDES) : [];
  return listed.filter(Array.isArray).map(([seat, name, score]) => [string(seat), string(name), string(score)]);
}

function string(said: unknown): string {
  return typeof said === "string" ? said : "";
}

function number(said: unknown): number | null {
  return typeof said === "number" && Number.isFinite(said) ? said : null;
}
