// Teams of three to five at the desk: who is in them, who meets, and how far the captains have paired their players.

import { useSignal } from "@preact/signals";
import { listed, t, tn } from "../i18n.ts";
import type { TeamMatch, TeamsView } from "../types/club.ts";
import type { OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { ActSheet } from "./act_form.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { findEntrant } from "./organiser_store.ts";
import { MatchState, NominationKeys, nominationText } from "./teams.tsx";

const SEATS = ["captain", "second", "third", "fourth", "fifth"]; // no text

function nameIn(of: OrganiserView): (player: string) => string {
  return (player) => findEntrant(of, player)?.name ?? player;
}

/** Under Players: the teams, each with a sheet to change it, and a key for another one. */
export function TeamRows({ of }: { of: OrganiserView }) {
  const open = useSignal<string | null>(null);
  if (!of.teams.size) return null;
  const lineup = of.teams.lineups.find(({ team }) => team === open.value)?.players ?? [];
  const unused = Object.fromEntries(SEATS.slice(of.teams.size).map((seat) => [seat, ""]));
  const start = Object.fromEntries(SEATS.map((seat, at) => [seat, lineup[at] ?? ""]));
  return (
    <section class="club-form">
      {of.teams.lineups.map(({ team, players }) => (
        <Press key={team} class="club-row boxed" data-team={team} onPress={() => (open.value = team)}>
          <span class="name">
            <b>{team}</b>
            <small>{listed(players.map(nameIn(of)))}</small>
          </span>
          <span aria-hidden="true">›</span>
        </Press>
      ))}
      <Press class="big" data-new-team onPress={() => (open.value = "")}>
        {t("Form a team of {n} …", { n: of.teams.size })}
      </Press>
      {open.value !== null && (
        <ActSheet
          act="form_team"
          given={open.value ? { ...unused, team: open.value } : unused}
          start={start}
          onClose={() => (open.value = null)}
          {...(open.value && { title: open.value })}
        />
      )}
    </section>
  );
}

/** Under Standings: the teams' table, and what each match has come to. */
export function TeamTable({ of }: { of: TeamsView }) {
  return (
    <section class="club-form">
      <h2>{t("Teams: match points")}</h2>
      <ol class="club-list" data-team-standings>
        {of.standings.map((row) => (
          <li key={row.team} class="club-row">
            <b class="tag">{row.rank}</b>
            <span class="name">
              <b>{row.team}</b>
              <small>{tn("{n} point of the players", "{n} points of the players", row.scored)}</small>
            </span>
            <strong>{row.points}</strong>
          </li>
        ))}
      </ol>
      <ul class="pairs">
        {of.results.map(({ round, teams, scored, over }) => {
          const result = over ? scored.join(" : ") : t("being played");
          return (
            <li key={`${round} ${teams[0]}`}>
              {t("Round {round}: {team} against {other}, {result}", {
                round,
                team: teams[0],
                other: teams[1],
                result,
              })}
            </li>
          );
        })}
      </ul>
      <h2>{t("Players")}</h2>
    </section>
  );
}

/** Before a round is drafted: the matches of the teams, and their captains' nominations. */
export function TeamsNext({ of }: { of: OrganiserView }) {
  const mutation = useMutation();
  const armed = useSignal(false);
  if (!of.teams.size || of.games.some((game) => game.stands !== "over")) return null;
  const drawn = of.teams.round === of.next.number;
  const draw = (): void => {
    armed.value = false;
    void mutation.act("draw_teams");
  };
  return (
    <section class="club-form">
      {of.teams.matches.map((match) => (
        <Match key={match.teams[0]} of={of} match={match} />
      ))}
      {of.teams.byes.map((team) => (
        <p key={team} class="lead">
          {t("Bye: {player}", { player: team })}
        </p>
      ))}
      <Says mutation={mutation} />
      {drawn ? (
        <TwoTaps
          first={t("Draw the teams again …")}
          second={t("Yes, all captains begin again")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={mutation.busy}
          onDo={draw}
        />
      ) : (
        <Press class="big go" data-draw-teams disabled={mutation.busy} onPress={draw}>
          {t("Draw the teams of round {round}", { round: of.next.number })}
        </Press>
      )}
    </section>
  );
}

function Match({ of, match }: { of: OrganiserView; match: TeamMatch }) {
  const mutation = useMutation();
  const restarting = useSignal(false);
  const nominating = useSignal<number | null>(null);
  const [one, other] = match.teams;
  const side = nominating.value;
  return (
    <section class="club-form" data-team-match={one}>
      <h2>{t("{player} against {other}", { player: one, other })}</h2>
      <MatchState match={match} nameOf={nameIn(of)} />
      <div class="one-of">
        {match.teams.map((team, at) =>
          !match.kind ? null : match.done[at] ? (
            <Press
              key={team}
              data-withdraw-for={team}
              onPress={() => void mutation.act("withdraw_nomination", { team })}
            >
              {t("Take back the nomination of {team}", { team })}
            </Press>
          ) : (
            <Press key={team} data-nominate-for={team} onPress={() => (nominating.value = at)}>
              {t("Nominate for {team} …", { team })}
            </Press>
          ),
        )}
        <Press data-restart={one} onPress={() => (restarting.value = true)}>
          {t("Begin this pairing again …")}
        </Press>
      </div>
      <Says mutation={mutation} />
      {restarting.value && (
        <ActSheet act="restart_pairing" given={{ team: one }} onClose={() => (restarting.value = false)} />
      )}
      {side !== null && match.kind && (
        <NominateSheet of={of} match={match} side={side} onClose={() => (nominating.value = null)} />
      )}
    </section>
  );
}

/** For a captain without a phone. */
function NominateSheet({
  of,
  match,
  side,
  onClose,
}: {
  of: OrganiserView;
  match: TeamMatch;
  side: number;
  onClose: () => void;
}) {
  const mutation = useMutation();
  const team = match.teams[side]!;
  const send = async (players: string[]): Promise<void> => {
    if (await mutation.act("nominate", { team, players })) onClose();
  };
  if (!match.kind) return null;
  return (
    <Sheet title={t("{team}: {task}", { team, task: nominationText(match.kind) })} onClose={onClose}>
      <div class="club-form">
        <NominationKeys
          options={match.options[side]!}
          count={match.count}
          nameOf={nameIn(of)}
          busy={mutation.busy}
          label={t("Nominate, hidden from {other}", { other: match.teams[1 - side]! })}
          onSend={(players) => void send(players)}
        />
        <Says mutation={mutation} />
      </div>
    </Sheet>
  );
}
