// Numbers and states in words.

import { decimal, inFigures, listed, t, tn } from "../i18n.ts";
import type { Hiding, Model, News, Range, Sight } from "../types/table.ts";
import { lengthFigures, shortLength } from "./lengths.ts";

/** Two sigma, rounded up: nineteen times out of twenty the true value is within this margin. */
export function margin(sigma: number): string {
  return lengthFigures(Math.max(1, Math.ceil(200 * sigma - 1e-6)) / 100);
}

/** A height in inches in as few digits as say it, for the set-up: 3 or 1.5. */
export function heightText(value: number): string {
  return inFigures(String(Math.round(value * 10) / 10));
}

/** A model's place, in words. */
export function whereabouts(model: Model): string {
  if (model.stands_on === "undecided")
    return t("floor undecided, perhaps {height}", { height: shortLength(model.z_in) });
  if (model.stands_on === "table") return t("on the table");
  if (model.stands_on === "air") return t("lifted off the table");
  if (model.stands_on === "none")
    return t("{height} up, where the terrain has no surface to stand on", { height: shortLength(model.z_in) });
  return t("on {surface}, {height} up", { surface: model.stands_on, height: shortLength(model.z_in) });
}

/** The camera's knowledge of a model; empty if it is seen at rest. */
export function conditionText(model: Model): string {
  if (model.state === "moving") return t("moving");
  if (model.state === "tentative") return t("just appeared");
  if (model.state === "occluded") return t("hidden");
  if (model.state === "lost") return t("lost");
  return model.stale ? t("not seen for a moment") : "";
}

/** Whether a model is drawn as remembered rather than seen. */
export function isRemembered(model: Model): boolean {
  return model.state === "occluded" || model.state === "lost" || model.stale;
}

/** Whether the two distances differ by more than a player could see. */
export function isSloped(range: Range): boolean {
  return range.range_in - range.horizontal_in >= 0.01;
}

/** A share in per cent; a share just above 0 or below 1 never rounds to it. */
export function percent(share: number): string {
  if (share >= 1) return t("all");
  if (share > 0 && share < 0.01) return t("under {share}", { share: "1\u00a0%" });
  if (share > 0.99) return t("over {share}", { share: "99\u00a0%" });
  return `${Math.round(100 * share)}\u00a0%`;
}

/** A share to the tenth of a per cent near the limit, so that it does not seem to equal it. */
function roundedText(share: number, limit: number | null): string {
  return limit !== null && Math.abs(share - limit) < 0.02 ? `${decimal(100 * share, 1)}\u00a0%` : percent(share);
}

/** The class of an answer's colour; plain where no rulebook says how much is enough. */
export function answerClass({ answer }: Sight): string {
  return answer ?? "plain";
}

/** How much a model sees of another, in a few words. */
export function sightWords(sight: Sight): string {
  if (sight.answer === "too_close")
    return sight.leans === "seen" ? t("too close to call, probably seen") : t("too close to call, probably hidden");
  if (sight.answer === "seen") return t("sees {share}", { share: roundedText(sight.share, sight.enough) });
  if (sight.answer === null) return t("sees {share}", { share: percent(sight.share) });
  return sight.share > 0
    ? t("hidden except for {share}", { share: roundedText(sight.share, sight.enough) })
    : t("hidden");
}

/** The details that the one word of the answer leaves out; empty if there are none. */
export function reservation({ answer, leans, share, spread: [least, most], enough, loose }: Sight): string {
  const [low, high, now] = [least, most, share].map((value) => roundedText(value, enough)) as [string, string, string];
  if (enough === null) return "";
  const needed = percent(enough);
  if (answer === "too_close") {
    const why =
      leans === "seen"
        ? t("Probably seen: {low} to {high} is visible, {needed} is enough. The players decide.", { low, high, needed })
        : t("Probably hidden: {low} to {high} is visible, {needed} is enough. The players decide.", {
            low,
            high,
            needed,
          });
    const on = loose.length > 0 ? t("It depends on the exact position of {hiders}.", { hiders: listed(loose) }) : "";
    return `${why} ${on}`.trim();
  }
  if (answer === "hidden" && share > 0) return t("Only {now} is visible; {needed} would be enough.", { now, needed });
  return "";
}

/** The two obstructions that hide most, and how much each hides. */
export function hidingWords(hiding: Hiding[]): string {
  const named = hiding.slice(0, 2).map(({ name, share, near }) => {
    const values = { obstruction: name, share: percent(share) };
    return near ? t("{obstruction} hides {share} (near)", values) : t("{obstruction} hides {share}", values);
  });
  return [...named, ...(hiding.length > 2 ? [tn("{n} more", "{n} more", hiding.length - 2)] : [])].join(", ");
}

/** The age of a piece of news. */
export function ago(news: News, now: number): string {
  const seconds = Math.max(0, now - news.time);
  if (seconds < 10) return t("just now");
  return seconds < 60
    ? t("{seconds} s ago", { seconds: Math.floor(seconds / 10) * 10 })
    : t("{minutes} min ago", { minutes: Math.floor(seconds / 60) });
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A phrase of the server as a sentence: with a capital and a full stop. */
export function asSentence(text: string): string {
  return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}

export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}
