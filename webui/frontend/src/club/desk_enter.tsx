// Adding a player, and a force list: from files, pasted text, or lines with their points.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import type { OrganiserView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { modelCount } from "./words.ts";

const DRAW = 12;
const MOST_MODELS = 40;
const EXAMPLE = "Captain 45\n3 x Constable 60"; // no text
// `3 x Constable 60`, `Constable: 20`, `Constable, 20`
const TYPED = /^(?:(\d+)\s*[x×]\s*)?(.*?)[\s:,;=]+(\d+)(?:\s*(?:p|pts|points))?$/i;

/** A list as the server expects it. */
export type Listing = { files: Record<string, string> } | { lines: { name: string; points: number; models: number }[] };

export function EnterSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const name = useSignal("");
  const id = useSignal("");
  const faction = useSignal("");
  const models = useSignal(9);
  const withList = useSignal(false);
  const listing = useSignal<Listing | null>(null);
  const granted = useSignal<number[]>(Array.from({ length: of.round }, () => 0));
  const mutation = useMutation();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const factions = [...new Set(of.entrants.map((entrant) => entrant.faction).filter(Boolean))];
  async function enter(): Promise<void> {
    const force = withList.value ? listing.value : { models: models.value };
    const late = granted.value.length ? { granted: granted.value } : {};
    if (await mutation.act("enter", { name: name.value, player: id.value.trim(), faction: faction.value.trim(), ...force, ...late })) onClose();
  }
  return (
    <Sheet title={of.round ? t("Add a late player") : t("Add a player")} onClose={onClose} wide>
      <form class="club-form" onSubmit={(event) => { event.preventDefault(); if (name.value.trim()) void enter(); }}>
        <div class="side-by-side">
          <label>{t("Name")} <input ref={nameField} type="text" name="name" maxLength={60} autocomplete="off" value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} /></label>
          <label>{t("ID on the card (first name if empty)")} <input type="text" name="player" maxLength={20} autocomplete="off" autocapitalize="off" value={id.value} onInput={(event) => (id.value = event.currentTarget.value)} /></label>
        </div>
        <label>{withList.value ? t("Faction (from the force file if given)") : t("Faction")} <input type="text" name="faction" maxLength={60} autocomplete="off" value={faction.value} onInput={(event) => (faction.value = event.currentTarget.value)} /></label>
        {factions.length > 0 && (
          <div class="one-of" role="group" aria-label={t("Factions entered so far")}>
            {factions.map((offered) => <Press key={offered} aria-pressed={faction.value === offered} onPress={() => (faction.value = offered)}>{offered}</Press>)}
          </div>
        )}
        <div class="choice" role="group" aria-label={t("Force")}>
          <Press aria-pressed={!withList.value} onPress={() => (withList.value = false)}>{t("List comes later")}</Press>
          <Press aria-pressed={withList.value} data-with-list onPress={() => (withList.value = true)}>{t("List is here")}</Press>
        </div>
        {withList.value ? <ListForm limit={of.limit} onChange={(found) => (listing.value = found)} /> : <Models value={models.value} onChange={(number) => (models.value = number)} />}
        {of.round > 0 && <Granted granted={granted.value} onChange={(points) => (granted.value = points)} />}
        <Says mutation={mutation} />
        <div class="ends">
          <Press class="big" onPress={onClose}>{t("Cancel")}</Press>
          <Press class="big go" data-yes disabled={mutation.busy || !name.value.trim() || (withList.value && !listing.value)} onPress={() => void enter()}>{t("Add {player}", { player: name.value.trim() || "…" })}</Press>
        </div>
      </form>
    </Sheet>
  );
}

function Models({ value, onChange }: { value: number; onChange: (models: number) => void }) {
  return (
    <div class="stepper" role="group" aria-label={t("Models of the force")}>
      <span>{t("Models")}</span>
      <Press class="key" rest={90} aria-label={t("One model less")} disabled={value <= 1} onPress={() => onChange(value - 1)}>−</Press>
      <output>{value}</output>
      <Press class="key" rest={90} aria-label={t("One model more")} disabled={value >= MOST_MODELS} onPress={() => onChange(value + 1)}>+</Press>
    </div>
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
          {[0, DRAW].map((offered) => <Press key={offered} aria-pressed={points === offered} onPress={() => onChange(granted.with(round, offered))}>{offered}</Press>)}
        </div>
      ))}
    </div>
  );
}

/** onChange: called with each list that can be read, and with null if there is none. */
export function ListForm({ limit, onChange }: { limit: number; onChange: (listing: Listing | null) => void }) {
  const text = useSignal("");
  const files = useSignal<Record<string, string>>({});
  const lines = typedList(text.value);
  const named = Object.keys(files.value);
  useEffect(() => {
    if (named.length) onChange({ files: files.value });
    else if (lines) onChange({ lines });
    else onChange(text.value.trim() ? { files: { "force.toml": text.value } } : null);
  }, [text.value, files.value]);
  const readFiles = async (chosen: FileList | null): Promise<void> => {
    files.value = Object.fromEntries(await Promise.all([...(chosen ?? [])].map(async (file) => [file.name, await file.text()] as const)));
  };
  const points = lines?.reduce((sum, line) => sum + line.points, 0) ?? 0;
  return (
    <div class="club-form">
      <label>{t("Files: the force and its cards (TOML)")} <input type="file" multiple accept=".toml,application/toml,text/plain" onChange={(event) => void readFiles(event.currentTarget.files)} /></label>
      {named.length > 0 ? <p class="hint">{named.join(", ")}</p> : (
        <label>
          {t("Or paste such a file, or a line for each model with its points")}
          <textarea name="list" rows={6} spellcheck={false} placeholder={EXAMPLE} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
      )}
      {lines && <p class={points > limit ? "why-not" : "lead"} role="status">{totalText(lines.reduce((sum, line) => sum + line.models, 0), points, limit)}</p>}
    </div>
  );
}

function totalText(number: number, points: number, limit: number): string {
  const models = modelCount(number);
  if (points <= limit) return t("{models}, {points} of {limit} points", { models, points, limit });
  return t("{models}, {points} of {limit} points: {excess} too many", { models, points, limit, excess: points - limit });
}

/** Lines with the points of everything on each; null if the text is something else. */
function typedList(text: string): { name: string; points: number; models: number }[] | null {
  const rows = text.split("\n").map((row) => row.trim()).filter(Boolean);
  const found = rows.map((row) => (row.includes('"') || row.startsWith("[") || row.startsWith("#") ? null : TYPED.exec(row)));
  if (rows.length === 0 || found.some((match) => !match?.[2])) return null;
  return found.map((match) => ({ models: Number(match![1] ?? 1), name: match![2]!.trim(), points: Number(match![3]) }));
}
