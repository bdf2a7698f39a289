// The tape in words and large numbers.

import { byId } from "../net/state.ts";
import { inches, margin } from "../ui/words.ts";
import { type End, tape, taped, takeTape } from "./tools.ts";

export function Taping() {
  const ends = tape.value!;
  const read = taped.value;
  return (
    <section class="taping" aria-label="Tape measure">
      <header class="head chosen">
        <div>
          <h1>Tape measure</h1>
        </div>
        <button type="button" class="close" aria-label="Put the tape away" onClick={takeTape}>×</button>
      </header>
      <p class="none" role="status">{ends.length === 0 ? "Tap a model or a place." : ends.length === 1 ? "Tap the other end." : `${said(ends[0]!)} to ${said(ends[1]!)}`}</p>
      {ends.length > 1 && (
        <p class="taped" aria-busy={read === null}>
          {read?.contact ? <strong class="contact">contact</strong> : <strong>{read ? `${inches(read.range_in)}″` : "…"}</strong>}
          {read && !read.contact && <small>± {margin(read.sigma_in)}</small>}
          {read && read.range_in - read.horizontal_in >= 0.01 && <small>{inches(read.horizontal_in)}″ level</small>}
        </p>
      )}
      {ends.length > 0 && (
        <div class="choice">
          <button type="button" onClick={() => (tape.value = [])}>Begin anew</button>
        </div>
      )}
      <p class="foot">From base edge to base edge; between places it is level. Drag an end, or tap two new ones.</p>
    </section>
  );
}

function said(end: End): string {
  return "model" in end ? (byId.value.get(end.model)?.name ?? "a model") : `${end.at.map((n) => n.toFixed(1)).join(", ")}`;
}
