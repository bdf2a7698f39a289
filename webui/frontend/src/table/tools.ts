// What a tap on the board means: choosing a model, laying a tape, or supposing that a model stood elsewhere.

import { computed, signal } from "@preact/signals";
import { choose } from "../board/marks.tsx";
import { carry, carrying } from "../game/hand.tsx";
import { byId, chosen, ghost, partner } from "../net/state.ts";
import type { Point } from "../net/state.ts";

/** One end of a tape: at a model's base, or at a place. */
export type End = { model: string } | { at: Point };

export interface Taped {
  from: string;
  to: string;
  range_in: number;
  horizontal_in: number;
  sigma_in: number;
  contact: boolean;
  line_in: [Point, Point];
}

/** The ends laid so far; null while there is no tape. */
export const tape = signal<End[] | null>(null);
export const told = signal<Taped | null>(null);

/** What the tape reads, while it is what was asked for. */
export const taped = computed(() => {
  const [from, to] = (tape.value ?? []).map(endName);
  return told.value && told.value.from === from && told.value.to === to ? told.value : null;
});

/** An end as the server has it: a model's id, or "x,y". */
export function endName(end: End): string {
  return "model" in end ? end.model : end.at.map((n) => n.toFixed(2)).join(",");
}

export function placeOf(end: End): Point | null {
  if ("at" in end) return end.at;
  const model = byId.value.get(end.model);
  return model ? [model.x_in, model.y_in] : null;
}

export function takeTape(): void {
  ghost.value = null;
  partner.value = null;
  tape.value = tape.value ? null : [];
}

/** Lays an end of the tape; a third one begins a new tape. */
export function lay(end: End): void {
  const laid = tape.value ?? [];
  if (laid.length === 1 && endName(laid[0]!) === endName(end)) return;
  tape.value = laid.length > 1 ? [end] : [...laid, end];
}

export function moveEnd(number: number, end: End): void {
  const other = tape.value?.[1 - number];
  if (other && endName(other) === endName(end)) return;
  tape.value = tape.value!.map((old, which) => (which === number ? end : old));
}

/** Supposes the chosen model elsewhere, beginning where it stands; again: no more. */
export function suppose(): void {
  const model = chosen.value;
  ghost.value = ghost.value || !model ? null : [model.x_in, model.y_in];
}

export function nudge(dx: number, dy: number): void {
  if (ghost.value) ghost.value = [ghost.value[0] + dx, ghost.value[1] + dy];
}

/** A tap on the board. */
export function tapped(at: Point, model: string | null): void {
  if (carrying.value) carry(at, model);
  else if (tape.value) lay(model === null ? { at } : { model });
  else if (ghost.value) ghost.value = at;
  else chose(model);
}

/** A tap on a model or on nothing: with one chosen, its enemy is looked at, and a friend is chosen instead. */
export function chose(model: string | null): void {
  const enemy = model !== null && chosen.value !== null && byId.value.get(model)?.side !== chosen.value.side;
  if (enemy) partner.value = model;
  else choose(model);
}
