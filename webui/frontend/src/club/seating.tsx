// A game at this table that is a pairing of the club night: then its log fills the score card in when it is over.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api.ts";
import type { PublicPairing, PublicView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { distinctName } from "./public_store.ts";

/** The tags of a game that is a pairing, as tablecam/club/auto_score.py reads them, with the players' names. */
export type SeatedPairing = { tags: Record<string, string>; players: Record<string, string> };

const NOBODY: SeatedPairing = { tags: {}, players: {} };

function seatedPairing(of: PublicView, { pair }: PublicPairing, swapped: boolean): SeatedPairing {
  const [red, blue] = swapped ? [pair[1], pair[0]] : pair;
  const tags = { "Club night": String(of.id), Round: String(of.round), "Red entrant": red, "Blue entrant": blue };
  return { tags, players: { red: distinctName(of, red), blue: distinctName(of, blue) } };
}

/** Nothing where there is no club night, or nobody of it still plays. */
export function Seating({ onSeated }: { onSeated: (seated: SeatedPairing) => void }) {
  const hall = useSignal<PublicView | null>(null);
  const chosen = useSignal<{ table: number; swapped: boolean } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    ask<{ events: { id: number }[] }>("/api/club", stop.signal)
      .then(({ events }) => (events[0] ? ask<PublicView>(`/api/club/${events[0].id}/public`, stop.signal) : null))
      .then((found) => (hall.value = found))
      // a table without club nights
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  const of = hall.value;
  const open = of?.pairings.filter(({ points }) => points.length === 0) ?? [];
  if (!of || open.length === 0) return null;
  const choose = (pairing: PublicPairing | null, swapped: boolean): void => {
    chosen.value = pairing && { table: pairing.table, swapped };
    onSeated(pairing ? seatedPairing(of, pairing, swapped) : NOBODY);
  };
  const now = open.find(({ table }) => table === chosen.value?.table);
  const swapped = chosen.value?.swapped ?? false;
  return (
    <section class="seating">
      <h2>Is it a game of {of.title}, round {of.round}?</h2>
      <div class="one-of" role="group" aria-label="Pairing">
        <Press aria-pressed={!now} onPress={() => choose(null, false)}>No</Press>
        {open.map((pairing) => (
          <Press key={pairing.table} aria-pressed={now === pairing} data-pairing={pairing.table} onPress={() => choose(pairing, swapped)}>
            {pairing.table}: {distinctName(of, pairing.pair[0])} – {distinctName(of, pairing.pair[1])}
          </Press>
        ))}
        {now && <Press onPress={() => choose(now, !swapped)}>Swap the seats</Press>}
      </div>
      {now && <p>{distinctName(of, now.pair[swapped ? 1 : 0])} is Red, {distinctName(of, now.pair[swapped ? 0 : 1])} is Blue. When the game is over, it stands on their score card.</p>}
    </section>
  );
}
