// Prints for an event, shown as they will be on paper. The browser prints them or makes a PDF.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { learnMe, me } from "../net/me.ts";
import type { Paper } from "../types/club.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { ScoreCards } from "./paper_cards.tsx";
import { Lists, Pairings, PlacePrizes, Places, TeamPlaces } from "./paper_lists.tsx";
import { Signs, Slips } from "./paper_slips.tsx";
import "../ui/game.css";
import "./paper.css";

/** reached: whether phones can connect, so that a code is worth scanning. */
export type Sheets = ComponentType<{ of: Paper; reached: boolean }>;

const LISTEN_TO_ALL = "--host 0.0.0.0"; // no text
const PRINTS: [string, string, Sheets][] = [
  ["cards", t("Score cards"), ScoreCards],
  ["slips", t("Result slips"), Slips],
  ["lists", t("Force lists"), Lists],
  ["pairings", t("Pairings"), Pairings],
  ["standings", t("Standings"), Places],
  ["teams", t("Teams"), TeamPlaces],
  ["prizes", t("Prizes"), PlacePrizes],
  ["signs", t("Table signs"), Signs],
];

/** Whether an event has anything for a sheet. */
function isFilled(sheet: string, of: Paper | null): boolean {
  if (sheet === "teams") return (of?.teams.size ?? 0) > 0;
  return sheet !== "prizes" || (of !== null && of.place_prizes.length + of.prizes.length > 0);
}

export function PaperPage({ path }: { path: string }) {
  const [, , event = "", , what = "cards"] = path.split("/");
  const paper = useSignal<Paper | null>(null);
  const says = useSignal("");
  useEffect(() => {
    void learnMe();
    ask<Paper>(`/api/club/${event}/paper`).then(
      (told) => (paper.value = told),
      (error) => (says.value = error instanceof Error ? error.message : String(error)),
    );
  }, [event, what]);
  const [name, title, Sheets] = PRINTS.find(([sheet]) => sheet === what) ?? PRINTS[0]!;
  const reached = (me.value?.addresses.length ?? 0) > 0;
  return (
    <div class="printing">
      <header class="unprinted">
        <nav aria-label={t("Prints")}>
          <Press class="big" onPress={() => openPage(`/club/${event}`)}>
            {t("Back")}
          </Press>
          {PRINTS.filter(([sheet]) => isFilled(sheet, paper.value)).map(([sheet, called]) => (
            <Press
              key={sheet}
              class="big"
              aria-pressed={sheet === name}
              onPress={() => openPage(`/club/${event}/print/${sheet}`)}
            >
              {called}
            </Press>
          ))}
          <Press class="big go" disabled={!paper.value} onPress={() => print()}>
            {t("Print")}
          </Press>
          <HelpButton page="print" />
        </nav>
        <p>
          {t("Prints on A4 and on Letter, at 100 %.")}{" "}
          {!reached &&
            t(
              "Only browsers on this computer can connect, so the codes are left out: " +
                "for phones, restart the program with {option} and print again.",
              { option: LISTEN_TO_ALL },
            )}
        </p>
        <p class="why-not" role="alert">
          {says.value}
        </p>
      </header>
      <main aria-label={title} tabIndex={0}>
        {paper.value && me.value && <Sheets of={paper.value} reached={reached} />}
      </main>
    </div>
  );
}
