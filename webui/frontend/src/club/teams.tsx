// Teams of three to five: their matches and standings for everybody, and a captain's nominations on the phone.

import { useSignal } from "@preact/signals";
import { listed, t, tn } from "../i18n.ts";
import type { NominationKind, PublicView, ScoreCard, TeamMatch, TeamsView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { distinctName, scoreCard } from "./public_store.ts";

type NameOf = (player: string) => string;

/** What a captain is asked for. */
export function nominationText(kind: NominationKind): string {
  if (kind === "defender") return t("Nominate a defender");
  return kind === "attackers" ? t("Nominate two attackers") : t("Choose whom your defender plays");
}

/** The players to choose from, and the key that sends them. label: of the key. */
export function NominationKeys({
  options,
  count,
  nameOf,
  busy,
  label,
  onSend,
}: {
  options: string[];
  count: number;
  nameOf: NameOf;
  busy: boolean;
  label: string;
  onSend: (players: string[]) => void;
}) {
  const chosen = useSignal<string[]>([]);
  const toggle = (player: string): void => {
    const others = chosen.value.filter((other) => other !== player);
    if (others.length < chosen.value.length) chosen.value = others;
    else chosen.value = [...chosen.value, player].slice(-count);
  };
  return (
    <>
      <div class="choices">
        {options.map((player) => (
          <Press
            key={player}
            class="big"
            data-nominate={player}
            aria-pressed={chosen.value.includes(player)}
            onPress={() => toggle(player)}
          >
            {nameOf(player)}
          </Press>
        ))}
      </div>
      <Press
        class="big go"
        data-nominated
        disabled={busy || chosen.value.length !== count}
        onPress={() => onSend(chosen.value)}
      >
        {label}
      </Press>
    </>
  );
}

/** On a captain's phone: the turn of the team in the round that is paired now. */
export function Captain({ of }: { of: ScoreCard }) {
  const mutation = useMutation();
  const turn = of.captain;
  const match = turn && of.teams.matches.find(({ teams }) => teams.includes(turn.team));
  if (!turn || !match || !turn.kind) return null;
  const other = match.teams[match.teams[0] === turn.team ? 1 : 0];
  const name: NameOf = (player) => distinctName(of, player);
  const send = async (players: string[]): Promise<void> => {
    const { round, step } = turn;
    const told = await mutation.send<{ card: ScoreCard }>("/api/card/nominate", { round, step, players });
    if (told) scoreCard.value = told.card;
  };
  return (
    <section class="report" data-captain={turn.kind}>
      <h2>{t("{team} against {other}: {task}", { team: turn.team, other, task: nominationText(turn.kind) })}</h2>
      <MatchState match={match} nameOf={name} />
      {turn.own.length > 0 ? (
        <>
          <p class="lead" role="status">
            {t("You have nominated {players}. The other captain sees it once both have.", {
              players: listed(turn.own.map(name)),
            })}
          </p>
          <Press class="big" data-unnominate disabled={mutation.busy} onPress={() => void send([])}>
            {t("Take it back")}
          </Press>
        </>
      ) : (
        <NominationKeys
          key={turn.step}
          options={turn.options}
          count={turn.count}
          nameOf={name}
          busy={mutation.busy}
          label={t("Nominate, hidden from {other}", { other })}
          onSend={(players) => void send(players)}
        />
      )}
      <Says mutation={mutation} />
    </section>
  );
}

/** How far a match is paired, as both captains know it. */
export function MatchState({ match, nameOf }: { match: TeamMatch; nameOf: NameOf }) {
  const [one, other] = match.teams;
  return (
    <ul class="pairs" data-match={one}>
      {match.pairs.map(([player, opponent]) => (
        <li key={player}>{t("{player} against {other}", { player: nameOf(player), other: nameOf(opponent) })}</li>
      ))}
      {match.spare.map((player) => (
        <li key={player}>{t("{player} has the bye", { player: nameOf(player) })}</li>
      ))}
      {match.defenders.length === 2 && (
        <li>
          {t("Defenders: {player} for {team}, {opponent} for {other}", {
            player: nameOf(match.defenders[0]!),
            team: one,
            opponent: nameOf(match.defenders[1]!),
            other,
          })}
        </li>
      )}
      {match.attackers.map((attackers, side) => (
        <li key={side}>
          {t("{players} attack {defender}", {
            players: listed(attackers.map(nameOf)),
            defender: nameOf(match.defenders[1 - side]!),
          })}
        </li>
      ))}
      {match.kind && <li class="waits">{waitingText(match)}</li>}
    </ul>
  );
}

function waitingText({ teams, done, kind }: TeamMatch): string {
  const missing = teams.filter((_team, side) => !done[side]);
  const values = { teams: listed(missing) };
  if (kind === "defender") return t("Defender: waiting for {teams}", values);
  return kind === "attackers" ? t("Attackers: waiting for {teams}", values) : t("Choice: waiting for {teams}", values);
}

/** The teams' table. */
export function TeamStandings({ of }: { of: TeamsView }) {
  return (
    <ol class="standings-list" data-team-standings>
      {of.standings.map((row) => (
        <li key={row.team}>
          <b>{row.rank}</b>
          <span>
            {row.team}
            <small>{tn("{n} point of the players", "{n} points of the players", row.scored)}</small>
          </span>
          <strong>{row.points}</strong>
        </li>
      ))}
    </ol>
  );
}

/** The matches of each round, with the points of both teams' players. */
export function TeamResults({ of }: { of: TeamsView }) {
  return (
    <ul class="tables-list" data-team-results>
      {of.results.map(({ round, teams, scored, over }) => (
        <li key={`${round} ${teams[0]}`}>
          <b>{round}</b>
          <span>{t("{player} against {other}", { player: teams[0], other: teams[1] })}</span>
          <small>{over ? `${scored[0]} : ${scored[1]}` : t("being played")}</small>
        </li>
      ))}
    </ul>
  );
}

/** On a player's phone: the teams, the round that captains pair now, and the table. */
export function TeamLists({ of }: { of: ScoreCard }) {
  if (!of.teams.size) return null;
  return (
    <details open={of.teams.matches.length > 0}>
      <summary>{t("Teams")}</summary>
      <ComingMatches of={of} />
      <TeamStandings of={of.teams} />
      <TeamResults of={of.teams} />
    </details>
  );
}

function ComingMatches({ of }: { of: PublicView }) {
  return (
    <>
      {of.teams.matches.map((match) => (
        <section key={match.teams[0]}>
          <h3>{t("{player} against {other}", { player: match.teams[0], other: match.teams[1] })}</h3>
          <MatchState match={match} nameOf={(player) => distinctName(of, player)} />
        </section>
      ))}
    </>
  );
}
