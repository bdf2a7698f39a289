// How numbers and states are said.

import type { Hiding, Model, News, Range, Sight } from "../types/table.ts";

/** Inches to the hundredth, as ranges are read. */
export function inches(value: number): string {
  return value.toFixed(2);
}

/** Two sigma, rounded up: nineteen times out of twenty the truth lies within. */
export function margin(sigma: number): string {
  return (Math.max(1, Math.ceil(200 * sigma - 1e-6)) / 100).toFixed(2);
}

/** A height in as few digits as say it: 3 or 1.5. */
export function heightText(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Where a model stands, in words. */
export function whereabouts(model: Model): string {
  if (model.stands_on === "undecided") return `floor undecided, perhaps ${heightText(model.z_in)}″`;
  if (model.stands_on === "table") return "on the table";
  return `on ${model.stands_on}, ${heightText(model.z_in)}″ up`;
}

/** What the camera knows of a model; empty when all is well. */
export function conditionText(model: Model): string {
  if (model.state === "moving") return "moving";
  if (model.state === "tentative") return "just appeared";
  if (model.state === "occluded") return "hidden";
  if (model.state === "lost") return "lost";
  return model.stale ? "not seen for a moment" : "";
}

/** Whether a model is drawn as remembered rather than seen. */
export function isRemembered(model: Model): boolean {
  return model.state === "occluded" || model.state === "lost" || model.stale;
}

/** Whether the two distances differ by more than a player could see. */
export function isSloped(range: Range): boolean {
  return range.range_in - range.horizontal_in >= 0.01;
}

/** A share as a person says it; what is not quite nothing or everything never rounds to it. */
export function percent(share: number): string {
  if (share >= 1) return "all";
  if (share > 0 && share < 0.01) return "under 1\u00a0%";
  if (share > 0.99) return "over 99\u00a0%";
  return `${Math.round(100 * share)}\u00a0%`;
}

/** Shares about a limit to the tenth, lest they seem to lie at it. */
function roundedText(share: number, limit: number): string {
  return Math.abs(share - limit) < 0.02 ? `${(100 * share).toFixed(1)}\u00a0%` : percent(share);
}

/** What a model sees of another, in a few words. */
export function sightWords(sight: Sight): string {
  if (sight.answer === "too_close") return `too close to call, leans ${sight.leans}`;
  if (sight.answer === "seen") return `sees ${roundedText(sight.share, sight.enough)}`;
  return sight.share > 0 ? `hidden but for ${roundedText(sight.share, sight.enough)}` : "hidden";
}

/** What the one word of the answer leaves out; empty where it says all. */
export function reservation({ answer, leans, share, spread: [least, most], enough }: Sight): string {
  const [low, high, now] = [least, most, share].map((each) => roundedText(each, enough));
  if (answer === "too_close") return `Leans ${leans}: ${low} to ${high} shows, ${percent(enough)} is enough. The players decide.`;
  if (answer === "hidden" && share > 0) return `Only ${now} shows; ${percent(enough)} would be enough.`;
  return "";
}

/** What hides how much, the two that hide most. */
export function hidingWords(hiding: Hiding[]): string {
  const told = hiding.slice(0, 2).map((each) => `${each.name} hides ${percent(each.share)}${each.near ? " (near)" : ""}`);
  return [...told, ...(hiding.length > 2 ? [`${hiding.length - 2} more`] : [])].join(", ");
}

/** How long ago something happened. */
export function ago(one: News, now: number): string {
  const seconds = Math.max(0, now - one.time);
  if (seconds < 10) return "just now";
  return seconds < 60 ? `${Math.floor(seconds / 10) * 10} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}
