// The half of a score card in words, and its points, by the fields that the rulebook of the event declares.

import { listed, t } from "../i18n.ts";
import type { CardHalf, ScoreField, Scoring } from "../types/club.ts";

// the fields that a half keeps under names of their own
export const LOST = "lost"; // no text
const WITHDREW = "withdrew"; // no text

/** A half while it is typed. values: of the fields that have been entered, a mark as 0 or 1. */
export interface EnteredHalf {
  values: Record<string, number>;
  conceded: boolean;
  bonus: number;
}

export const BLANK: EnteredHalf = { values: {}, conceded: false, bonus: 0 };

/** Whether every number is entered; who conceded needs none. */
export function isComplete({ fields }: Scoring, { values, conceded }: EnteredHalf): boolean {
  return conceded || fields.every(({ kind, key }) => kind === "mark" || values[key] !== undefined);
}

export function toCardHalf({ values: { lost = 0, withdrew = 0, ...values }, conceded, bonus }: EnteredHalf): CardHalf {
  return { lost, withdrew: withdrew > 0, conceded, bonus, values };
}

export function toEnteredHalf(half: Partial<CardHalf>): EnteredHalf {
  const { lost = 0, withdrew = false, conceded = false, bonus = 0, values = {} } = half;
  return { values: { ...values, lost, withdrew: Number(withdrew) }, conceded, bonus };
}

export function fieldValue(half: CardHalf, key: string): number {
  if (key === LOST) return half.lost;
  return key === WITHDREW ? Number(half.withdrew) : (half.values?.[key] ?? 0);
}

/** Whether a card knows nothing but losses, as the tournament guide has it. */
export function countsLossesAlone({ fields }: Scoring): boolean {
  return fields.every(({ key, of_force }) => (key === LOST && of_force) || key === WITHDREW);
}

/** Whether a score needs to know how many models a force has. */
export function needsForce({ fields }: Scoring): boolean {
  return fields.some(({ of_force, levels }) => of_force || levels.length > 0);
}

/** `lost 3 of 9`, `withdrew`, `Lanterns held: 2`: a text for each field, without the marks that are not set. */
export function entryTexts({ fields }: Scoring, half: CardHalf, models?: number): string[] {
  if (half.conceded) return [t("conceded")];
  return fields.flatMap((field) => entryText(field, fieldValue(half, field.key), models));
}

function entryText({ key, kind, of_force, title }: ScoreField, value: number, models?: number): string[] {
  if (key === WITHDREW) return value ? [t("withdrew")] : [];
  if (kind === "mark") return value ? [title] : [];
  if (key !== LOST || !of_force) return [t("{field}: {value}", { field: title, value })];
  return [models === undefined ? t("lost {n}", { n: value }) : t("lost {n} of {models}", { n: value, models })];
}

/** `Bob lost 3 of 9 and withdrew, bonus 2`. models: how many there were, if the text names it. */
export function scoreText(scoring: Scoring, player: string, half: CardHalf, models?: number): string {
  const losses = half.conceded || countsLossesAlone(scoring);
  const score = losses ? lossText(player, half, models) : `${player}: ${listEntries(scoring, half, models)}`;
  return withBonus(score, half);
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
export function ownScoreText(scoring: Scoring, half: CardHalf): string {
  const losses = half.conceded || countsLossesAlone(scoring);
  return withBonus(losses ? ownLossText(half) : t("you: {score}", { score: listEntries(scoring, half) }), half);
}

function ownLossText({ lost, withdrew, conceded }: CardHalf): string {
  if (conceded) return t("you conceded");
  return withdrew ? t("you lost {n} and withdrew", { n: lost }) : t("you lost {n}", { n: lost });
}

function listEntries(scoring: Scoring, half: CardHalf, models?: number): string {
  return entryTexts(scoring, half, models).join(", ") || t("nothing entered");
}

function withBonus(score: string, { bonus }: CardHalf): string {
  return bonus ? t("{score}, bonus {n}", { score, n: bonus }) : score;
}

/** The points of two halves, and the level of each where the card has levels. models: of the two forces. */
export function outcomeOf(
  scoring: Scoring,
  halves: [CardHalf, CardHalf],
  models: [number, number],
): { levels: [string, string]; points: [number, number] } {
  const [one, other] = halves.map((half, at) => rate(scoring, half, models[at]!)) as [number, number];
  const lead = conceding(scoring, halves, one - other);
  const [, ahead, behind] = scoring.steps.filter(([from]) => from <= Math.abs(lead)).at(-1)!;
  const points = lead >= 0 ? [ahead, behind] : [behind, ahead];
  const levels = halves.map((half, at) => levelOf(scoring, half, models[at]!));
  return {
    levels: levels as [string, string],
    points: points.map((scored, at) => scored + (halves[at]!.bonus ?? 0)) as [number, number],
  };
}

/** A concession gives the other player at least the lead that the rulebook says. */
function conceding({ concession }: Scoring, [one, other]: [CardHalf, CardHalf], lead: number): number {
  if (one.conceded === other.conceded) return lead;
  return other.conceded ? Math.max(lead, concession) : Math.min(lead, -concession);
}

function rate(scoring: Scoring, half: CardHalf, models: number): number {
  return scoring.fields.reduce((sum, field) => sum + field.worth * counted(scoring, field, half, models), 0);
}

function counted({ fields }: Scoring, field: ScoreField, half: CardHalf, models: number): number {
  if (half.conceded || fields.some(({ key, tops }) => tops === field.key && fieldValue(half, key))) {
    return worst(field, models);
  }
  const value = fieldValue(half, field.key);
  return field.levels.length ? levelAt(field, value, models) : value;
}

function worst({ worth, levels, kind, of_force, most }: ScoreField, models: number): number {
  if (worth >= 0) return 0;
  if (levels.length) return levels.length - 1;
  return kind === "mark" ? 1 : of_force ? models : most;
}

function levelAt({ levels }: ScoreField, value: number, models: number): number {
  if (!models) return 0;
  return levels.findLastIndex(({ per_cent }) => value >= Math.ceil((models * per_cent) / 100));
}

function levelOf(scoring: Scoring, half: CardHalf, models: number): string {
  const field = scoring.fields.find(({ levels }) => levels.length > 0);
  return field ? field.levels[counted(scoring, field, half, models)]!.title : "";
}

/** `light against heavy: 20 : 4`, in the order of the halves. */
export function outcomeText(scoring: Scoring, halves: [CardHalf, CardHalf], models: [number, number]): string {
  const { levels, points } = outcomeOf(scoring, halves, models);
  const [one, two] = points;
  if (!levels[0]) return t("points {one} : {two}", { one, two });
  return t("{own} against {other}: {one} : {two}", { own: levels[0], other: levels[1], one, two });
}

/** `Models lost: moderate from 3, heavy from 5 and severe from 8.`; empty for a card without levels. */
export function levelsSentence({ fields }: Scoring, models: number): string {
  const field = fields.find(({ levels }) => levels.length > 0);
  if (!field || !models) return "";
  const levels = field.levels
    .slice(1)
    .map(({ title, per_cent }) => t("{level} from {n}", { level: title, n: Math.ceil((models * per_cent) / 100) }));
  return t("{field}: {levels}.", { field: field.title, levels: listed(levels) });
}
