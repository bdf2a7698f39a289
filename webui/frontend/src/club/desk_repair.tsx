// A published round that has to change: swaps, tables, a late arrival, somebody who has not come. Games that are over
// stay.

import { useSignal } from "@preact/signals";
import { t, tp } from "../i18n.ts";
import type { EntrantName, OrganiserView, RoundGame, RoundPairing } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet } from "./act_form.tsx";
import { MoveSheet, Seat, TableKey, Violations } from "./desk_seats.tsx";

type PublishedRound = OrganiserView["drawn"][number];
/** Whether a player plays, waits (with the bye, or sitting out), or has no place in the round. */
type Place = "plays" | "waits" | "none";
interface Placed {
  player: EntrantName;
  place: Place;
}
/** A repair for two tapped players: a command, its values, and the text of the key. */
interface Change {
  key: string;
  command: string;
  values: object;
  text: string;
}

export function Repair({ of, round, onClose }: { of: OrganiserView; round: PublishedRound; onClose: () => void }) {
  const first = useSignal<Placed | null>(null);
  const both = useSignal<[Placed, Placed] | null>(null);
  const moved = useSignal<RoundPairing | null>(null);
  const late = withoutPlace(of, round);
  const tap = (player: EntrantName, place: Place) => (): void => {
    if (first.value?.player.id === player.id) first.value = null;
    else if (!first.value) first.value = { player, place };
    else {
      both.value = [first.value, { player, place }];
      first.value = null;
    }
  };
  const seat = (player: EntrantName, place: Place) => (
    <Seat
      key={player.id}
      player={player}
      chosen={first.value?.player.id === player.id}
      scored={round.number > 1}
      onPress={tap(player, place)}
    />
  );
  return (
    <section class="club-form">
      <h2>{t("Change round {round}", { round: round.number })}</h2>
      <p class="hint" role="status">
        {first.value
          ? t("Tap the other player concerned.")
          : t(
              "Everybody sees the change at once. Tap two players, or the number of a table. Finished " +
                "games do not change.",
            )}
      </p>
      <Violations breaches={round.breaches} />
      <ul class="club-draft">
        {round.games.map((game) =>
          game.stands === "over" ? (
            <Over key={game.table} game={game} />
          ) : (
            <li key={game.table} class="club-pair">
              <TableKey table={game.table} onPress={() => (moved.value = game)} />
              {game.players.map((player) => seat(player, "plays"))}
            </li>
          ),
        )}
        {round.byes.map((player) => (
          <li key={player.id} class="club-pair">
            <b class="tag">{t("Bye")}</b>
            {seat(player, "waits")}
          </li>
        ))}
        {round.sitting_out.map((player) => (
          <li key={player.id} class="club-pair">
            <b class="tag">{tp("of a round", "Out")}</b>
            {seat(player, "waits")}
          </li>
        ))}
        {late.map((player) => (
          <li key={player.id} class="club-pair">
            <b class="tag">{newText(of, player)}</b>
            {seat(player, "none")}
          </li>
        ))}
      </ul>
      {late.length > 0 && (
        <p class="hint">{t("To let a new player play this round, tap them and then the player with the bye.")}</p>
      )}
      <Press class="big" data-changed onPress={onClose}>
        {t("Done")}
      </Press>
      {moved.value && (
        <MoveSheet
          of={of}
          round={round}
          pair={moved.value}
          command="repair_move"
          onClose={() => (moved.value = null)}
        />
      )}
      {both.value && <ChangeSheet both={both.value} onClose={() => (both.value = null)} />}
    </section>
  );
}

function Over({ game }: { game: RoundGame }) {
  return (
    <li class="club-pair">
      <b class="tag">{game.table}</b>
      {game.players.map((player) => (
        <span key={player.id} class="name">
          <b>{player.name}</b>
          <small>{t("over")}</small>
        </span>
      ))}
    </li>
  );
}

function newText(of: OrganiserView, { id }: EntrantName): string {
  const presence = of.entrants.find((entrant) => entrant.id === id)?.presence;
  if (presence === "late") return t("Late");
  return presence === "absent" ? t("Absent") : tp("of a round", "New");
}

/** Players of the event who came after the round was drawn. */
function withoutPlace(of: OrganiserView, round: PublishedRound): EntrantName[] {
  const placed = new Set(
    [...round.pairs.flatMap((pair) => pair.players), ...round.byes, ...round.sitting_out].map((player) => player.id),
  );
  return of.entrants.filter((entrant) => !entrant.left && !placed.has(entrant.id));
}

// The organiser may choose another one.
const LIKELIEST_REASON: Record<string, string> = {
  repair_replace: t("has not come"),
  repair_swap: t("a mistake in the pairing"),
};

/** The repairs for two players, the likeliest first. */
function changesFor([one, other]: [Placed, Placed]): Change[] {
  const [free, seated] = one.place === "plays" ? [other, one] : [one, other];
  const values = { one: one.player.id, other: other.player.id };
  const swap: Change = { key: "swap", command: "repair_swap", values, text: t("They change places") };
  if (free.place === "plays") return [swap];
  if (seated.place !== "plays") {
    const [player, opponent] = one.place === "none" ? [one, other] : [other, one];
    return [
      {
        key: "seat",
        command: "repair_seat",
        values: { player: player.player.id, opponent: opponent.player.id },
        text: t("They play each other"),
      },
    ];
  }
  const names = { absent: seated.player.name, player: free.player.name };
  const replaced = { absent: seated.player.id, player: free.player.id };
  const instead: Change[] = [
    {
      key: "leaves",
      command: "repair_replace",
      values: { ...replaced, leaves: true },
      text: t("{player} plays instead of {absent}, who leaves the event", names),
    },
    {
      key: "sits-out",
      command: "repair_replace",
      values: replaced,
      text: t("{player} plays instead of {absent}, who sits out", names),
    },
  ];
  return free.place === "waits" ? [swap, ...instead] : instead;
}

function ChangeSheet({ both, onClose }: { both: [Placed, Placed]; onClose: () => void }) {
  const changes = changesFor(both);
  const chosen = useSignal(changes[0]!.key);
  const [one, other] = both;
  const { command, values } = changes.find(({ key }) => key === chosen.value)!;
  return (
    <ActSheet
      act={command}
      given={values}
      start={{ reason: LIKELIEST_REASON[command] ?? "" }}
      title={t("{player} and {other}", { player: one.player.name, other: other.player.name })}
      onClose={onClose}
    >
      <div class="one-of stacked" role="group" aria-label={t("What happens?")}>
        {changes.map(({ key, text }) => (
          <Press
            key={key}
            class="big"
            data-change-to={key}
            aria-pressed={chosen.value === key}
            onPress={() => (chosen.value = key)}
          >
            {text}
          </Press>
        ))}
      </div>
    </ActSheet>
  );
}
