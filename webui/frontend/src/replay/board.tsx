// The board as it was at a line of the log: nothing live is drawn, and who had fallen is crossed out.

import { Board } from "../board/board.tsx";
import { type Moment, shownOf, then } from "./past.ts";
import "./replay.css";

const nothing = (): void => undefined;

/** The board of a moment. */
export function PastBoard({ moment }: { moment: Moment }) {
  return (
    <div class="past-board">
      <Board shown={shownOf(moment)} onTap={nothing} />
      {!moment.measured && <p class="unmeasured">Nobody had measured yet where the models stood.</p>}
    </div>
  );
}

/** In the place of the live board, with the words that keep it from being taken for that. */
export function ThenBoard() {
  return (
    <div class="then-board">
      <p class="then-banner" role="status">As it was at line {then.value!.line.n}, not as it is now</p>
      <PastBoard moment={then.value!} />
    </div>
  );
}
