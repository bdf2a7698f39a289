// The game's log beside the board; a line that can be put right has its button.

import { signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { game, logLines, mayRule, offline } from "../net/game_store.ts";
import { GameLog } from "../replay/log.tsx";
import { backToNow } from "../replay/position_store.ts";
import type { LogLine } from "../types/game.ts";
import { Press } from "../ui/press.tsx";
import { openCorrection } from "./facts.tsx";

/** Whether the log has the panel's place. */
export const logOpen = signal(false);

export function closeLog(): void {
  logOpen.value = false;
  backToNow();
}

/** The lines of this game, in the panel. */
export function LogPanel() {
  return <GameLog game={game.value!.id} lines={logLines.value} seats={game.value!.seats} extra={correctionButton} />;
}

function correctionButton(line: LogLine, gone: boolean) {
  if (!line.overrulable || !mayRule.value || gone || game.value?.closed) return null;
  return (
    <Press
      disabled={offline.value}
      data-overrule={line.n}
      aria-label={t("Wrong? {text}", { text: line.text })}
      onPress={() => openCorrection(line.n)}
    >
      {t("Wrong?")}
    </Press>
  );
}
