// The board as it was at a line of the log: nothing live is drawn, and fallen models are crossed out.

import { Board } from "../board/board.tsx";
import { Intentions } from "../board/intentions.tsx";
import { t } from "../i18n.ts";
import type { GamePosition } from "../types/replay.ts";
import { boardAt, pastPosition } from "./position_store.ts";
import "./replay.css";

const nothing = (): void => undefined;

/** The board of a moment. */
export function PastBoard({ moment }: { moment: GamePosition }) {
  return (
    <div class="past-board">
      <Board shown={boardAt(moment)} onTap={nothing} byKeys={false}>
        <Intentions intentions={moment.intentions ?? []} />
      </Board>
      {!moment.measured && <p class="unmeasured">{t("The models’ positions had not been measured yet.")}</p>}
    </div>
  );
}

/** In the place of the live board, with the words that keep it from being taken for that. */
export function ThenBoard() {
  return (
    <div class="then-board">
      <p class="then-banner" role="status">
        {t("As it was at line {line}, not as it is now", { line: pastPosition.value!.line.n })}
      </p>
      <PastBoard moment={pastPosition.value!} />
    </div>
  );
}
