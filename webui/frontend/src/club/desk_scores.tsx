// Results: a row for each table of a round; a tap on it opens the card, to enter a slip, settle a dispute or correct a
// mistake.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { Scoring } from "../types/club.ts";
import type { OrganiserView, RoundGame } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ScoreSheet } from "./desk_card.tsx";
import { scoreText, toCardHalf, toEnteredHalf } from "./score_words.ts";

const STANDS: Record<RoundGame["stands"], string> = {
  playing: t("playing"),
  half: t("one report is in"),
  disputed: t("the reports differ"),
  over: t("over"),
};

export function ScoresDesk({ of }: { of: OrganiserView }) {
  const round = useSignal(of.round);
  const pair = useSignal<string | null>(null);
  if (of.round === 0)
    return (
      <div class="club-page">
        <p class="lead">{t("No round is published yet.")}</p>
      </div>
    );
  const games = round.value === of.round ? of.games : (of.drawn[round.value - 1]?.games ?? []);
  // by the pair: a repaired round may have another at that table
  const chosen = games.find((game) => pairKey(game) === pair.value);
  const open = games.filter((game) => game.stands !== "over").length;
  return (
    <div class="club-page">
      {of.round > 1 && (
        <div class="one-of rounds" role="group" aria-label={t("Rounds")}>
          {of.drawn.map((drawn) => (
            <Press
              key={drawn.number}
              aria-pressed={round.value === drawn.number}
              onPress={() => (round.value = drawn.number)}
            >
              {t("Round {round}", { round: drawn.number })}
            </Press>
          ))}
        </div>
      )}
      <p class="lead" role="status">
        {openText(open, games.length, round.value)}
      </p>
      <ul class="club-list">
        {games.map((game) => (
          <li key={game.table}>
            <Press
              class={`club-row game ${game.stands}`}
              data-game={game.table}
              onPress={() => (pair.value = pairKey(game))}
            >
              <b class="tag">{game.table}</b>
              <span class="name">
                <b>{t("{player} against {other}", { player: game.players[0].name, other: game.players[1].name })}</b>
                <small>{scoreState(of.scoring, game)}</small>
              </span>
              {game.stands === "over" ? (
                <strong>
                  {game.players[0].points} : {game.players[1].points}
                </strong>
              ) : (
                <span class={`stands ${game.stands}`}>
                  {game.stands === "disputed" ? "! " : ""}
                  {STANDS[game.stands]}
                </span>
              )}
            </Press>
          </li>
        ))}
      </ul>
      {chosen && (
        <ScoreSheet
          key={pair.value}
          game={chosen}
          since={of.round - chosen.round}
          onClose={() => (pair.value = null)}
        />
      )}
      {pair.value !== null && !chosen && <GoneSheet onClose={() => (pair.value = null)} />}
    </div>
  );
}

function pairKey(game: RoundGame): string {
  return game.players.map((player) => player.id).join(" ");
}

/** Instead of the sheet of a game that another organiser has taken apart. */
function GoneSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={t("This game no longer exists")} onClose={onClose}>
      <p class="lead" role="alert" data-gone>
        {t("Somebody else has changed the round: these two players no longer meet in it.")}
      </p>
      <div class="ends">
        <span />
        <Press class="big go" data-yes onPress={onClose}>
          {t("Understood")}
        </Press>
      </div>
    </Sheet>
  );
}

function openText(open: number, games: number, round: number): string {
  if (open === 0) return t("All results of round {round} are in", { round });
  return t("{open} of {games} results of round {round} are missing", { open, games, round });
}

function scoreState(scoring: Scoring, game: RoundGame): string {
  if (game.stands === "over")
    return game.players
      .map((player) => scoreText(scoring, player.name, toCardHalf(toEnteredHalf(player)), player.models))
      .join(", ");
  if (game.disputes.length) return game.disputes.join("; ");
  if (game.reports.length)
    return game.reports.map((report) => t("{player} has reported", { player: report.name })).join(", ");
  const [player, other] = game.players.map(({ faction }) => faction) as [string, string];
  return player && other ? t("{player} against {other}", { player, other }) : player || other;
}
