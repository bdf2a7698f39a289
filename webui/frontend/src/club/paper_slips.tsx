// Result slips for a pile beside each table, and a sign for each table.

import { t, tx } from "../i18n.ts";
import type { Paper, PaperCard } from "../types/club.ts";
import { Code } from "./paper_cards.tsx";
import { distinctName } from "./public_store.ts";

const PER_PAGE = 4;
const PER_SIGNS = 2;

interface Slip {
  table: number | null;
  pair: [string, string] | null;
}

/** Cut through all sheets at once and stacked with the first pile on top, the slips are in the order of the tables. */
export function Slips({ of }: { of: Paper }) {
  const slips: Slip[] = of.pairings.length
    ? of.pairings
    : [...Array<Slip>(PER_PAGE)].map(() => ({ table: null, pair: null }));
  return (
    <>
      {collated(slips, PER_PAGE).map((sheet, number) => (
        <section key={number} class="cut-page">
          {sheet.map((slip, place) =>
            slip ? <ResultSlip key={place} of={of} slip={slip} /> : <article key={place} class="slip blank" />,
          )}
        </section>
      ))}
    </>
  );
}

/** Sheets on which each place, cut off and stacked, continues where the place above it ended. */
function collated<T>(things: T[], places: number): (T | null)[][] {
  const sheets = Math.ceil(things.length / places);
  return Array.from({ length: sheets }, (_, sheet) =>
    Array.from({ length: places }, (_, place) => things[place * sheets + sheet] ?? null),
  );
}

function ResultSlip({ of, slip: { table, pair } }: { of: Paper; slip: Slip }) {
  const cards = new Map(of.cards.map((card) => [card.player, card]));
  return (
    <article class="slip" data-slip={table ?? ""}>
      <header>
        <h1>{tx("Table {table}", { table: table ?? <i class="blank-line" /> })}</h1>
        <p>{tx("{event} · round {round}", { event: of.title, round: pair ? of.round : <i class="blank-line" /> })}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th class="wide">{t("Player")}</th>
            {of.scoring.fields.map(({ key, title }) => (
              <th key={key}>{title}</th>
            ))}
            <th>{t("Conceded")}</th>
            <th class="wide">{t("Signed by the opponent")}</th>
          </tr>
        </thead>
        <tbody>
          {[0, 1].map((half) => {
            const player = pair?.[half];
            const card: PaperCard | undefined = player === undefined ? undefined : cards.get(player);
            return (
              <tr key={half}>
                <td class="wide">
                  {player !== undefined && (
                    <>
                      <b>{distinctName(of, player)}</b>
                      <small>{of.players[player]?.faction}</small>
                    </>
                  )}
                </td>
                {of.scoring.fields.map(({ key, kind, of_force }) => (
                  <td key={key}>
                    {kind === "mark" ? "☐" : card && of_force && <small>{t("of {n}", { n: card.models })}</small>}
                  </td>
                ))}
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

/** A number that can be read from the next table, and a code that opens the event on a phone. */
export function Signs({ of, reached }: { of: Paper; reached: boolean }) {
  const used = of.tables.length ? of.tables : of.pairings.map(({ table }) => table);
  return (
    <>
      {collated(
        [...used].sort((one, other) => one - other),
        PER_SIGNS,
      ).map((sheet, number) => (
        <section key={number} class="cut-page">
          {sheet.map((table, place) => (
            <article key={place} class={table === null ? "sign blank" : "sign"} data-sign={table ?? ""}>
              {table !== null && (
                <p>
                  {t("Table")}
                  <strong>{table}</strong>
                </p>
              )}
              {table !== null && reached && (
                <div>
                  <Code path={`/card/${of.id}`} called={of.title} />
                  <p>{t("{event}: pairings, clock and your score card", { event: of.title })}</p>
                </div>
              )}
            </article>
          ))}
        </section>
      ))}
    </>
  );
}
