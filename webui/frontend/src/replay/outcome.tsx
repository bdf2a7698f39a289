// How a game ended, what the dice did, and what of it can be taken home.

import type { ComponentChildren } from "preact";
import { SideMark } from "../board/seat_marks.tsx";
import { decimal, t, tn } from "../i18n.ts";
import type { Chart, DiceStatistic, ReplayedGame } from "../types/replay.ts";
import type { GameResultView } from "../types/views.ts";
import { GameCharts } from "./charts.tsx";
import { Highlights } from "./highlights.tsx";

/** children: what of it can be taken home. */
export function Outcome({
  whole,
  charts,
  children,
}: {
  whole: ReplayedGame;
  charts: () => Promise<Chart[]>;
  children: ComponentChildren;
}) {
  const { result, seats } = whole;
  return (
    <div class="outcome">
      <section>
        <h2>{whole.over && result ? result.headline : t("The game is not over")}</h2>
        {result && <Results result={result} whole={whole} />}
        {whole.over && result?.tournament && <p>{result.tournament.text}</p>}
        {whole.over && <Highlights highlights={whole.highlights} />}
      </section>
      <section>
        <h2>{t("The dice")}</h2>
        {whole.luck.length === 0 && <p class="soft">{t("No checks have been rolled yet.")}</p>}
        {seats.map((seat) => (
          <DiceTable key={seat.id} seat={seat.id} whole={whole} />
        ))}
      </section>
      <GameCharts load={charts} />
      {children}
    </div>
  );
}

/** A row for each seat, with the columns of its rulebook. */
function Results({
  result: { columns, sides },
  whole: { seats, players },
}: {
  result: GameResultView;
  whole: ReplayedGame;
}) {
  const cellsOf = new Map(sides.map(({ seat, cells }) => [seat, cells]));
  return (
    <ul>
      {seats.map((seat) => (
        <li key={seat.id} data-result={seat.id}>
          <SideMark seat={seat.id} seats={seats} named />
          <span>{players[seat.id]}</span>
          {columns.map(({ key, title }) => (
            <span key={key} class="cell">
              <small>{title}</small> <strong>{cellsOf.get(seat.id)?.[key]}</strong>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function DiceTable({ seat, whole }: { seat: string; whole: ReplayedGame }) {
  const rows = whole.luck.filter((statistic) => statistic.seat === seat);
  if (rows.length === 0) return null;
  return (
    <table data-dice={seat}>
      <caption>
        <SideMark seat={seat} seats={whole.seats} named />
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("Roll")}</th>
          <th scope="col">{t("Passed")}</th>
          <th scope="col">{t("Expected")}</th>
          <th scope="col">{t("Luck")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((statistic) => (
          <tr key={statistic.name} class={statistic.name === "all" ? "all" : ""}>
            <th scope="row">{statistic.name === "all" ? t("all rolls") : statistic.title}</th>
            <td>{passedText(statistic)}</td>
            <td>{decimal(statistic.expected, 1)}</td>
            <td>{signedLuck(statistic.luck)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rolls on a ladder may hit more often than they are rolled. */
function passedText({ passed, rolled, most }: DiceStatistic): string {
  return most === rolled
    ? t("{passed} of {rolled}", { passed, rolled })
    : tn("{passed} in {n} roll", "{passed} in {n} rolls", rolled, { passed });
}

function signedLuck(luck: number): string {
  return luck < 0 ? `−${decimal(-luck, 1)}` : `+${decimal(luck, 1)}`;
}
