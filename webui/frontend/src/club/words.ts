// Counts and scores in words.

import { t, tn, tp } from "../i18n.ts";
import type { CardHalf, Scoring } from "../types/club.ts";

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

/** `Bob lost 3 of 9 and withdrew, bonus 2`. models: how many there were, if the text names it. */
export function scoreText(player: string, half: CardHalf, models?: number): string {
  const score = lossText(player, half, models);
  return half.bonus ? t("{score}, bonus {n}", { score, n: half.bonus }) : score;
}

function lossText(player: string, { lost, withdrew, conceded }: CardHalf, models?: number): string {
  if (conceded) return t("{player} conceded", { player });
  if (models === undefined)
    return withdrew
      ? t("{player} lost {n} and withdrew", { player, n: lost })
      : t("{player} lost {n}", { player, n: lost });
  const values = { player, n: lost, models };
  return withdrew
    ? t("{player} lost {n} of {models} and withdrew", values)
    : t("{player} lost {n} of {models}", values);
}

/** The same about the person who reads it: `you lost 3`. */
export function ownScoreText(half: CardHalf): string {
  const score = ownLossText(half);
  return half.bonus ? t("{score}, bonus {n}", { score, n: half.bonus }) : score;
}

function ownLossText({ lost, withdrew, conceded }: CardHalf): string {
  if (conceded) return t("you conceded");
  return withdrew ? t("you lost {n} and withdrew", { n: lost }) : t("you lost {n}", { n: lost });
}

/** The score of two halves: the level and the points of each. */
export function outcomeOf(
  { levels, points }: Scoring,
  halves: [CardHalf, CardHalf],
  thresholds: [number[], number[]],
): { levels: [string, string]; points: [number, number] } {
  const [own, other] = halves.map((half, at) => levelAt(half, thresholds[at]!)) as [number, number];
  return {
    levels: [levelName(levels[own]!), levelName(levels[other]!)],
    points: [points[own]![other]! + (halves[0].bonus ?? 0), points[other]![own]! + (halves[1].bonus ?? 0)],
  };
}

/** `light against heavy: 20 : 4`, in the order of the halves. */
export function outcomeText(scoring: Scoring, halves: [CardHalf, CardHalf], thresholds: [number[], number[]]): string {
  const { levels, points } = outcomeOf(scoring, halves, thresholds);
  return t("{own} against {other}: {one} : {two}", {
    own: levels[0],
    other: levels[1],
    one: points[0],
    two: points[1],
  });
}

/** The number of the level: a force that withdrew or conceded is at the last. */
function levelAt({ lost, withdrew, conceded }: CardHalf, thresholds: number[]): number {
  return withdrew || conceded ? thresholds.length : thresholds.filter((first) => lost >= first).length;
}

/** A casualty level as a player reads it. */
export function levelName(level: string): string {
  const names: Record<string, string> = {
    light: tp("casualties", "light"),
    moderate: tp("casualties", "moderate"),
    heavy: tp("casualties", "heavy"),
    severe: tp("casualties", "severe"),
  };
  return names[level] ?? level;
}
