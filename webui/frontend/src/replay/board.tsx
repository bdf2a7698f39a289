// The board as it was at a line of the log: nothing live is drawn, and who had fallen is crossed out.

import { Board } from "../board/board.tsx";
import type { GamePosition } from "../types/replay.ts";
import { boardAt, pastPosition } from "./position_store.ts";
import "./replay.css";

const nothing = (): void => undefined;

/** The board of a moment. */
export function PastBoard({ moment }: { moment: GamePosition }) {
  return (
    <div class="past-board">
      <Board shown={boardAt(moment)} onTap={nothing} />
      {!moment.measured && <p class="unmeasured">Nobody had measured yet where the models stood.</p>}
    </div>
  );
}

/** In the place of the live board, with the words that keep it from being taken for that. */
export function ThenBoard() {
  return (
    <div class="then-board">
      <p class="then-banner" role="status">As it was at line {pastPosition.value!.line.n}, not as it is now</p>
      <PastBoard moment={pastPosition.value!} />
    </div>
  );
}
