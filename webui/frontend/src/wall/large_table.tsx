// The table that is shown large: its live board, its sides, what was ruled last.

import { useEffect, useErrorBoundary } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { Intentions } from "../board/intentions.tsx";
import type { Shown } from "../board/space.ts";
import { t } from "../i18n.ts";
import type { Game } from "../types/game.ts";
import type { Ground, Table } from "../types/table.ts";
import type { HallTable } from "../types/wall.ts";
import { isRemembered } from "../ui/words.ts";
import { Sides, tableTitle, Troubles } from "./card.tsx";
import { TableClock } from "./clock.tsx";
import { large, type LargeParts } from "./hall_store.ts";

const nothing = (): void => undefined;

export function LargeTable({ of }: { of: HallTable }) {
  const { card, key } = of;
  // parts of another table are never drawn under this one's name
  const parts = large.value.key === key ? large.value : null;
  return (
    <section class="w-large" data-large={key} data-game={card?.game ?? ""} aria-label={tableTitle(of)}>
      <header>
        <h1>
          {tableTitle(of)} <TableClock of={of} />
        </h1>
        <Troubles of={of} />
        {card && card.sides.length > 0 && <Sides sides={card.sides} due={card.due} won={card.over ? card.won : ""} />}
        {card?.game && (
          <p class="w-turn">{card.over ? (parts?.game?.result?.headline ?? t("The game is over")) : card.turn}</p>
        )}
        {card?.said && <p class="w-said">{card.said}</p>}
      </header>
      <div class="w-board">
        {parts?.ground && parts.table ? (
          <LiveBoard key={key} parts={parts} />
        ) : (
          <p class="soft">{t("The board appears as soon as the table sends it.")}</p>
        )}
      </div>
    </section>
  );
}

/** The board; what cannot be drawn, whoever sent it, takes nothing else of the page with it. */
export function LiveBoard({ parts }: { parts: LargeParts }) {
  const [fault, tryAgain] = useErrorBoundary();
  useEffect(() => fault && tryAgain(), [parts]);
  if (fault)
    return (
      <p class="soft" data-broken>
        {t("The board that the table sends cannot be drawn.")}
      </p>
    );
  return <Drawn parts={parts} />;
}

function Drawn({ parts }: { parts: LargeParts }) {
  return (
    <Board shown={boardOf(parts.ground!, parts.table!, parts.game)} onTap={nothing} byKeys={false}>
      <Intentions intentions={parts.game?.intentions ?? []} />
    </Board>
  );
}

/** The parts as the board draws them. */
function boardOf(ground: Ground, table: Table, game: Game | null): Shown {
  const seats = game?.seats.map(({ id }) => id) ?? [];
  const inGame = game?.state.models ?? {};
  return {
    ground,
    models: table.models,
    // shapes and colours as on the cards
    sides: table.sides.every((side) => seats.includes(side)) ? seats : table.sides,
    chosen: null,
    target: null,
    why: null,
    fallen: new Set(Object.entries(inGame).flatMap(([id, { alive }]) => (alive ? [] : [id]))),
    away: new Set(game ? table.models.filter((model) => isRemembered(model) && !(id(model) in inGame)).map(id) : []),
  };
}

function id(model: { id: string }): string {
  return model.id;
}
