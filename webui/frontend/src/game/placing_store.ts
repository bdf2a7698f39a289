// The template that a player is placing: where its form and the board have it until it is confirmed.

import { computed, signal } from "@preact/signals";
import { gameRunning, openQuestions } from "../net/game_store.ts";
import { ground } from "../net/table_store.ts";
import type { Fields, Question } from "../types/game.ts";
import type { Point } from "../types/table.ts";
import { shapeOf } from "./question_shape.ts";

// a heading that leaves a template as it is drawn, and the corners of a circle
const UNTURNED_DEG = 90;
const CORNERS = 64;

export interface PlacingPoint {
  at: Point;
  heading_deg: number;
}

const drafts = signal<Record<string, PlacingPoint>>({});

/** The question that a tap on the board places a template for. */
export const placingQuestion = computed<Question | null>(() =>
  gameRunning.value ? (openQuestions.value.find(({ ask, mine }) => mine && shapeOf(ask) === "placing") ?? null) : null,
);

/** Where a piece is about to lie: the middle of the table until somebody says otherwise. */
export function draftOf(ask: Fields): PlacingPoint {
  const { width_in, depth_in } = ground.value;
  return drafts.value[String(ask.piece)] ?? { at: [width_in / 2, depth_in / 2], heading_deg: UNTURNED_DEG };
}

export function changeDraft(ask: Fields, change: Partial<PlacingPoint>): void {
  drafts.value = { ...drafts.value, [String(ask.piece)]: { ...draftOf(ask), ...change } };
}

/** Takes a tap on the board for the template that is being placed; whether there is one. */
export function placeByTap(at: Point): boolean {
  const question = placingQuestion.value;
  if (!question) return false;
  changeDraft(question.ask, { at });
  return true;
}

interface Shape {
  radius_in?: number;
  width_in?: number;
  depth_in?: number;
  outline_in?: Point[];
}

function shapeOfPiece(ask: Fields): Shape {
  return (ask.shape ?? {}) as Shape;
}

/** Whether a heading makes no difference. */
export function isRound(ask: Fields): boolean {
  const { width_in, depth_in, outline_in } = shapeOfPiece(ask);
  return !outline_in?.length && !width_in && !depth_in;
}

/** The outline of a piece where it is about to lie, in table inches. */
export function outlineOf(ask: Fields): Point[] {
  const {
    at: [x0, y0],
    heading_deg,
  } = draftOf(ask);
  const turn = ((heading_deg - UNTURNED_DEG) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return cornersOf(ask).map(([x, y]) => [x0 + cos * x - sin * y, y0 + sin * x + cos * y]);
}

function cornersOf(ask: Fields): Point[] {
  const { radius_in = 0, width_in = 0, depth_in = 0, outline_in } = shapeOfPiece(ask);
  if (outline_in?.length) return outline_in;
  const [x, y] = [width_in / 2, depth_in / 2];
  const box: Point[] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ];
  if (!isRound(ask)) return box;
  return Array.from({ length: CORNERS }, (_corner, n) => {
    const angle = (2 * Math.PI * n) / CORNERS;
    return [radius_in * Math.cos(angle), radius_in * Math.sin(angle)];
  });
}
