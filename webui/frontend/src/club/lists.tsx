// Lists beside a player's own game: forces, the other tables, and the standings.

import { t, tn } from "../i18n.ts";
import type { PlayerForce, PublicView, RoundTimes, ScoreCard } from "../types/club.ts";
import { CardMark } from "./desk_conduct.tsx";
import { distinctName, playerName } from "./public_store.ts";

/** The name of a force, with its faction if that differs. */
export function forceName({ name, faction }: PlayerForce): string {
  return faction && faction !== name ? `${name}, ${faction}` : name;
}

export function ForceList({ force }: { force: PlayerForce }) {
  return (
    <table class="force-list">
      <caption>{forceName(force)}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Model")}</th>
          <th scope="col" class="of-number">
            {t("Number")}
          </th>
          <th scope="col" class="of-number">
            {t("Points")}
          </th>
        </tr>
      </thead>
      <tbody>
        {force.lines.map((line, row) => (
          <tr key={row}>
            <td>{line.name}</td>
            <td class="of-number">{line.models}</td>
            <td class="of-number">{line.points}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("Total")}</th>
          <td class="of-number">{force.models}</td>
          <td class="of-number">{force.points}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** When rounds start and end by the plan, the present round marked. */
export function Times({ of, round }: { of: RoundTimes[]; round: number }) {
  return (
    <ol class="times-list" data-times>
      {of.map((planned) => (
        <li key={planned.round} aria-current={planned.round === round ? "step" : undefined}>
          <b>{planned.round}</b>
          <span>{t("{starts} to {ends}", { starts: planned.starts, ends: planned.ends })}</span>
          {planned.pause > 0 && (
            <small>{tn("then {n} minute’s break", "then {n} minutes’ break", planned.pause)}</small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** All pairings, by table. */
export function Tables({ of }: { of: PublicView }) {
  return (
    <ul class="tables-list">
      {of.pairings.map(({ table, pair, points }) => (
        <li key={table}>
          <b>{table}</b>
          <span>
            {t("{player} against {other}", { player: distinctName(of, pair[0]), other: distinctName(of, pair[1]) })}
          </span>
          {points.length === 2 && (
            <small>
              {points[0]} : {points[1]}
            </small>
          )}
        </li>
      ))}
      {of.byes.map((player) => (
        <li key={player}>
          <b>–</b>
          <span>{t("{player} has the bye", { player: distinctName(of, player) })}</span>
        </li>
      ))}
      {of.sitting_out.map((player) => (
        <li key={player}>
          <b>–</b>
          <span>{t("{player} sits out", { player: distinctName(of, player) })}</span>
        </li>
      ))}
    </ul>
  );
}

/** The tie-break as a sum over named opponents. */
export function tiebreakText(of: PublicView, faced: { player: string; points: number }[], tiebreak: number): string {
  return faced.length
    ? `${faced.map((opponent) => `${playerName(of, opponent.player)} ${opponent.points}`).join(" + ")} = ${tiebreak}`
    : "0";
}

export function Standings({ of, mine }: { of: PublicView; mine?: string }) {
  return (
    <ol class="standings-list">
      {of.standings.lines.map((line) => (
        <li key={line.player} class={line.player === mine ? "mine" : ""}>
          <b>{line.rank ?? "–"}</b>
          <span>
            {line.player === mine
              ? t("{player}, you", { player: distinctName(of, line.player) })
              : distinctName(of, line.player)}
            {line.cards.map((card, at) => (
              <CardMark key={at} card={card} />
            ))}
            <small>
              {[
                t("Opponents: {sum}", { sum: tiebreakText(of, line.faced, line.tiebreak) }),
                line.rolled_off ? t("rolled off") : "",
                line.penalty ? tn("{n} penalty point deducted", "{n} penalty points deducted", line.penalty) : "",
                line.rank === null ? t("has left") : "",
              ]
                .filter(Boolean)
                .join("; ")}
            </small>
          </span>
          <strong>{line.points}</strong>
        </li>
      ))}
    </ol>
  );
}

/** A player's games of earlier rounds. */
export function PlayedGames({ of }: { of: ScoreCard }) {
  return (
    <ul class="tables-list">
      {of.played.map((game) => (
        <li key={game.round}>
          <b>{game.round}</b>
          <span>
            {t("against {player}, table {table}", { player: distinctName(of, game.opponent), table: game.table })}
          </span>
          {game.own && game.theirs && (
            <small>
              {game.own.points} : {game.theirs.points}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
