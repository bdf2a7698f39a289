// Paper: what is printed for a club night, as it will lie on the sheet. The browser prints it, or makes a PDF of it.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api.ts";
import { learnMe, me } from "../net/me.ts";
import type { Paper } from "../types/club.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { ScoreCards } from "./paper_cards.tsx";
import { Lists, Pairings, Places } from "./paper_lists.tsx";
import { Signs, Slips } from "./paper_slips.tsx";
import "../ui/game.css";
import "./paper.css";

/** reached: whether phones get in, so that a code is worth scanning. */
export type Sheets = ComponentType<{ of: Paper; reached: boolean }>;

const PRINTED: [string, string, Sheets][] = [
  ["cards", "Score cards", ScoreCards],
  ["slips", "Result slips", Slips],
  ["lists", "Force lists", Lists],
  ["pairings", "Pairings", Pairings],
  ["standings", "Standings", Places],
  ["signs", "Table signs", Signs],
];

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
  const [name, title, Sheets] = PRINTED.find(([sheet]) => sheet === what) ?? PRINTED[0]!;
  const reached = (me.value?.addresses.length ?? 0) > 0;
  return (
    <div class="printing">
      <header class="unprinted">
        <nav aria-label="What is printed">
          <Press class="big" onPress={() => openPage(`/club/${event}`)}>Back</Press>
          {PRINTED.map(([sheet, called]) => (
            <Press key={sheet} class="big" aria-pressed={sheet === name} onPress={() => openPage(`/club/${event}/print/${sheet}`)}>{called}</Press>
          ))}
          <Press class="big go" disabled={!paper.value} onPress={() => print()}>Print</Press>
        </nav>
        <p>Prints on A4 and on Letter, at 100 %. {!reached && "Only this computer’s own browsers get in, so the codes are left out: start the program with --host 0.0.0.0 and print again for phones."}</p>
        <p class="why-not" role="alert">{says.value}</p>
      </header>
      <main aria-label={title} tabIndex={0}>{paper.value && me.value && <Sheets of={paper.value} reached={reached} />}</main>
    </div>
  );
}
