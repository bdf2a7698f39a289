// The log beside the board: tap a line, and the board is as it was then.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import { t, tn } from "../i18n.ts";
import { shownView } from "../net/table_store.ts";
import type { LogLine, Seat } from "../types/game.ts";
import { Press } from "../ui/press.tsx";
import { ActionLines } from "./action_lines.tsx";
import { groupActions } from "./actions.ts";
import { Evidence, LineText } from "./lines.tsx";
import { backToNow, lookBack, pastPosition, positionTrouble, readableLines, struckLines } from "./position_store.ts";
import "./log.css";
import "./replay.css";

// An evening has two thousand lines; what is read is the end of them.
const AT_ONCE = 150;

interface GameLogProps {
  game: number;
  lines: LogLine[];
  seats: Seat[];
  extra?: (line: LogLine, gone: boolean) => ComponentChildren;
}

/** The lines of one turn. */
interface TurnLines {
  turn: number;
  title: string;
  lines: LogLine[];
}

/** The lines of the game in progress, the latest last; turns that are over are folded, a tap opens each. extra: what
 * stands beside a line, such as a button. */
export function GameLog({ game, lines, seats, extra }: GameLogProps) {
  const most = useSignal(AT_ONCE);
  const opened = useSignal<number[]>([]);
  const all = useSignal(false);
  const end = useRef<HTMLDivElement>(null);
  const turns = byTurn(readableLines(lines));
  const gone = struckLines(lines);
  const chosen = pastPosition.value?.line.n ?? null;
  useEffect(() => {
    if (!pastPosition.value) end.current?.scrollIntoView({ block: "end" });
  }, [lines.length]);
  useEffect(() => backToNow, [game]);
  const choose = (line: number): void => {
    shownView.value = "table";
    void (chosen === line ? backToNow() : lookBack(game, line));
  };
  const flip = (at: number): void => {
    opened.value = opened.value.includes(at) ? opened.value.filter((other) => other !== at) : [...opened.value, at];
  };
  return (
    <div class="game-log">
      <div class="log-scroll">
        <Press
          class="plain-button every-line"
          aria-pressed={all.value}
          data-every-line
          onPress={() => (all.value = !all.value)}
        >
          {t("Every line")}
        </Press>
        {turns.map(({ turn, title, lines: own }, at) => {
          const last = at === turns.length - 1;
          const open = last || opened.value.includes(at) || own.some((line) => line.n === chosen);
          return (
            <section key={`${at} ${turn}`}>
              {turns.length > 1 && (
                <TurnHead
                  turn={turn}
                  title={title}
                  count={groupActions(own).length}
                  open={open}
                  last={last}
                  flip={() => flip(at)}
                />
              )}
              {open && own.length > most.value && (
                <Press class="big" data-earlier onPress={() => (most.value += AT_ONCE)}>
                  {t("Earlier lines")}
                </Press>
              )}
              {open && (
                <ActionLines
                  game={game}
                  all={all.value}
                  actions={groupActions(own.slice(-most.value))}
                  seats={seats}
                  gone={gone}
                  chosen={chosen}
                  choose={choose}
                  {...(extra ? { extra } : {})}
                />
              )}
            </section>
          );
        })}
        <div ref={end} />
      </div>
      {positionTrouble.value && (
        <p class="why-not" role="alert">
          {positionTrouble.value}
        </p>
      )}
      {pastPosition.value && (
        <section class="then-card" aria-label={t("As it was then")} aria-live="polite">
          <header>
            {pastPosition.value.line.seat && <SideMark seat={pastPosition.value.line.seat} seats={seats} />}
            <LineText line={pastPosition.value.line} gone={gone.has(pastPosition.value.line.n)} />
          </header>
          <Evidence
            moment={pastPosition.value}
            look={(target) => void lookBack(game, pastPosition.value!.line.n, target)}
          />
          <Press class="big go" data-now onPress={backToNow}>
            {t("Back to now")}
          </Press>
        </section>
      )}
    </div>
  );
}

/** The turn in progress is open; the others say how much there is to read. */
function TurnHead({
  turn,
  title,
  count,
  open,
  last,
  flip,
}: {
  turn: number;
  title: string;
  count: number;
  open: boolean;
  last: boolean;
  flip: () => void;
}) {
  if (last) return <h2 class="turn-head">{title}</h2>;
  return (
    <Press class="turn-head" data-turn={turn} aria-expanded={open} onPress={flip}>
      <span>{title}</span>
      <small>{tn("{n} line", "{n} lines", count)}</small>
      <span aria-hidden="true">{open ? "▴" : "▾"}</span>
    </Press>
  );
}

/** Lines in their order; a turn that an undo came back to has a part of its own. */
function byTurn(lines: LogLine[]): TurnLines[] {
  const turns: TurnLines[] = [];
  for (const line of lines) {
    const now = turns.at(-1);
    if (now && now.turn === (line.turn ?? 0)) now.lines.push(line);
    else turns.push({ turn: line.turn ?? 0, title: line.turn_title ?? "", lines: [line] });
  }
  return turns;
}
