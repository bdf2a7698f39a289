// Lists on paper: what each player brings, who plays where, and who came in where.

import type { Paper } from "../types/club.ts";
import { forceName, tiebreakText } from "./lists.tsx";
import { distinctName } from "./public_store.ts";

export function Lists({ of }: { of: Paper }) {
  const cards = [...of.cards].sort((one, other) => distinctName(of, one.player).localeCompare(distinctName(of, other.player)));
  return (
    <div class="flow">
      {cards.map(({ player, force, models, thresholds }) => (
        <article key={player} class="paper-list" data-list={player}>
          <h1>{distinctName(of, player)}</h1>
          <p>{of.title}. {force ? forceName(force) : `${of.players[player]!.faction || "no faction"}, no list handed in`}, {models} models</p>
          {force && (
            <table>
              <thead><tr><th class="wide">Model or unit</th><th>Models</th><th>Points</th></tr></thead>
              <tbody>{force.lines.map((line, row) => <tr key={row}><td class="wide">{line.name}</td><td>{line.models}</td><td>{line.points}</td></tr>)}</tbody>
              <tfoot><tr><th class="wide">Together, of {of.limit} points</th><td>{force.models}</td><td>{force.points}</td></tr></tfoot>
            </table>
          )}
          <p>Casualties: moderate from {thresholds[0]}, heavy from {thresholds[1]}, severe from {thresholds[2]}.</p>
        </article>
      ))}
    </div>
  );
}

export function Pairings({ of }: { of: Paper }) {
  const tables = new Map(of.pairings.flatMap(({ table, pair }) => pair.map((player, half) => [player, { table, other: pair[1 - half]! }] as const)));
  const everybody = [...tables.keys(), ...of.byes, ...of.sitting_out].sort((one, other) => distinctName(of, one).localeCompare(distinctName(of, other)));
  const title = of.round ? `${of.title}, round ${of.round} of ${of.rounds}` : `${of.title}: no round is published yet`;
  return (
    <>
      <section class="hung">
        <h1>{title}, by table</h1>
        <table>
          <tbody>
            {of.pairings.map(({ table, pair }) => <tr key={table}><th>{table}</th><td class="wide">{distinctName(of, pair[0])}</td><td class="wide">{distinctName(of, pair[1])}</td></tr>)}
            {of.byes.map((player) => <tr key={player}><th>–</th><td class="wide">{distinctName(of, player)}</td><td class="wide">bye</td></tr>)}
            {of.sitting_out.map((player) => <tr key={player}><th>–</th><td class="wide">{distinctName(of, player)}</td><td class="wide">sits out</td></tr>)}
          </tbody>
        </table>
      </section>
      <section class="hung">
        <h1>{title}, by name</h1>
        <table>
          <tbody>
            {everybody.map((player) => {
              const seat = tables.get(player);
              return <tr key={player}><td class="wide">{distinctName(of, player)}</td><th>{seat?.table ?? "–"}</th><td class="wide">{seat ? `against ${distinctName(of, seat.other)}` : of.byes.includes(player) ? "bye" : "sits out"}</td></tr>;
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

export function Places({ of }: { of: Paper }) {
  const { after, lines } = of.standings;
  const title = of.over ? "Final standings" : after ? `Standings after round ${after}` : "No round is over yet";
  return (
    <section class="hung places">
      <h1>{of.title}. {title}</h1>
      <table>
        <thead><tr><th>Place</th><th class="wide">Player</th><th class="wide">Faction</th><th>Points</th><th class="wide">Points of the opponents</th></tr></thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.player}>
              <th>{line.rank ?? "left"}</th>
              <td class="wide">{distinctName(of, line.player)}</td>
              <td class="wide">{of.players[line.player]!.faction}</td>
              <td>{line.points}</td>
              <td class="wide"><small>{tiebreakText(of, line.faced, line.tiebreak)}{line.rolled_off ? "; rolled off" : ""}</small></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
