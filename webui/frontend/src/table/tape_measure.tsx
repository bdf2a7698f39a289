// The tape in words and large numbers.

import { decimalSign, t } from "../i18n.ts";
import { modelById } from "../net/table_store.ts";
import { lengthFigures, lengthText } from "../ui/lengths.ts";
import { margin } from "../ui/words.ts";
import { type TapeEnd, tapeEnds, tapeReading, toggleTape } from "./tools.ts";

export function TapePanel() {
  const ends = tapeEnds.value!;
  const read = tapeReading.value;
  return (
    <section class="taping" aria-label={t("Tape measure")}>
      <header class="head chosen">
        <div>
          <h1>{t("Tape measure")}</h1>
        </div>
        <button type="button" class="close" aria-label={t("Put the tape away")} onClick={toggleTape}>
          ×
        </button>
      </header>
      <p class="none" role="status">
        {ends.length === 0
          ? t("Tap a model or a place.")
          : ends.length === 1
            ? t("Tap the other end.")
            : t("{start} to {end}", { start: endText(ends[0]!), end: endText(ends[1]!) })}
      </p>
      {ends.length > 1 && (
        <p class="taped" aria-busy={read === null}>
          {read?.contact ? (
            <strong class="contact">{t("contact")}</strong>
          ) : (
            <strong>{read ? lengthText(read.range_in) : "…"}</strong>
          )}
          {read && !read.contact && <small>± {margin(read.sigma_in)}</small>}
          {read && read.range_in - read.horizontal_in >= 0.01 && (
            <small>{t("{range} horizontally", { range: lengthText(read.horizontal_in) })}</small>
          )}
        </p>
      )}
      {ends.length > 0 && (
        <div class="choice">
          <button type="button" onClick={() => (tapeEnds.value = [])}>
            {t("Start over")}
          </button>
        </div>
      )}
      <p class="foot">
        {t("From base edge to base edge; between two places, horizontally. Drag an end, or tap two new places.")}
      </p>
    </section>
  );
}

function endText(end: TapeEnd): string {
  return "model" in end
    ? (modelById.value.get(end.model)?.name ?? t("a model"))
    : end.at.map((n) => lengthFigures(n, 1)).join(decimalSign() === "," ? "; " : ", ");
}
