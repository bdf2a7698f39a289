// The players: adding them, their force lists, leaving and coming back; before round 1 also tables and the number of
// rounds.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import { me } from "../net/me.ts";
import type { Entrant, OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { ActForm, ActSheet } from "./act_form.tsx";
import { ArrivalOf, CheckingIn, presenceText } from "./desk_arrivals.tsx";
import { ConductOf, MissedRounds } from "./desk_conduct.tsx";
import { EnterSheet, PasteSheet } from "./desk_enter.tsx";
import { PlayerPublicity } from "./desk_public.tsx";
import { SignUpRow } from "./desk_sign_up.tsx";
import { TablesAndRounds } from "./desk_tables.tsx";
import { TeamRows } from "./desk_teams.tsx";
import { TableWish } from "./desk_traits.tsx";
import { type Listing, ListForm } from "./list_form.tsx";
import { ForceList } from "./lists.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { findEntrant } from "./organiser_store.ts";
import { foundBy } from "./search.ts";
import { modelCount, playerCount, pointCount } from "./words.ts";

// a list that needs no search
const MOST_UNSEARCHED = 12;
const USUAL_MODELS = 9;

export function PlayersDesk({ of }: { of: OrganiserView }) {
  const entering = useSignal(false);
  const pasting = useSignal(false);
  const chosen = useSignal<string | null>(null);
  const wanted = useSignal("");
  const checking = useSignal(false);
  const found = of.entrants.filter((entrant) => foundBy(entrant, wanted.value));
  const shown = chosen.value === null ? undefined : findEntrant(of, chosen.value);
  return (
    <div class="club-page">
      <div class="club-lead">
        <Press class="big go" data-enter onPress={() => (entering.value = true)}>
          {of.round ? t("Add a late player") : t("Add a player")}
        </Press>
        <Press class="big" data-paste onPress={() => (pasting.value = true)}>
          {t("Paste a list …")}
        </Press>
        <p>{summaryText(of)}</p>
      </div>
      {of.advice.warning && <p class="note">{t("Note: {warning}.", { warning: of.advice.warning })}</p>}
      {of.entrants.length > 0 && (
        <div class="choice" role="group" aria-label={t("When you tap a player")}>
          <Press aria-pressed={!checking.value} onPress={() => (checking.value = false)}>
            {t("Open the player")}
          </Press>
          <Press aria-pressed={checking.value} data-checking onPress={() => (checking.value = true)}>
            {t("Check in")}
          </Press>
        </div>
      )}
      {!checking.value && <SignUpRow of={of} />}
      {!checking.value && <TablesAndRounds of={of} />}
      {!checking.value && <TeamRows of={of} />}
      {of.entrants.length > MOST_UNSEARCHED && (
        <label class="club-search">
          {t("Search by name, ID or faction")}
          <input
            type="search"
            name="wanted"
            autocomplete="off"
            value={wanted.value}
            onInput={(event) => (wanted.value = event.currentTarget.value)}
            onKeyDown={(event) => openFirst(event, found[0], (player) => (chosen.value = player.id))}
          />
        </label>
      )}
      {of.entrants.length > 0 && found.length === 0 && (
        <p class="lead" role="status">
          {t("No player has “{text}” in their name, ID or faction.", { text: wanted.value })}
        </p>
      )}
      {checking.value ? (
        <CheckingIn of={of} found={found} />
      ) : (
        <ul class="club-list">
          {found.map((entrant) => (
            <li key={entrant.id}>
              <Press
                class={`club-row ${entrant.left}`}
                data-player={entrant.id}
                onPress={() => (chosen.value = entrant.id)}
              >
                <b class="tag">{entrant.id}</b>
                <span class="name">
                  <b>{entrant.name}</b>
                  <small>
                    {[entrant.faction || t("no faction"), modelCount(entrant.models), stateText(entrant)]
                      .filter(Boolean)
                      .join(", ")}
                  </small>
                </span>
                <strong>{entrant.points}</strong>
              </Press>
            </li>
          ))}
        </ul>
      )}
      {entering.value && <EnterSheet of={of} onClose={() => (entering.value = false)} />}
      {pasting.value && <PasteSheet onClose={() => (pasting.value = false)} />}
      {shown && <PlayerSheet of={of} player={shown} onClose={() => (chosen.value = null)} />}
    </div>
  );
}

/** Enter opens the first player found. */
function openFirst(event: KeyboardEvent, first: Entrant | undefined, open: (player: Entrant) => void): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (first) open(first);
}

function summaryText(of: OrganiserView): string {
  const entered = of.entrants.filter((entrant) => !entrant.left);
  const players = playerCount(entered.length);
  const missing = of.settings.without_force;
  if (missing) {
    return tn("{players}, {n} force still missing", "{players}, {n} forces still missing", missing, { players });
  }
  const without = entered.filter((entrant) => !entrant.force).length;
  if (without) return t("{players}, {n} without a force list", { players, n: without });
  return of.entrants.length ? t("{players}, all lists are in", { players }) : players;
}

function stateText(player: Entrant): string {
  if (player.left) return player.left === "conceded" ? t("conceded and left the event") : t("dropped");
  return [listText(player), player.paid ? t("paid") : "", presenceText(player.presence)].filter(Boolean).join(", ");
}

