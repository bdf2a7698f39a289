// The log beside the board: tap a line, and the board is as it was then.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { shownView } from "../net/table_store.ts";
import type { LogLine, Seat } from "../types/game.ts";
import { Press } from "../ui/press.tsx";
import { Evidence, Lines, LineText } from "./lines.tsx";
import { backToNow, lookBack, pastPosition, positionTrouble, readableLines, struckLines } from "./position_store.ts";
import "./replay.css";

// An evening has two thousand lines; what is read is the end of them.
const AT_ONCE = 150;

interface GameLogProps {
  game: number;
  lines: LogLine[];
  seats: Seat[];
  extra?: (line: LogLine, gone: boolean) => ComponentChildren;
}

/** The lines of the game in progress, the latest last. extra: what stands beside a line, such as a button. */
export function GameLog({ game, lines, seats, extra }: GameLogProps) {
  const most = useSignal(AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  const shown = readableLines(lines);
  useEffect(() => {
    if (!pastPosition.value) end.current?.scrollIntoView({ block: "end" });
  }, [lines.length]);
  useEffect(() => backToNow, [game]);
  const choose = (line: number): void => {
    shownView.value = "table";
    void (pastPosition.value?.line.n === line ? backToNow() : lookBack(game, line));
  };
  const gone = struckLines(lines);
  return (
    <div class="game-log">
      <div class="log-scroll">
        {shown.length > most.value && <Press class="big" data-earlier onPress={() => (most.value += AT_ONCE)}>{t("Earlier lines")}</Press>}
        <Lines lines={shown.slice(-most.value)} seats={seats} gone={gone} chosen={pastPosition.value?.line.n ?? null} choose={choose} {...(extra ? { extra } : {})} />
        <div ref={end} />
      </div>
      {positionTrouble.value && <p class="why-not" role="alert">{positionTrouble.value}</p>}
      {pastPosition.value && (
        <section class="then-card" aria-label={t("As it was then")} aria-live="polite">
          <header>
            {pastPosition.value.line.seat && <SideMark seat={pastPosition.value.line.seat} seats={seats} />}
            <LineText line={pastPosition.value.line} gone={gone.has(pastPosition.value.line.n)} />
          </header>
          <Evidence moment={pastPosition.value} look={(target) => void lookBack(game, pastPosition.value!.line.n, target)} />
          <Press class="big go" data-now onPress={backToNow}>{t("Back to now")}</Press>
        </section>
      )}
    </div>
  );
}
