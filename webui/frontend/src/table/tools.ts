// The meanings of a tap on the board: choosing a model, laying a tape, or supposing that a model stood elsewhere.

import { batch, computed, signal } from "@preact/signals";
import { chooseModel } from "../board/marks.tsx";
import { pickRow } from "../game/advised_store.ts";
import { carrying, carryModel } from "../game/hand.tsx";
import {
  chosenModel,
  ghostDrawn,
  ghostPlace,
  ghostTurns,
  modelById,
  partnerId,
  supposeAt,
} from "../net/table_store.ts";
import type { Point, TapeReading } from "../types/table.ts";

/** One end of a tape: at a model's base, or at a place. */
export type TapeEnd = { model: string } | { at: Point };

/** As many turns of a path as the server takes. */
export const MOST_TURNS = 8;

/** Whether the next stroke over the board draws the path of the model that is supposed elsewhere. */
export const stroking = signal(false);

/** The ends laid so far; null while there is no tape. */
export const tapeEnds = signal<TapeEnd[] | null>(null);
/** A tape that a finger pulls from a model, until the next tap; it leaves the panel as it is. */
export const pulledTape = signal<[TapeEnd, TapeEnd] | null>(null);
export const tapeAnswer = signal<TapeReading | null>(null);

/** The tape's reading, while it belongs to the present tape. */
export const tapeReading = computed(() => {
  const [from, to] = (tapeEnds.value ?? pulledTape.value ?? []).map(endName);
  return tapeAnswer.value && tapeAnswer.value.from === from && tapeAnswer.value.to === to ? tapeAnswer.value : null;
});

/** An end as the server expects it: a model's id, or "x,y". */
export function endName(end: TapeEnd): string {
  return "model" in end ? end.model : end.at.map((n) => n.toFixed(2)).join(",");
}

export function placeOf(end: TapeEnd): Point | null {
  if ("at" in end) return end.at;
  const model = modelById.value.get(end.model);
  return model ? [model.x_in, model.y_in] : null;
}

export function toggleTape(): void {
  pulledTape.value = null;
  supposeAt(null);
  partnerId.value = null;
  tapeEnds.value = tapeEnds.value ? null : [];
}

/** Lays an end of the tape; a third one begins a new tape. */
export function layTapeEnd(end: TapeEnd): void {
  const laid = tapeEnds.value ?? [];
  if (laid.length === 1 && endName(laid[0]!) === endName(end)) return;
  tapeEnds.value = laid.length > 1 ? [end] : [...laid, end];
}

export function moveTapeEnd(number: number, end: TapeEnd): void {
  const other = tapeEnds.value?.[1 - number];
  if (other && endName(other) === endName(end)) return;
  tapeEnds.value = tapeEnds.value!.map((old, which) => (which === number ? end : old));
}

/** Supposes the chosen model elsewhere, beginning where it stands; again: no more. */
export function toggleWhatIf(): void {
  stroking.value = false;
  const model = chosenModel.value;
  supposeAt(ghostPlace.value || !model ? null : [model.x_in, model.y_in]);
}

/** The path goes by where the model is supposed now. */
export function turnHere(): void {
  if (ghostPlace.value && ghostTurns.value.length < MOST_TURNS)
    ghostTurns.value = [...ghostTurns.value, ghostPlace.value];
}

/** The path goes as a hand has drawn it, corner by corner, beginning where the model stands. */
export function goAlong(path: Point[]): void {
  batch(() => {
    ghostPlace.value = path.at(-1)!;
    ghostTurns.value = path.slice(1, -1);
    ghostDrawn.value = true;
  });
}

/** The path goes the shortest way again. */
export function goStraight(): void {
  batch(() => supposeAt(ghostPlace.value));
}

export function nudgeGhost(dx: number, dy: number): void {
  if (ghostPlace.value) ghostPlace.value = [ghostPlace.value[0] + dx, ghostPlace.value[1] + dy];
}

/** A tap on the board. */
export function tapBoard(at: Point, model: string | null): void {
  pulledTape.value = null;
  if (carrying.value) carryModel(at, model);
  else if (tapeEnds.value) layTapeEnd(model === null ? { at } : { model });
  else if (ghostPlace.value) ghostPlace.value = at;
  else tapModel(model);
}

/** A tap on a model or on nothing: with one chosen, its enemy is looked at, and a friend is chosen instead. Where a
 * question is asked about the model, the first tap picks its answer. */
export function tapModel(model: string | null): void {
  if (pickRow(model)) return;
  const enemy =
    model !== null && chosenModel.value !== null && modelById.value.get(model)?.side !== chosenModel.value.side;
  if (enemy) partnerId.value = model;
  else chooseModel(model);
}