function listText(player: Entrant): string {
  if (!player.force) return t("no list");
  const points = pointCount(player.force.points);
  if (player.list_approved) return t("list of {points}, approved", { points });
  return player.locked ? t("list of {points}, locked", { points }) : t("list of {points}", { points });
}

function PlayerSheet({ of, player, onClose }: { of: OrganiserView; player: Entrant; onClose: () => void }) {
  const listing = useSignal(false);
  const armed = useSignal(false);
  // the act whose sheet is open
  const changing = useSignal("");
  const renewing = useSignal(false);
  const mutation = useMutation();
  const address = me.value?.addresses[0];
  const send = (command: "drop" | "reinstate") => async () => {
    const report =
      command === "drop"
        ? t("{player} has left the event", { player: player.called })
        : t("{player} is back", { player: player.called });
    if (await mutation.act(command, { player: player.id }, report)) onClose();
  };
  return (
    <Sheet title={player.called} onClose={onClose} wide>
      <p class="lead">
        {[
          player.faction || t("No faction"),
          modelCount(player.models),
          tn("{n} point so far", "{n} points so far", player.points),
        ].join(", ")}
        {player.left && ` – ${stateText(player)}`}
      </p>
      <div class="side-by-side">
        <section class="club-form">
          {player.force ? (
            <ForceList force={player.force} />
          ) : (
            <p>{t("{player} has not handed in a force list.", { player: player.name })}</p>
          )}
          {!listing.value && (
            <Press class="big" data-list onPress={() => (listing.value = true)}>
              {player.force ? t("Hand in another list …") : t("Hand in the list …")}
            </Press>
          )}
          {!player.force && !listing.value && (
            <Press class="big" data-count onPress={() => (changing.value = "count_models")}>
              {t("Only the number of models …")}
            </Press>
          )}
          {player.force && !listing.value && (
            <Press class="big" data-rename-force onPress={() => (changing.value = "rename_force")}>
              {t("Rename the force …")}
            </Press>
          )}
          {listing.value && <HandIn player={player} limit={of.limit} onDone={() => (listing.value = false)} />}
          {!player.left && <ArrivalOf of={of} player={player} />}
          {!player.left && player.presence === "here" && <MissedRounds player={player} />}
          {!player.left && <TableWish of={of} player={player} />}
          <ConductOf player={player} />
          <PlayerPublicity of={of} player={player} />
        </section>
        <section class="club-form card-code">
          <h2>{t("Score card of {player}", { player: player.name })}</h2>
          {address && (
            <img
              src={`/api/qr.svg?path=/card/${of.id}.${player.code}`}
              alt={t("QR code of the score card of {player}", { player: player.called })}
            />
          )}
          <p>
            <strong>
              {of.id}.{player.code}
            </strong>
          </p>
          <p class="hint">
            {t("This code opens the card on a phone and reports as {player}: show it to nobody else.", {
              player: player.name,
            })}
          </p>
          {!player.left && (
            <TwoTaps
              first={t("New code …")}
              second={t("Yes, the old code opens nothing any more")}
              armed={renewing.value}
              arm={(on) => (renewing.value = on)}
              disabled={mutation.busy}
              onDo={() => {
                renewing.value = false;
                void mutation.act("new_code", { player: player.id }, t("The card has a new code"));
              }}
            />
          )}
        </section>
      </div>
      <Says mutation={mutation} />
      <Press class="big" data-rename onPress={() => (changing.value = "rename_player")}>
        {t("Rename …")}
      </Press>
      {changing.value && (
        <ActSheet
          act={changing.value}
          given={{ player: player.id }}
          start={startOf(changing.value, player)}
          onClose={() => (changing.value = "")}
        />
      )}
      {!player.left && (
        <TwoTaps
          first={t("{player} leaves …", { player: player.name })}
          second={t("Yes, drop {player}", { player: player.called })}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={mutation.busy}
          onDo={() => void send("drop")()}
        />
      )}
      {player.left === "dropped" && (
        <Press class="big go" data-reinstate disabled={mutation.busy} onPress={() => void send("reinstate")()}>
          {t("{player} is back", { player: player.called })}
        </Press>
      )}
    </Sheet>
  );
}

/** The first values of the inputs of a change. */
function startOf(act: string, player: Entrant): Record<string, string | number> {
  if (act === "count_models") return { models: player.models || USUAL_MODELS, faction: player.faction };
  return { name: act === "rename_force" ? (player.force?.name ?? "") : player.name };
}

function HandIn({ player, limit, onDone }: { player: Entrant; limit: number; onDone: () => void }) {
  const listing = useSignal<Listing | null>(null);
  const open = player.locked ? {} : { reason: "" };
  return (
    <ActForm
      act="list"
      given={{ player: player.id, faction: player.faction, ...listing.value, ...open }}
      ready={listing.value !== null}
      submit={t("Hand in the list of {player}", { player: player.name })}
      report={t("The list of {player} is in", { player: player.called })}
      mark="give"
      onDone={onDone}
      onCancel={onDone}
    >
      <ListForm limit={limit} onChange={(found) => (listing.value = found)} />
      {player.locked && (
        <p class="note">
          {t("{player} has been paired, so the list is locked. To change it, give a reason.", {
            player: player.name,
          })}
        </p>
      )}
    </ActForm>
  );
}
