// Lists on paper: the forces, the pairings, the standings of players and teams, and the prizes.

import { listed, t } from "../i18n.ts";
import type { Paper } from "../types/club.ts";
import { forceName, tiebreakText } from "./lists.tsx";
import { distinctName } from "./public_store.ts";
import { levelsSentence } from "./score_words.ts";
import { modelCount } from "./words.ts";

export function Lists({ of }: { of: Paper }) {
  const noFaction = t("no faction");
  const cards = [...of.cards].sort((one, other) =>
    distinctName(of, one.player).localeCompare(distinctName(of, other.player)),
  );
  return (
    <div class="flow">
      {cards.map(({ player, force, models }) => (
        <article key={player} class="paper-list" data-list={player}>
          <h1>{distinctName(of, player)}</h1>
          <p>
            {of.title}.{" "}
            {force
              ? forceName(force)
              : t("{faction}, no list handed in", { faction: of.players[player]!.faction || noFaction })}
            , {modelCount(models)}
          </p>
          {force && (
            <table>
              <thead>
                <tr>
                  <th class="wide">{t("Model or unit")}</th>
                  <th>{t("Models")}</th>
                  <th>{t("Points")}</th>
                </tr>
              </thead>
              <tbody>
                {force.lines.map((line, row) => (
                  <tr key={row}>
                    <td class="wide">{line.name}</td>
                    <td>{line.models}</td>
                    <td>{line.points}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th class="wide">{t("Total, of {limit} points", { limit: of.limit })}</th>
                  <td>{force.models}</td>
                  <td>{force.points}</td>
                </tr>
              </tfoot>
            </table>
          )}
          <p>{levelsSentence(of.scoring, models)}</p>
        </article>
      ))}
    </div>
  );
}

export function Pairings({ of }: { of: Paper }) {
  const tables = new Map(
    of.pairings.flatMap(({ table, pair }) =>
      pair.map((player, half) => [player, { table, other: pair[1 - half]! }] as const),
    ),
  );
  const everybody = [...tables.keys(), ...of.byes, ...of.sitting_out].sort((one, other) =>
    distinctName(of, one).localeCompare(distinctName(of, other)),
  );
  const title = of.round
    ? t("{event}, round {round} of {rounds}", { event: of.title, round: of.round, rounds: of.rounds })
    : t("{event}: no round is published yet", { event: of.title });
  return (
    <>
      <section class="hung">
        <h1>{t("{title}, by table", { title })}</h1>
        <table>
          <tbody>
            {of.pairings.map(({ table, pair }) => (
              <tr key={table}>
                <th>{table}</th>
                <td class="wide">{distinctName(of, pair[0])}</td>
                <td class="wide">{distinctName(of, pair[1])}</td>
              </tr>
            ))}
            {of.byes.map((player) => (
              <tr key={player}>
                <th>–</th>
                <td class="wide">{distinctName(of, player)}</td>
                <td class="wide">{t("bye")}</td>
              </tr>
            ))}
            {of.sitting_out.map((player) => (
              <tr key={player}>
                <th>–</th>
                <td class="wide">{distinctName(of, player)}</td>
                <td class="wide">{t("sits out")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section class="hung">
        <h1>{t("{title}, by name", { title })}</h1>
        <table>
          <tbody>
            {everybody.map((player) => {
              const seat = tables.get(player);
              return (
                <tr key={player}>
                  <td class="wide">{distinctName(of, player)}</td>
                  <th>{seat?.table ?? "–"}</th>
                  <td class="wide">
                    {seat
                      ? t("against {player}", { player: distinctName(of, seat.other) })
                      : of.byes.includes(player)
                        ? t("bye")
                        : t("sits out")}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

function placesTitle({ over, standings }: Paper): string {
  if (over) return t("Final standings");
  return standings.after ? t("Standings after round {round}", { round: standings.after }) : t("No round is over yet");
}

export function Places({ of }: { of: Paper }) {
  const { lines } = of.standings;
  return (
    <section class="hung places">
      <h1>
        {of.title}. {placesTitle(of)}
      </h1>
      <table>
        <thead>
          <tr>
            <th>{t("Place")}</th>
            <th class="wide">{t("Player")}</th>
            <th class="wide">{t("Faction")}</th>
            <th>{t("Points")}</th>
            <th class="wide">{t("Points of the opponents")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.player}>
              <th>{line.rank ?? t("left")}</th>
              <td class="wide">{distinctName(of, line.player)}</td>
              <td class="wide">{of.players[line.player]!.faction}</td>
              <td>{line.points}</td>
              <td class="wide">
                <small>
                  {tiebreakText(of, line.faced, line.tiebreak)}
                  {line.rolled_off ? `; ${t("rolled off")}` : ""}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The teams' table with their players, and the result of each match. */
export function TeamPlaces({ of }: { of: Paper }) {
  const { standings, lineups, results } = of.teams;
  const playersOf = (team: string): string =>
    listed((lineups.find((lineup) => lineup.team === team)?.players ?? []).map((player) => distinctName(of, player)));
  return (
    <>
      <section class="hung places">
        <h1>{t("{event}: teams", { event: of.title })}</h1>
        <table>
          <thead>
            <tr>
              <th>{t("Place")}</th>
              <th class="wide">{t("Team")}</th>
              <th class="wide">{t("Players")}</th>
              <th>{t("Match points")}</th>
              <th>{t("Points of the players")}</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((row) => (
              <tr key={row.team} data-team={row.team}>
                <th>{row.rank}</th>
                <td class="wide">{row.team}</td>
                <td class="wide">
                  <small>{playersOf(row.team)}</small>
                </td>
                <td>{row.points}</td>
                <td>{row.scored}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {results.length > 0 && (
        <section class="hung">
          <h1>{t("{event}: matches of the teams", { event: of.title })}</h1>
          <table>
            <tbody>
              {results.map(({ round, teams, scored, over }) => (
                <tr key={`${round} ${teams[0]}`}>
                  <th>{round}</th>
                  <td class="wide">{teams[0]}</td>
                  <td class="wide">{teams[1]}</td>
                  <td>{over ? scored.join(" : ") : t("being played")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** The prizes for places with their winners, and a line to sign on for each. */
export function PlacePrizes({ of }: { of: Paper }) {
  return (
    <section class="hung places">
      <h1>{t("{event}: prizes", { event: of.title })}</h1>
      <table>
        <thead>
          <tr>
            <th>{t("Place")}</th>
            <th class="wide">{t("Prize")}</th>
            <th class="wide">{t("Winner")}</th>
            <th class="wide">{t("Received (signature)")}</th>
          </tr>
        </thead>
        <tbody>
          {of.place_prizes.map(({ place, prize, winners }) => (
            <tr key={place}>
              <th>{place}</th>
              <td class="wide">{prize}</td>
              <td class="wide">{listed(winners)}</td>
              <td class="wide" />
            </tr>
          ))}
          {of.prizes.map(({ prize, winners }) => (
            <tr key={prize}>
              <th>–</th>
              <td class="wide">{prize}</td>
              <td class="wide">{listed(winners)}</td>
              <td class="wide" />
            </tr>
          ))}
        </tbody>
      </table>
      {of.place_prizes.some(({ winners }) => winners.length > 1) && (
        <p>{t("Where several names stand at a place, they share the prizes of all the places that they take up.")}</p>
      )}
    </section>
  );
}
