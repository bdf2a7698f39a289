// The standings: points, then the tie-break as a sum over named opponents; players who share a place may roll for it.

import { useSignal } from "@preact/signals";
import { listed, t, tn } from "../i18n.ts";
import type { PlacePrize } from "../types/club.ts";
import type { OrganiserView, Standing } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet } from "./act_form.tsx";
import { CardMark } from "./desk_conduct.tsx";
import { Prizes } from "./desk_prizes.tsx";
import { TeamTable } from "./desk_teams.tsx";

export function StandingsDesk({ of }: { of: OrganiserView }) {
  const rolling = useSignal<string[] | null>(null);
  const open = of.games.filter((game) => game.stands !== "over").length;
  return (
    <div class="club-page">
      <p class="lead">{stateText(of, open)}</p>
      {of.teams.size > 0 && <TeamTable of={of.teams} />}
      <ol class="club-list">
        {of.standings.map((line) => (
          <li key={line.player}>
            <Place of={of} line={line} onRoll={line.roll_off ? () => (rolling.value = line.level) : undefined} />
          </li>
        ))}
      </ol>
      {of.settings.prizes.length > 0 && (
        <ul class="lead" data-place-prizes>
          {of.settings.prizes.map((prize) => (
            <li key={prize.place}>{placePrizeText(prize)}</li>
          ))}
        </ul>
      )}
      {of.settings.tie_breaks.length > 0 && (
        <p class="lead" data-tie-breaks>
          {t("Tie-breaks: {list}", { list: listed(of.settings.tie_breaks) })}
        </p>
      )}
      <p class="hint">
        {t("The tie-break is the sum of the opponents’ points in the whole event; a bye adds nothing.")}
      </p>
      <Prizes of={of} />
      {rolling.value && <RollSheet of={of} players={rolling.value} onClose={() => (rolling.value = null)} />}
    </div>
  );
}

function placePrizeText({ place, prize, winners }: PlacePrize): string {
  if (winners.length === 0) return t("Place {place}: {prize}", { place, prize });
  return t("Place {place}: {prize}, for {winners}", { place, prize, winners: listed(winners) });
}

function stateText(of: OrganiserView, open: number): string {
  const { over, round, rounds } = of;
  if (over) return t("Final.");
  if (open === 0) return t("After {round} of {rounds} rounds.", { round, rounds });
  return tn(
    "Round {round} of {rounds} is being played: {n} result is missing.",
    "Round {round} of {rounds} is being played: {n} results are missing.",
    open,
    { round, rounds },
  );
}

function Place({ of, line, onRoll }: { of: OrganiserView; line: Standing; onRoll: (() => void) | undefined }) {
  const shared = line.level.length > 1;
  const row = (
    <>
      <b class="tag">{line.rank === null ? "–" : `${shared ? "=" : ""}${line.rank}`}</b>
      <span class="name">
        <b>
          {line.name}
          {line.left && <em>{line.left === "conceded" ? t("conceded") : t("dropped")}</em>}
          {line.rolled_off && <em>{t("rolled off")}</em>}
          {line.cards.map((card, at) => (
            <CardMark key={at} card={card} />
          ))}
        </b>
        <small class="working">
          {line.byes > 0
            ? t("Tie-break {sum}, and a bye", { sum: line.working })
            : t("Tie-break {sum}", { sum: line.working })}
        </small>
        {line.penalty > 0 && (
          <small>{tn("{n} penalty point deducted", "{n} penalty points deducted", line.penalty)}</small>
        )}
        {onRoll && (
          <small class="roll">
            {t("{n} players share the place: tap to enter a roll-off", { n: line.level.length })}
          </small>
        )}
      </span>
      <strong>{line.points}</strong>
    </>
  );
  if (!onRoll || of.round === 0)
    return (
      <div class={`club-row ${line.left}`} data-place={line.player}>
        {row}
      </div>
    );
  return (
    <Press class="club-row" data-place={line.player} onPress={onRoll}>
      {row}
    </Press>
  );
}

/** Asks for the order of a roll-off: the winner is tapped first. */
function RollSheet({ of, players, onClose }: { of: OrganiserView; players: string[]; onClose: () => void }) {
  const order = useSignal<string[]>([]);
  const nameOf = (player: string): string => of.standings.find((line) => line.player === player)?.name ?? player;
  const whole = order.value.length === players.length;
  return (
    <ActSheet
      act="roll_off"
      given={{ order: order.value }}
      ready={whole}
      title={t("{players} share a place", { players: listed(players.map(nameOf)) })}
      submit={whole ? order.value.map((player, at) => `${at + 1}. ${nameOf(player)}`).join(", ") : t("Tap them all")}
      report={t("The roll-off is entered")}
      onClose={onClose}
    >
      <div class="choices">
        {players.map((player) => {
          const at = order.value.indexOf(player);
          return (
            <Press
              key={player}
              class="big"
              data-rolled={player}
              aria-pressed={at >= 0}
              onPress={() =>
                (order.value = at >= 0 ? order.value.filter((rolled) => rolled !== player) : [...order.value, player])
              }
            >
              {at >= 0 && `${at + 1}. `}
              {nameOf(player)}
            </Press>
          );
        })}
      </div>
    </ActSheet>
  );
}
