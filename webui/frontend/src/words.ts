// How numbers and states are said.

import type { Model, Range } from "./state.ts";

/** Inches to the hundredth, as ranges are read. */
export function inches(value: number): string {
  return value.toFixed(2);
}

/** Two sigma, rounded up: nineteen times out of twenty the truth lies within. */
export function margin(sigma: number): string {
  return (Math.max(1, Math.ceil(200 * sigma - 1e-6)) / 100).toFixed(2);
}

/** A height in as few digits as say it: 3 or 1.5. */
export function height(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Where a model stands, in words. */
export function whereabouts(model: Model): string {
  if (model.stands_on === "undecided") return `floor undecided, perhaps ${height(model.z_in)}″`;
  if (model.stands_on === "table") return "on the table";
  return `on ${model.stands_on}, ${height(model.z_in)}″ up`;
}

/** What the camera knows of a model; empty when all is well. */
export function condition(model: Model): string {
  if (model.state === "moving") return "moving";
  if (model.state === "tentative") return "just appeared";
  if (model.state === "occluded") return "hidden";
  if (model.state === "lost") return "lost";
  return model.stale ? "not seen for a moment" : "";
}

/** Whether a model is drawn as remembered rather than seen. */
export function remembered(model: Model): boolean {
  return model.state === "occluded" || model.state === "lost" || model.stale;
}

/** Whether the two distances differ by more than a player could see. */
export function slopes(range: Range): boolean {
  return range.range_in - range.horizontal_in >= 0.01;
}
