// Who plays: entering, force lists, leaving and coming back; and before round 1, tables and the number of rounds.

import { useSignal } from "@preact/signals";
import { me } from "../net/me.ts";
import type { Entrant, OrganiserView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { EnterSheet, ListForm, type Listing } from "./desk_enter.tsx";
import { TablesAndRounds } from "./desk_tables.tsx";
import { ForceList } from "./lists.tsx";
import { Reason, Says, useMutation } from "./mutations.tsx";
import { countOf, findEntrant } from "./organiser_store.ts";

export function PlayersDesk({ of }: { of: OrganiserView }) {
  const entering = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const shown = chosen.value === null ? undefined : findEntrant(of, chosen.value);
  return (
    <div class="club-page">
      <div class="club-lead">
        <Press class="big go" data-enter onPress={() => (entering.value = true)}>{of.round ? "Enter somebody late" : "Enter a player"}</Press>
        <p>{countOf(of.advice.players, "player")}{lists(of)}</p>
      </div>
      {of.advice.warning && <p class="note">Note: {of.advice.warning}.</p>}
      <TablesAndRounds of={of} />
      <ul class="club-list">
        {of.entrants.map((entrant) => (
          <li key={entrant.id}>
            <Press class={`club-row ${entrant.left}`} data-player={entrant.id} onPress={() => (chosen.value = entrant.id)}>
              <b class="tag">{entrant.id}</b>
              <span class="name"><b>{entrant.name}</b><small>{[entrant.faction || "no faction", countOf(entrant.models, "model"), state(entrant)].filter(Boolean).join(", ")}</small></span>
              <strong>{entrant.points}</strong>
            </Press>
          </li>
        ))}
      </ul>
      {entering.value && <EnterSheet of={of} onClose={() => (entering.value = false)} />}
      {shown && <PlayerSheet of={of} player={shown} onClose={() => (chosen.value = null)} />}
    </div>
  );
}

function lists(of: OrganiserView): string {
  const without = of.entrants.filter((entrant) => !entrant.force && !entrant.left).length;
  return without ? `, ${without} without a force list` : of.entrants.length ? ", all lists are in" : "";
}

function state(player: Entrant): string {
  if (player.left) return player.left === "conceded" ? "conceded and is out" : "dropped";
  return player.force ? `list of ${player.force.points} points${player.locked ? ", locked" : ""}` : "no list";
}

function PlayerSheet({ of, player, onClose }: { of: OrganiserView; player: Entrant; onClose: () => void }) {
  const listing = useSignal(false);
  const armed = useSignal(false);
  const mutation = useMutation();
  const address = me.value?.addresses[0];
  const done = (what: string) => async () => {
    if (await mutation.act(what, { player: player.id }, `${player.called}: ${what === "drop" ? "dropped" : "is back"}`)) onClose();
  };
  return (
    <Sheet title={player.called} onClose={onClose} wide>
      <p class="lead">{player.faction || "No faction"}, {countOf(player.models, "model")}, {player.points} points so far{player.left && ` – ${state(player)}`}</p>
      <div class="side-by-side">
        <section class="club-form">
          {player.force ? <ForceList force={player.force} /> : <p>{player.name} has handed in no force list.</p>}
          {!listing.value && <Press class="big" data-list onPress={() => (listing.value = true)}>{player.force ? "Hand in another list …" : "Hand in the list …"}</Press>}
          {listing.value && <HandIn player={player} limit={of.limit} onDone={() => (listing.value = false)} />}
        </section>
        <section class="club-form card-code">
          <h2>{player.name}’s score card</h2>
          {address && <img src={`/api/qr.svg?path=/card/${of.id}.${player.code}`} alt={`QR code of the score card of ${player.called}`} />}
          <p><strong>{of.id}.{player.code}</strong></p>
          <p class="hint">Opens the card on {player.name}’s own phone, and lists and reports as {player.name}: show it to nobody else.</p>
        </section>
      </div>
      <Says mutation={mutation} />
      {!player.left && <TwoTaps first={`${player.name} leaves …`} second={`Yes, drop ${player.called}`} armed={armed.value} arm={(on) => (armed.value = on)} disabled={mutation.busy} onDo={() => void done("drop")()} />}
      {player.left === "dropped" && <Press class="big go" data-reinstate disabled={mutation.busy} onPress={() => void done("reinstate")()}>{player.called} is back</Press>}
    </Sheet>
  );
}

function HandIn({ player, limit, onDone }: { player: Entrant; limit: number; onDone: () => void }) {
  const listing = useSignal<Listing | null>(null);
  const reason = useSignal("");
  const mutation = useMutation();
  const give = async (): Promise<void> => {
    const said = { player: player.id, faction: player.faction, ...listing.value, ...(player.locked ? { reason: reason.value } : {}) };
    if (await mutation.act("list", said, `The list of ${player.called} is in`)) onDone();
  };
  return (
    <div class="club-form">
      <ListForm limit={limit} onChange={(found) => (listing.value = found)} />
      {player.locked && (
        <>
          <p class="note">{player.name} has been paired, so the list is locked. You may change it for a reason.</p>
          <Reason usual={["a slip of the pen", "the wrong list was handed in"]} value={reason.value} onChange={(why) => (reason.value = why)} />
        </>
      )}
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onDone}>Leave it</Press>
        <Press class="big go" data-give disabled={mutation.busy || !listing.value || (player.locked && !reason.value.trim())} onPress={() => void give()}>Hand in the list of {player.name}</Press>
      </div>
    </div>
  );
}
