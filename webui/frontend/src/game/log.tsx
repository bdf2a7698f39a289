// The game's log beside the board; a line that can be put right has its button.

import { signal } from "@preact/signals";
import { GameLog } from "../replay/log.tsx";
import { backToNow } from "../replay/past.ts";
import { Press } from "../ui/press.tsx";
import { correct } from "./facts.tsx";
import { game, lines, type LogLine, mayRule, offline } from "./play.ts";

/** Whether the log has the panel's place. */
export const readingLog = signal(false);

export function closeLog(): void {
  readingLog.value = false;
  backToNow();
}

/** The lines of this game, in the panel. */
export function LogPanel() {
  return <GameLog game={game.value!.id} lines={lines.value} sides={game.value!.seats} extra={notSo} />;
}

function notSo(line: LogLine, gone: boolean) {
  if (!line.overrulable || !mayRule.value || gone) return null;
  return (
    <Press disabled={offline.value} data-overrule={line.n} aria-label={`Not so: ${line.text}`} onPress={() => correct(line.n)}>Not so …</Press>
  );
}
