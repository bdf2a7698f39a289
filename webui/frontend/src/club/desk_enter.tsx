// Adding players: one by one, with a force list or without one, or many from a list.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import type { OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { type Listing, ListForm, Models } from "./list_form.tsx";
import { ActSheet } from "./act_form.tsx";
import { nameLabel } from "./words.ts";

const DRAW = 12;
const EXAMPLE = "Ann Archer, Junkers, 9\nBob Brook, , harbour_watch"; // no text

export function EnterSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const name = useSignal("");
  const id = useSignal("");
  const faction = useSignal("");
  const models = useSignal(9);
  const withList = useSignal(false);
  const listing = useSignal<Listing | null>(null);
  const granted = useSignal<number[]>(Array.from({ length: of.round }, () => 0));
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const factions = [...new Set(of.entrants.map((entrant) => entrant.faction).filter(Boolean))];
  const given = {
    name: name.value,
    player: id.value.trim(),
    faction: faction.value.trim(),
    ...(withList.value ? listing.value : { models: models.value }),
    ...(granted.value.length ? { granted: granted.value } : {}),
  };
  return (
    <ActSheet
      act="enter"
      given={given}
      ready={name.value.trim() !== "" && (!withList.value || listing.value !== null)}
      title={of.round ? t("Add a late player") : t("Add a player")}
      submit={t("Add {player}", { player: name.value.trim() || "…" })}
      onClose={onClose}
      wide
    >
      <div class="side-by-side">
        <label>
          {nameLabel(of.way.doubles)}{" "}
          <input
            ref={nameField}
            type="text"
            name="name"
            maxLength={60}
            autocomplete="off"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <label>
          {t("ID on the card (first name if empty)")}{" "}
          <input
            type="text"
            name="player"
            maxLength={20}
            autocomplete="off"
            autocapitalize="off"
            value={id.value}
            onInput={(event) => (id.value = event.currentTarget.value)}
          />
        </label>
      </div>
      <label>
        {withList.value ? t("Faction (from the force file if given)") : t("Faction")}{" "}
        <input
          type="text"
          name="faction"
          maxLength={60}
          autocomplete="off"
          value={faction.value}
          onInput={(event) => (faction.value = event.currentTarget.value)}
        />
      </label>
      {factions.length > 0 && (
        <div class="one-of" role="group" aria-label={t("Factions entered so far")}>
          {factions.map((offered) => (
            <Press key={offered} aria-pressed={faction.value === offered} onPress={() => (faction.value = offered)}>
              {offered}
            </Press>
          ))}
        </div>
      )}
      <div class="choice" role="group" aria-label={t("Force")}>
        <Press aria-pressed={!withList.value} onPress={() => (withList.value = false)}>
          {t("List comes later")}
        </Press>
        <Press aria-pressed={withList.value} data-with-list onPress={() => (withList.value = true)}>
          {t("List is here")}
        </Press>
      </div>
      {withList.value ? (
        <ListForm limit={of.limit} onChange={(found) => (listing.value = found)} />
      ) : (
        <Models value={models.value} onChange={(number) => (models.value = number)} />
      )}
      {of.round > 0 && <Granted granted={granted.value} onChange={(points) => (granted.value = points)} />}
    </ActSheet>
  );
}

/** 0 or 12 points for each round that the player missed (P7). */
function Granted({ granted, onChange }: { granted: number[]; onChange: (granted: number[]) => void }) {
  return (
    <div class="club-form">
      <h2>{t("Points for the rounds missed")}</h2>
      {granted.map((points, round) => (
        <div class="choice" key={round} role="group" aria-label={t("Round {round}", { round: round + 1 })}>
          <span class="of-round">{t("Round {round}", { round: round + 1 })}</span>
          {[0, DRAW].map((offered) => (
            <Press
              key={offered}
              aria-pressed={points === offered}
              onPress={() => onChange(granted.with(round, offered))}
            >
              {offered}
            </Press>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Many players at once, pasted or from a CSV file. */
export function PasteSheet({ onClose }: { onClose: () => void }) {
  const text = useSignal("");
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file) text.value = await file.text();
  };
  return (
    <ActSheet
      act="enter_all"
      given={{ lines: text.value.split("\n") }}
      ready={text.value.trim() !== ""}
      report={t("All players are entered")}
      onClose={onClose}
      wide
    >
      <label>
        {t("A CSV file")}{" "}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
        />
      </label>
      <label>
        {t("Or a line for each player: name, faction, number of models or starter force")}
        <textarea
          name="entrants"
          rows={8}
          spellcheck={false}
          placeholder={EXAMPLE}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
    </ActSheet>
  );
}
