// The check-in: a tap on each player who comes, and on a player's own sheet late, absent, paid, and the list approved.

import { t } from "../i18n.ts";
import type { Arrival, Presence } from "../types/club.ts";
import type { ClubRound, Entrant, OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";

/** In a line about a player; empty where nobody knows. */
export function presenceText(presence: Presence): string {
  const texts: Record<Presence, string> = { "": "", here: t("here"), late: t("late"), absent: t("absent") };
  return texts[presence];
}

/** The players as keys: a tap says that somebody is here, and another one takes it back. */
export function CheckingIn({ of, found }: { of: OrganiserView; found: Entrant[] }) {
  const coming = of.entrants.filter((entrant) => !entrant.left);
  const here = coming.filter((entrant) => entrant.presence === "here").length;
  return (
    <section class="club-form">
      <p class="lead" role="status" data-here={here}>
        {t("{here} of {all} are here. Tap everybody who comes.", { here, all: coming.length })}
      </p>
      <ul class="club-list">
        {found
          .filter((entrant) => !entrant.left)
          .map((entrant) => (
            <li key={entrant.id}>
              <Coming entrant={entrant} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** A player's key. Each is sent for itself: whoever taps quickly waits for no answer. */
function Coming({ entrant }: { entrant: Entrant }) {
  const mutation = useMutation();
  const here = entrant.presence === "here";
  const facts = [
    presenceText(entrant.presence) || t("not checked in"),
    entrant.paid ? t("paid") : t("not paid"),
    entrant.list_approved ? t("list approved") : entrant.force ? t("list not approved") : t("no list"),
  ];
  return (
    <>
      <Press
        class="club-row"
        data-check-in={entrant.id}
        aria-pressed={here}
        onPress={() => void mutation.act("presence", { player: entrant.id, presence: here ? "" : "here" })}
      >
        <b class="tag">{here ? "✓" : entrant.id}</b>
        <span class="name">
          <b>{entrant.name}</b>
          <small>{facts.join(", ")}</small>
        </span>
      </Press>
      <Says mutation={mutation} />
    </>
  );
}

/** Whether a player has a place in a round. */
function isPlaced(round: ClubRound, player: string): boolean {
  return [...round.pairs.flatMap(({ players }) => players), ...round.byes, ...round.sitting_out].some(
    ({ id }) => id === player,
  );
}

/** A player's arrival, on their sheet. */
export function ArrivalOf({ of, player }: { of: OrganiserView; player: Entrant }) {
  const mutation = useMutation();
  const mark = (presence: Presence) => () =>
    void mutation.act("presence", { player: player.id, presence: player.presence === presence ? "" : presence });
  const set = (change: Partial<Arrival>) => () =>
    void mutation.act("marks", {
      player: player.id,
      paid: player.paid,
      list_approved: player.list_approved,
      ...change,
    });
  const choices: [Presence, string][] = [
    ["here", t("Here")],
    ["late", t("Late")],
    ["absent", t("Absent")],
  ];
  const round = of.drawn.at(-1);
  const mayJoin = round !== undefined && of.games.some((game) => game.stands !== "over") && !isPlaced(round, player.id);
  const seat = (): void =>
    void mutation.act(
      "repair_seat",
      { player: player.id, reason: t("came late") },
      t("{player} has a place in round {round}", { player: player.called, round: of.round }),
    );
  return (
    <section class="club-form" aria-label={t("Arrival of {player}", { player: player.name })}>
      <h2>{t("Arrival")}</h2>
      <div class="choice" role="group" aria-label={t("Is {player} here?", { player: player.name })}>
        {choices.map(([presence, text]) => (
          <Press
            key={presence}
            data-presence={presence}
            disabled={mutation.busy}
            aria-pressed={player.presence === presence}
            onPress={mark(presence)}
          >
            {text}
          </Press>
        ))}
      </div>
      <div class="choice" role="group" aria-label={t("Fee and list")}>
        <Press data-paid disabled={mutation.busy} aria-pressed={player.paid} onPress={set({ paid: !player.paid })}>
          {player.paid ? t("Paid ✓") : t("Paid")}
        </Press>
        <Press
          data-approved
          disabled={mutation.busy || !player.force}
          aria-pressed={player.list_approved}
          onPress={set({ list_approved: !player.list_approved })}
        >
          {player.list_approved ? t("List approved ✓") : t("List approved")}
        </Press>
      </div>
      {(player.presence === "late" || player.presence === "absent") && (
        <p class="hint">
          {t("{player} is not in the draw. When they arrive, tap Here: they play from the next round on.", {
            player: player.name,
          })}
        </p>
      )}
      {mayJoin && (
        <Press class="big" data-seat disabled={mutation.busy} onPress={seat}>
          {t("{player} is here and plays round {round}", { player: player.name, round: of.round })}
        </Press>
      )}
      <Says mutation={mutation} />
    </section>
  );
}
