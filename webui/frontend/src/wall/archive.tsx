// The closed games of the record: found by player, force, day and hall, each with its replay.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, timeText, tn } from "../i18n.ts";
import type { ArchivedGame } from "../types/archive.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { versusText } from "../ui/names.ts";
import { archivedGames, learnArchive, noArchive, replayAddress } from "./archive_store.ts";

const MOST = 200;

export function ArchivePage() {
  const asked = new URLSearchParams(location.search);
  const words = useSignal(asked.get("find") ?? "");
  const from = useSignal(asked.get("from") ?? "");
  const to = useSignal(asked.get("to") ?? "");
  const hall = useSignal(asked.get("hall") ?? "");
  useEffect(() => void learnArchive(), []);
  useEffect(() => {
    const said = Object.entries({ find: words.value, from: from.value, to: to.value, hall: hall.value }).filter(
      ([, value]) => value,
    );
    history.replaceState(null, "", `?${new URLSearchParams(said)}`);
  }, [words.value, from.value, to.value, hall.value]);
  const games = archivedGames.value ?? [];
  const halls = new Map(games.map((one) => [one.hall, one.hall_name]));
  const found = games.filter((one) => fits(one, words.value, from.value, to.value, hall.value));
  return (
    <main class="wall w-archive">
      <header class="w-bar">
        <h1>{t("Archive")}</h1>
        <a href={wallPage()}>{t("Tables")}</a>
        <AppearanceButton />
      </header>
      <search>
        <label>
          {t("Player or force")}{" "}
          <input
            type="search"
            name="find"
            value={words.value}
            onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          />
        </label>
        <label>
          {t("From")}{" "}
          <input
            type="date"
            name="from"
            value={from.value}
            onInput={({ currentTarget }) => (from.value = currentTarget.value)}
          />
        </label>
        <label>
          {t("To")}{" "}
          <input
            type="date"
            name="to"
            value={to.value}
            onInput={({ currentTarget }) => (to.value = currentTarget.value)}
          />
        </label>
        {halls.size > 1 && (
          <label>
            {t("Hall")}{" "}
            <select name="hall" value={hall.value} onChange={({ currentTarget }) => (hall.value = currentTarget.value)}>
              <option value="">{t("All")}</option>
              {[...halls].map(([id, name]) => (
                <option key={id} value={id}>
                  {name || id}
                </option>
              ))}
            </select>
          </label>
        )}
      </search>
      <p role="status" class="soft">
        {statusText(found.length)}
      </p>
      <ul class="w-games">
        {found.slice(0, MOST).map((one) => (
          <Row key={one.game} of={one} />
        ))}
      </ul>
    </main>
  );
}

function statusText(found: number): string {
  if (noArchive.value) return t("There is no archive here.");
  if (archivedGames.value === null) return t("Loading the games …");
  return tn("{n} game", "{n} games", found);
}

function Row({ of }: { of: ArchivedGame }) {
  const names = of.players.map((name, number) =>
    of.forces[number] && of.forces[number] !== name ? `${name} (${of.forces[number]})` : name,
  );
  return (
    <li data-game={of.game}>
      {of.replay ? (
        <a href={replayAddress(of.game) ?? ""}>{versusText(names)}</a>
      ) : (
        <strong>{versusText(names)}</strong>
      )}
      <span>{[of.scores.filter(Boolean).join(" : "), of.headline].filter(Boolean).join(", ")}</span>
      <span class="soft">
        {timeText(of.closed, { dateStyle: "medium" })}, {of.hall_name}, {of.table_name}
      </span>
    </li>
  );
}

/** Whether a game is looked for: every word is in a name, and the day is between the two. */
function fits(of: ArchivedGame, words: string, from: string, to: string, hall: string): boolean {
  const names = [...of.players, ...of.forces].join(" ").toLocaleLowerCase();
  const day = dayOf(of.closed);
  const named = words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word));
  return named && (!from || day >= from) && (!to || day <= to) && (!hall || of.hall === hall);
}

/** The day where the reader is, as inputs of dates have it. */
function dayOf(time: string): string {
  const at = new Date(time);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function wallPage(): string {
  const language = document.documentElement.lang;
  return language === "en" ? "index.html" : `${language}.html`; // no text
}
