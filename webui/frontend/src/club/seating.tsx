// A game at this table that is a pairing of the event: its log fills in the score card when the game is over.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { PublicPairing, PublicView, SeatedEvent } from "../types/club.ts";
import type { Seat } from "../types/game.ts";
import { Press } from "../ui/press.tsx";
import { capital } from "../ui/words.ts";
import { distinctName } from "./public_store.ts";

/** By the model, the number of each counter of a campaign. */
type Carried = Record<string, Record<string, number>>;

/** What each player's warband brings along: in words, and as numbers for the rules. */
interface Warbands {
  warbands: Record<string, string>;
  counters?: Record<string, Carried>;
}

/** The tags of a game that is a pairing, as tablecam/club/event/hall_event.py reads them, and the players' names. */
export type SeatedPairing = {
  tags: Record<string, string>;
  players: Record<string, string>;
  /** By the seat. */
  warbands: Record<string, Carried>;
};

const NOBODY: SeatedPairing = { tags: {}, players: {}, warbands: {} };

function seatedPairing(
  of: SeatedEvent,
  { pair }: PublicPairing,
  seats: Seat[],
  swapped: boolean,
  { warbands, counters }: Warbands,
): SeatedPairing {
  const players = swapped ? [pair[1], pair[0]] : pair;
  const by = (of_seat: (seat: Seat, player: string) => [string, string]): Record<string, string> =>
    Object.fromEntries(seats.map((seat, at) => of_seat(seat, players[at]!)));
  // no text
  const tags = { "Club night": String(of.id), Round: String(of.round) };
  const carried = seats.flatMap(({ id }, at) => {
    const text = warbands[players[at]!];
    // no text
    return text ? [[`${capital(id)} warband`, text]] : [];
  });
  const numbers = seats.flatMap(({ id }, at) => {
    const player = players[at]!;
    return warbands[player] && counters?.[player] ? [[id, counters[player]]] : [];
  });
  return {
    warbands: Object.fromEntries(numbers),
    // no text
    tags: { ...tags, ...by(({ id }, player) => [`${capital(id)} entrant`, player]), ...Object.fromEntries(carried) },
    players: by(({ id }, player) => [id, distinctName(of, player)]),
  };
}

function openPairings(of: SeatedEvent | null): PublicPairing[] {
  return of?.pairings.filter(({ points }) => points.length === 0) ?? [];
}

/** Empty if there is no event of this rulebook, or no open pairing. seats: the two that play. */
export function Seating({
  book,
  seats,
  onSeated,
}: {
  book: string;
  seats: Seat[];
  onSeated: (seated: SeatedPairing) => void;
}) {
  const event = useSignal<SeatedEvent | null>(null);
  const chosen = useSignal<{ table: number; swapped: boolean } | null>(null);
  const warbands = useSignal<Warbands>({ warbands: {} });
  // the players whose warbands stay out of the game
  const without = useSignal<string[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    ask<{ events: { id: number }[] }>("/api/club", stop.signal)
      .then(({ events }) =>
        events[0] ? ask<PublicView>(`/api/club/${events[0].id}/public?names=all`, stop.signal) : null,
      )
      // the table's own event is played first, else that of its hall
      .then((own) =>
        openPairings(own).length > 0
          ? own
          : ask<{ event: SeatedEvent | null }>("/api/hub/event", stop.signal).then(({ event }) => event),
      )
      .then((found) => {
        event.value = found;
        return found?.campaign ? ask<Warbands>(`/api/club/${found.id}/warbands`, stop.signal) : null;
      })
      .then((told) => (warbands.value = told ?? { warbands: {} }))
      // a table without events
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  const of = event.value;
  const open = openPairings(of);
  // the organiser of an earlier version does not name the rulebook
  if (!of || open.length === 0 || (of.book ?? book) !== book) return null;
  const choose = (pairing: PublicPairing | null, swapped: boolean): void => {
    chosen.value = pairing && { table: pairing.table, swapped };
    const brought = Object.entries(warbands.value.warbands).filter(([player]) => !without.value.includes(player));
    const taken = Object.fromEntries(brought);
    onSeated(pairing ? seatedPairing(of, pairing, seats, swapped, { ...warbands.value, warbands: taken }) : NOBODY);
  };
  const selected = open.find(({ table }) => table === chosen.value?.table);
  const swapped = chosen.value?.swapped ?? false;
  return (
    <section class="seating">
      <h2>{t("Is it a game of {event}, round {round}?", { event: of.title, round: of.round })}</h2>
      <div class="one-of" role="group" aria-label={t("Pairing")}>
        <Press aria-pressed={!selected} onPress={() => choose(null, false)}>
          {t("No")}
        </Press>
        {open.map((pairing) => (
          <Press
            key={pairing.table}
            aria-pressed={selected === pairing}
            data-pairing={pairing.table}
            onPress={() => choose(pairing, swapped)}
          >
            {pairing.table}: {distinctName(of, pairing.pair[0])} – {distinctName(of, pairing.pair[1])}
          </Press>
        ))}
        {selected && <Press onPress={() => choose(selected, !swapped)}>{t("Swap the seats")}</Press>}
      </div>
      {selected && (
        <p>
          {t("{player} is {seat}, {other} is {otherSeat}. When the game is over, their score card is filled in.", {
            player: distinctName(of, selected.pair[swapped ? 1 : 0]),
            seat: seats[0]!.name,
            other: distinctName(of, selected.pair[swapped ? 0 : 1]),
            otherSeat: seats[1]!.name,
          })}
        </p>
      )}
      {selected?.pair
        .filter((player) => warbands.value.warbands[player])
        .map((player) => {
          const out = without.value.includes(player);
          return (
            <Press
              key={player}
              class="big warband"
              data-warband={player}
              aria-pressed={!out}
              onPress={() => {
                without.value = out ? without.value.filter((other) => other !== player) : [...without.value, player];
                choose(selected, swapped);
              }}
            >
              {t("The warband of {player} brings along:", { player: distinctName(of, player) })}
              <small>{warbands.value.warbands[player]}</small>
            </Press>
          );
        })}
    </section>
  );
}
