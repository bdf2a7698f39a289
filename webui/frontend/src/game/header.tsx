// The game's part of the header: the turn, and on a phone the log and the board.

import { effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { chosenModel, wantsFocus } from "../net/table_store.ts";
import { pastPosition } from "../replay/position_store.ts";
import { Icon } from "../ui/icons.tsx";
import { Press } from "../ui/press.tsx";
import { closeLog, logOpen } from "./log.tsx";

/** Whether a telephone shows the board as well: its owner looks at the table itself. */
export const boardShown = signal(sessionStorage.getItem("board") === "shown");

effect(() => {
  sessionStorage.setItem("board", boardShown.value ? "shown" : "away");
  document.body.classList.toggle("board-away", !boardShown.value && !pastPosition.value && gameHasPanel());
});

effect(() => {
  if (wantsFocus.value) boardShown.value = true;
});

effect(() => {
  document.body.classList.toggle("playing", game.value !== null);
});

/** Whether the game has the panel's place now. */
export function gameHasPanel(): boolean {
  return game.value !== null && chosenModel.value === null;
}

/** The turn and its phase; the phase is left out where there is no room. */
export function Turn() {
  if (!game.value) return null;
  const { turn, turn_title, phase, over } = game.value;
  const named = turn > 0 ? turn_title : "";
  const phased = over ? "" : phase;
  return (
    <p class="turn">
      <span class="whole">
        {named && phased ? t("{turn}, {phase}", { turn: named, phase: phased }) : named || phased}
      </span>
      <span class="short" aria-hidden="true">
        {named || phased}
      </span>
    </p>
  );
}

/** Opens and closes the log; on a phone also the board. The first button of the page is in sight at every size. */
export function GameButtons() {
  if (!gameHasPanel()) return null;
  return (
    <>
      <Press
        class="log-button"
        aria-label={t("Log")}
        aria-pressed={logOpen.value}
        data-log-tab
        onPress={() => (logOpen.value ? closeLog() : (logOpen.value = true))}
      >
        <Icon name="log" />
      </Press>
      {!logOpen.value && (
        <Press
          class="board-button"
          aria-label={t("Board")}
          aria-pressed={boardShown.value}
          onPress={() => (boardShown.value = !boardShown.value)}
        >
          <Icon name="board" />
        </Press>
      )}
    </>
  );
}
