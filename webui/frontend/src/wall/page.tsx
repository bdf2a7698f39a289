// The wall of a hall: every table as a card, one of them large, and the results of games that are over.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, timeText } from "../i18n.ts";
import type { HallTable } from "../types/wall.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { wallAddress } from "./address.ts";
import { ArchivePage } from "./archive.tsx";
import { archivedGames, learnArchive } from "./archive_store.ts";
import { followHall, watch } from "./broker.ts";
import { TableTile } from "./card.tsx";
import { timeNow, useTicks } from "./clock.tsx";
import { change, Drive } from "./drive.tsx";
import { hallName, listedTables, onePlan, planOf, reached, refusal } from "./hall_store.ts";
import { LargeTable } from "./large_table.tsx";
import { TableOverPicture } from "./over_picture.tsx";
import { Results } from "./results.tsx";
import "./wall.css";

export function HallPage() {
  return document.documentElement.dataset.page === "archive" ? <ArchivePage /> : <Wall />;
}

function Wall() {
  const address = useSignal(wallAddress()).value;
  useTicks();
  useEffect(() => {
    followHall(brokerAddress(), address.hall, address.key);
    void learnArchive();
  }, []);
  const tables = listedTables.value;
  const turn = useTurn(address.turn_s);
  const shown = tables.find(({ key }) => key === address.table) ?? (address.table ? null : largeOf(tables, turn));
  useEffect(() => watch(shown?.key ?? ""), [shown?.key ?? ""]);
  const choose = address.key ? (key: string) => void change(key.split("/")[0]!, { large: key.split("/")[1]! }) : null;
  if (address.table && address.overlay) return <TableOverPicture of={shown} />;
  if (address.table) return <main class="wall w-single">{shown ? <LargeTable of={shown} /> : <Waiting />}</main>;
  return (
    <main class={`wall${address.key ? " w-driving" : ""}`} data-reached={reached.value}>
      <header class="w-bar">
        <h1>{hallName.value || t("Tables")}</h1>
        {!reached.value && (
          <p class="w-away" role="status">
            {refusal.value ? t("No connection: {reason}", { reason: refusal.value }) : t("No connection")}
          </p>
        )}
        {archivedGames.value && <a href={archivePage()}>{t("Archive")}</a>}
        <AppearanceButton />
        <time>{timeText(timeNow() * 1000, { hour: "2-digit", minute: "2-digit" })}</time>
      </header>
      {address.key && <Drive hall={address.hall} />}
      {shown ? <LargeTable of={shown} /> : <Waiting />}
      <ul class="w-cards" aria-label={t("Tables")} style={gridOf(tables.length)}>
        {tables.map((of) => (
          <TableTile key={of.key} of={of} large={of.key === shown?.key} choose={choose} />
        ))}
      </ul>
      <Results tables={tables} />
    </main>
  );
}

/** How many cards stand beside and over one another on a screen that nobody scrolls. */
function gridOf(tables: number): Record<string, number> {
  const columns = Math.min(6, Math.max(2, Math.round(Math.sqrt(tables * 0.85))));
  return { "--columns": columns, "--rows": Math.max(3, Math.ceil(tables / columns)) };
}

function Waiting() {
  return (
    <p class="w-large w-waiting soft" role="status">
      {reached.value ? t("No table has reported yet.") : t("Looking for the tables …")}
    </p>
  );
}

/** How many times the large table has changed, at the pace of the organiser or of the address. */
function useTurn(usual_s: number): number {
  const turn = useSignal(0);
  const every_s = onePlan.value?.[1].every_s || usual_s;
  useEffect(() => {
    if (!every_s) return undefined;
    const timer = setInterval(() => turn.value++, every_s * 1000);
    return () => clearInterval(timer);
  }, [every_s]);
  return turn.value;
}

/** The table that is large: the organiser's choice, else one after another of those where something happens. */
function largeOf(tables: HallTable[], turn: number): HallTable | null {
  const chosen = tables.find(({ key }) => planOf(key.split("/")[0]!)?.large === key.split("/")[1]);
  if (chosen) return chosen;
  const live = tables.filter(({ card, online }) => online && card?.game && !card.over);
  const of = live.length > 0 ? live : tables;
  return of[turn % of.length] ?? null;
}

/** The broker's address: as the page says, else on the host that the page came from. */
function brokerAddress(): string {
  const said = document.documentElement.dataset.broker ?? "";
  return said.replace("HOST", location.hostname);
}

function archivePage(): string {
  const language = document.documentElement.lang;
  return language === "en" ? "archive.html" : `archive.${language}.html`; // no text
}
