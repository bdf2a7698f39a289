// A question's fields decide its form, so a rulebook may add kinds of its own.

import type { Fields, Json, Option } from "../types/game.ts";

export type QuestionShape =
  | "roll"
  | "throw"
  | "draw"
  | "assign"
  | "choose"
  | "pick"
  | "count"
  | "standing"
  | "settle"
  | "confirm"
  | "way"
  | "sight"
  | "ranges"
  | "contact"
  | "under"
  | "placing"
  | "other";

/** The form that fits a question's record. */
export function shapeOf(ask: Fields): QuestionShape {
  if ("die" in ask) return "roll";
  if ("pool" in ask) return "throw";
  if ("pile" in ask) return "draw";
  if ("options" in ask) return "items" in ask ? "assign" : "least" in ask ? "pick" : "choose";
  if ("least" in ask && "most" in ask) return "count";
  if ("feature" in ask && "models" in ask) return "standing";
  if ("limit" in ask && "value" in ask) return "settle";
  if ("allowance_in" in ask) return "way";
  if ("targets" in ask) return "sight";
  if ("piece" in ask && "shape" in ask) return "placing";
  if ("others" in ask && "part" in ask) return "under";
  if ("others" in ask) return "limits" in ask ? "ranges" : "contact";
  return ask.kind === "Confirm" ? "confirm" : "other";
}

export function optionsOf(ask: Fields): Option[] {
  return (ask.options as unknown as Option[]) ?? [];
}

export function asStrings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
