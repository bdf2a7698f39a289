// A table of the hall for streaming software, from the broker alone: the overlay of a table, over nothing.

import { useEffect } from "preact/hooks";
import { Emblem } from "../board/marks.tsx";
import { t } from "../i18n.ts";
import "../overlay/overlay.css";
import { becomeTransparent, showsPart, useLayout } from "../overlay/see_through.ts";
import type { HallTable, TableCard } from "../types/wall.ts";
import { TableClock } from "./clock.tsx";
import { large, reached } from "./hall_store.ts";
import { LiveBoard } from "./large_table.tsx";

/** of: the table; null before it has shown itself. */
export function TableOverPicture({ of }: { of: HallTable | null }) {
  const layout = useLayout();
  useEffect(becomeTransparent, []);
  const card = of?.card;
  const parts = of && large.value.key === of.key ? large.value : null;
  return (
    <main class={`overlay ${layout}`} data-overlay={of?.key ?? ""} data-connected={reached.value}>
      <header class="o-top">
        {showsPart("sides") && card && card.sides.length > 0 && <Sides card={card} />}
        {card?.game && (
          <p class="o-card o-turn">
            <strong>{card.over ? (parts?.game?.result?.headline ?? t("The game is over")) : card.turn}</strong>
          </p>
        )}
        {showsPart("clock") && of && card?.game && !card.over && (
          <p class="o-card o-clock">
            <TableClock of={of} />
          </p>
        )}
        {(!reached.value || (of && !of.online)) && (
          <p class="o-card o-away" role="status">
            {t("No connection")}
          </p>
        )}
      </header>
      {showsPart("ruling") && card?.said && (
        <div class="o-card o-ruling">
          <p>{card.said}</p>
        </div>
      )}
      {showsPart("board") && parts?.ground && parts.table && (
        <div class="o-card o-board">
          <LiveBoard key={of!.key} parts={parts} />
        </div>
      )}
    </main>
  );
}

function Sides({ card: { sides, due, over } }: { card: TableCard }) {
  return (
    <div class="o-sides">
      {sides.map(([seat, name, score], number) => (
        <div
          key={seat}
          class={`o-card o-side side-${number % 4}${seat === due && !over ? " due" : ""}`}
          data-side={seat}
        >
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <Emblem side={number % 4} size={10} />
          </svg>
          <span class="o-name">
            <strong>{name}</strong>
          </span>
          <b class="o-score">{score}</b>
        </div>
      ))}
    </div>
  );
}
