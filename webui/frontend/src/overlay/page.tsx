// The overlay for streaming software: the board, the sides, whose turn it is, the last ruling and the clock, over
// nothing.
//
// /overlay                     wide, for 1920 x 1080; on a page that is higher than wide, the strip
// /overlay?layout=strip        the strip, for 1080 x 1920; ?layout=wide: never the strip
// /overlay?hide=board,clock    without these parts: board, sides, ruling, clock
// /overlay?event=3&table=2     the clock is that of the round of a club event, with the extra time of a table

import { useEffect } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { followPortraits } from "../board/portraits.tsx";
import { t } from "../i18n.ts";
import { game, logPosition, receiveGame, receiveLog } from "../net/game_store.ts";
import { followStream, onEvent, reportOnOpen } from "../net/stream.ts";
import { connected } from "../net/table_store.ts";
import { Clock } from "./clock.tsx";
import { Heading, Ruling, Sides } from "./parts.tsx";
import "./overlay.css";
import { becomeTransparent, showsPart, useLayout } from "./see_through.ts";

const HIDEABLE = ["board", "sides", "ruling", "clock"] as const; // no text

onEvent<Parameters<typeof receiveGame>[0]>("game", receiveGame);
onEvent<Parameters<typeof receiveLog>[0]>("log", receiveLog);
reportOnOpen("log", logPosition);

const nothing = (): void => undefined;

export function OverlayPage(_: { path: string }) {
  const asked = new URLSearchParams(location.search);
  const shows = (part: (typeof HIDEABLE)[number]): boolean => showsPart(part);
  const layout = useLayout();
  useEffect(() => {
    becomeTransparent();
    followStream();
    followPortraits();
  }, []);
  const on = game.value;
  return (
    <main class={`overlay ${layout}`} data-game={on?.id ?? ""} data-connected={connected.value}>
      <header class="o-top">
        {shows("sides") && on && <Sides />}
        {on && <Heading />}
        {shows("clock") && <Clock event={asked.get("event") ?? ""} table={Number(asked.get("table")) || undefined} />}
        {!connected.value && (
          <p class="o-card o-away" role="status">
            {t("No connection")}
          </p>
        )}
      </header>
      {shows("ruling") && on && <Ruling />}
      {shows("board") && (
        <div class="o-card o-board">
          <Board onTap={nothing} byKeys={false} />
        </div>
      )}
    </main>
  );
}
