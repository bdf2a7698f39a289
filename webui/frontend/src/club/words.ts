// Counts and scores in words.

import { t, tn } from "../i18n.ts";

// how a team of two is entered
export const TEAM = "Ann Archer + Bob Brook"; // no text

/** The label of the field for the name of an entry. */
export function nameLabel(doubles: boolean): string {
  return doubles ? t("Both names, such as {example}", { example: TEAM }) : t("Name");
}

export function playerCount(n: number): string {
  return tn("{n} player", "{n} players", n);
}

export function modelCount(n: number): string {
  if (n === 0) return t("force missing");
  return tn("{n} model", "{n} models", n);
}

export function pointCount(n: number): string {
  return tn("{n} point", "{n} points", n);
}

export function pairCount(n: number): string {
  return tn("{n} pair", "{n} pairs", n);
}

export function roundCount(n: number): string {
  return tn("{n} round", "{n} rounds", n);
}

export function minuteCount(n: number): string {
  return tn("{n} minute", "{n} minutes", n);
}
