// The log beside the board: tap a line, and the board is as it was then.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { LogLine } from "../game/play.ts";
import { showing } from "../net/state.ts";
import { Press } from "../ui/press.tsx";
import { Evidence, Lines, LineText, SideMark } from "./lines.tsx";
import { backToNow, lookBack, struckOf, then, told, trouble } from "./past.ts";
import "./replay.css";

// An evening has two thousand lines; what is read is the end of them.
const AT_ONCE = 150;

interface Props {
  game: number;
  lines: LogLine[];
  sides: string[];
  extra?: (line: LogLine, gone: boolean) => ComponentChildren;
}

/** The lines of the game in progress, the latest last. extra: what stands beside a line, such as a button. */
export function GameLog({ game, lines, sides, extra }: Props) {
  const most = useSignal(AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  const shown = told(lines);
  useEffect(() => {
    if (!then.value) end.current?.scrollIntoView({ block: "end" });
  }, [lines.length]);
  useEffect(() => backToNow, [game]);
  const choose = (line: number): void => {
    showing.value = "table";
    void (then.value?.line.n === line ? backToNow() : lookBack(game, line));
  };
  const gone = struckOf(lines);
  return (
    <div class="game-log">
      <div class="log-scroll">
        {shown.length > most.value && <Press class="big" data-earlier onPress={() => (most.value += AT_ONCE)}>Earlier lines</Press>}
        <Lines lines={shown.slice(-most.value)} sides={sides} gone={gone} chosen={then.value?.line.n ?? null} choose={choose} {...(extra ? { extra } : {})} />
        <div ref={end} />
      </div>
      {trouble.value && <p class="why-not" role="alert">{trouble.value}</p>}
      {then.value && (
        <section class="then-card" aria-label="As it was then" aria-live="polite">
          <header>
            {then.value.line.seat && <SideMark seat={then.value.line.seat} sides={sides} />}
            <LineText line={then.value.line} gone={gone.has(then.value.line.n)} />
          </header>
          <Evidence moment={then.value} look={(target) => void lookBack(game, then.value!.line.n, target)} />
          <Press class="big go" data-now onPress={backToNow}>Back to now</Press>
        </section>
      )}
    </div>
  );
}
