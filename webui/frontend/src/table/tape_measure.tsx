// The tape in words and large numbers.

import { modelById } from "../net/table_store.ts";
import { inches, margin } from "../ui/words.ts";
import { type TapeEnd, tapeEnds, tapeReading, toggleTape } from "./tools.ts";

export function TapePanel() {
  const ends = tapeEnds.value!;
  const read = tapeReading.value;
  return (
    <section class="taping" aria-label="Tape measure">
      <header class="head chosen">
        <div>
          <h1>Tape measure</h1>
        </div>
        <button type="button" class="close" aria-label="Put the tape away" onClick={toggleTape}>×</button>
      </header>
      <p class="none" role="status">{ends.length === 0 ? "Tap a model or a place." : ends.length === 1 ? "Tap the other end." : `${endText(ends[0]!)} to ${endText(ends[1]!)}`}</p>
      {ends.length > 1 && (
        <p class="taped" aria-busy={read === null}>
          {read?.contact ? <strong class="contact">contact</strong> : <strong>{read ? `${inches(read.range_in)}″` : "…"}</strong>}
          {read && !read.contact && <small>± {margin(read.sigma_in)}</small>}
          {read && read.range_in - read.horizontal_in >= 0.01 && <small>{inches(read.horizontal_in)}″ level</small>}
        </p>
      )}
      {ends.length > 0 && (
        <div class="choice">
          <button type="button" onClick={() => (tapeEnds.value = [])}>Begin anew</button>
        </div>
      )}
      <p class="foot">From base edge to base edge; between places it is level. Drag an end, or tap two new ones.</p>
    </section>
  );
}

function endText(end: TapeEnd): string {
  return "model" in end ? (modelById.value.get(end.model)?.name ?? "a model") : `${end.at.map((n) => n.toFixed(1)).join(", ")}`;
}
