// Result slips for a pile beside each table, and a sign for the table itself.

import type { Paper, PaperCard } from "../types/club.ts";
import { Code } from "./paper_cards.tsx";
import { distinctName } from "./public_store.ts";

const PER_PAGE = 4;
const PER_SIGNS = 2;

interface Slip {
  table: number | null;
  pair: [string, string] | null;
}

/** Cut through all sheets at once and laid on each other, the first pile on top, the slips lie in the order of tables. */
export function Slips({ of }: { of: Paper }) {
  const slips: Slip[] = of.pairings.length ? of.pairings : [...Array<Slip>(PER_PAGE)].map(() => ({ table: null, pair: null }));
  return (
    <>
      {collated(slips, PER_PAGE).map((sheet, number) => (
        <section key={number} class="cut-page">
          {sheet.map((slip, place) => (slip ? <ResultSlip key={place} of={of} slip={slip} /> : <article key={place} class="slip blank" />))}
        </section>
      ))}
    </>
  );
}

/** Rows of sheets such that each place of all sheets, cut off and stacked, goes on where the place above it ended. */
function collated<T>(things: T[], places: number): (T | null)[][] {
  const sheets = Math.ceil(things.length / places);
  return Array.from({ length: sheets }, (_, sheet) => Array.from({ length: places }, (_, place) => things[place * sheets + sheet] ?? null));
}

function ResultSlip({ of, slip: { table, pair } }: { of: Paper; slip: Slip }) {
  const cards = new Map(of.cards.map((card) => [card.player, card]));
  return (
    <article class="slip" data-slip={table ?? ""}>
      <header>
        <h1>Table {table ?? <i class="blank-line" />}</h1>
        <p>{of.title} · round {pair ? of.round : <i class="blank-line" />}</p>
      </header>
      <table>
        <thead>
          <tr><th class="wide">Player</th><th>Lost</th><th>Withdrew</th><th>Conceded</th><th class="wide">Signed by the opponent</th></tr>
        </thead>
        <tbody>
          {[0, 1].map((half) => {
            const player = pair?.[half];
            const card: PaperCard | undefined = player === undefined ? undefined : cards.get(player);
            return (
              <tr key={half}>
                <td class="wide">{player !== undefined && <><b>{distinctName(of, player)}</b><small>{of.players[player]?.faction}</small></>}</td>
                <td>{card && <small>of {card.models}</small>}</td>
                <td>☐</td>
                <td>☐</td>
                <td class="wide" />
              </tr>
            );
          })}
        </tbody>
      </table>
    </article>
  );
}

/** A number that is seen from the next table, and a code by which phones find their way in. */
export function Signs({ of, reached }: { of: Paper; reached: boolean }) {
  const used = of.tables.length ? of.tables : of.pairings.map(({ table }) => table);
  return (
    <>
      {collated([...used].sort((one, other) => one - other), PER_SIGNS).map((sheet, number) => (
        <section key={number} class="cut-page">
          {sheet.map((table, place) => (
            <article key={place} class={table === null ? "sign blank" : "sign"} data-sign={table ?? ""}>
              {table !== null && <p>Table<strong>{table}</strong></p>}
              {table !== null && reached && <div><Code path={`/card/${of.id}`} called={of.title} /><p>{of.title}: pairings, clock and your score card</p></div>}
            </article>
          ))}
        </section>
      ))}
    </>
  );
}
