// What a player may read beside his own game: lists, the other tables, and the standings.

import type { PlayerForce, PublicView, ScoreCard } from "../types/club.ts";
import { distinctName, playerName } from "./public_store.ts";

/** What a force is called, with its faction where that says more. */
export function forceName({ name, faction }: PlayerForce): string {
  return faction && faction !== name ? `${name}, ${faction}` : name;
}

export function ForceList({ force }: { force: PlayerForce }) {
  return (
    <table class="force-list">
      <caption>{forceName(force)}</caption>
      <thead>
        <tr><th scope="col">Model</th><th scope="col" class="of-number">Number</th><th scope="col" class="of-number">Points</th></tr>
      </thead>
      <tbody>
        {force.lines.map((line, row) => (
          <tr key={row}><td>{line.name}</td><td class="of-number">{line.models}</td><td class="of-number">{line.points}</td></tr>
        ))}
      </tbody>
      <tfoot>
        <tr><th scope="row">Together</th><td class="of-number">{force.models}</td><td class="of-number">{force.points}</td></tr>
      </tfoot>
    </table>
  );
}

/** Where everybody plays, by table. */
export function Tables({ of }: { of: PublicView }) {
  return (
    <ul class="tables-list">
      {of.pairings.map(({ table, pair, points }) => (
        <li key={table}>
          <b>{table}</b>
          <span>{distinctName(of, pair[0])} <i>against</i> {distinctName(of, pair[1])}</span>
          {points.length === 2 && <small>{points[0]} : {points[1]}</small>}
        </li>
      ))}
      {of.byes.map((player) => <li key={player}><b>–</b><span>{distinctName(of, player)} has the bye</span></li>)}
      {of.sitting_out.map((player) => <li key={player}><b>–</b><span>{distinctName(of, player)} sits out</span></li>)}
    </ul>
  );
}

/** The tie-break as a sum of named opponents. */
export function tiebreakText(of: PublicView, faced: { player: string; points: number }[], tiebreak: number): string {
  return faced.length ? `${faced.map((opponent) => `${playerName(of, opponent.player)} ${opponent.points}`).join(" + ")} = ${tiebreak}` : "0";
}

export function Standings({ of, mine }: { of: PublicView; mine?: string }) {
  return (
    <ol class="standings-list">
      {of.standings.lines.map((line) => (
        <li key={line.player} class={line.player === mine ? "mine" : ""}>
          <b>{line.rank ?? "–"}</b>
          <span>
            {distinctName(of, line.player)}{line.player === mine ? ", you" : ""}
            <small>Opponents: {tiebreakText(of, line.faced, line.tiebreak)}{line.rolled_off ? "; rolled off" : ""}{line.rank === null ? "; has left" : ""}</small>
          </span>
          <strong>{line.points}</strong>
        </li>
      ))}
    </ol>
  );
}

/** The games of the rounds before. */
export function Before({ of }: { of: ScoreCard }) {
  return (
    <ul class="tables-list">
      {of.played.map((game) => (
        <li key={game.round}>
          <b>{game.round}</b>
          <span>against {distinctName(of, game.opponent)}, table {game.table}</span>
          {game.own && game.theirs && <small>{game.own.points} : {game.theirs.points}</small>}
        </li>
      ))}
    </ul>
  );
}
