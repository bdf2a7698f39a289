// Results: a row for each table of a round; a tap on it opens the card, to type a slip in, to settle a dispute, or to
// put right what was wrong.

import { useSignal } from "@preact/signals";
import type { OrganiserView, RoundGame } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { ScoreSheet } from "./desk_card.tsx";

const STANDS: Record<RoundGame["stands"], string> = {
  playing: "playing",
  half: "one report is in",
  disputed: "the reports differ",
  over: "over",
};

export function ScoresDesk({ of }: { of: OrganiserView }) {
  const round = useSignal(of.round);
  const table = useSignal<number | null>(null);
  if (of.round === 0) return <div class="club-page"><p class="lead">No round is published yet.</p></div>;
  const games = round.value === of.round ? of.games : (of.drawn[round.value - 1]?.games ?? []);
  const chosen = games.find((game) => game.table === table.value);
  const open = games.filter((game) => game.stands !== "over").length;
  return (
    <div class="club-page">
      {of.round > 1 && (
        <div class="one-of rounds" role="group" aria-label="Rounds">
          {of.drawn.map((drawn) => <Press key={drawn.number} aria-pressed={round.value === drawn.number} onPress={() => (round.value = drawn.number)}>Round {drawn.number}</Press>)}
        </div>
      )}
      <p class="lead" role="status">{open ? `${open} of ${games.length} games of round ${round.value} are open` : `All games of round ${round.value} are in`}</p>
      <ul class="club-list">
        {games.map((game) => (
          <li key={game.table}>
            <Press class={`club-row game ${game.stands}`} data-game={game.table} onPress={() => (table.value = game.table)}>
              <b class="tag">{game.table}</b>
              <span class="name"><b>{game.players[0].name} against {game.players[1].name}</b><small>{scoreState(game)}</small></span>
              {game.stands === "over" ? <strong>{game.players[0].points} : {game.players[1].points}</strong> : <span class={`stands ${game.stands}`}>{game.stands === "disputed" ? "! " : ""}{STANDS[game.stands]}</span>}
            </Press>
          </li>
        ))}
      </ul>
      {chosen && <ScoreSheet key={chosen.table} game={chosen} since={of.round - chosen.round} onClose={() => (table.value = null)} />}
    </div>
  );
}

function scoreState(game: RoundGame): string {
  if (game.stands === "over") return game.players.map((player) => `${player.name} lost ${player.lost} of ${player.models}${player.conceded ? " and conceded" : player.withdrew ? " and withdrew" : ""}`).join(", ");
  if (game.disputes.length) return game.disputes.join("; ");
  return game.reports.map((report) => `${report.name} has reported`).join(", ") || game.players.map((report) => report.faction).filter(Boolean).join(" against ");
}
