// The menu of the desk: the projector, printing, exports, and joining with other devices.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { Appearance } from "../ui/appearance.tsx";
import { JoinSheet } from "../ui/join_sheet.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { organiserView } from "./organiser_store.ts";

const EXPORTS = [
  ["json", t("Whole event, to continue on another computer (JSON)")],
  ["pairings.csv", t("Pairings (CSV)")],
  ["standings.csv", t("Standings (CSV)")],
  ["teams.csv", t("Teams (CSV)")],
  ["prizes.csv", t("Prizes (CSV)")],
] as const;

/** Whether the event has rows for a table. */
function hasTable(what: string): boolean {
  const of = organiserView.value;
  if (what === "teams.csv") return (of?.teams.size ?? 0) > 0;
  return what !== "prizes.csv" || (of?.settings.prizes.length ?? 0) > 0;
}

export function MenuSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const joining = useSignal(false);
  const wall = useSignal("");
  useEffect(() => {
    // without a hub there is none
    void ask<{ wall: string }>("/api/club/wall").then(
      (said) => (wall.value = said.wall),
      () => undefined,
    );
  }, []);
  if (joining.value) return <JoinSheet onClose={onClose} />;
  return (
    <Sheet title={t("More")} onClose={onClose}>
      <div class="menu">
        <a class="big link" href={`/projector/${id}`} target="_blank" rel="noopener">
          {t("Projector: pairings, clock, standings")} ↗
        </a>
        {wall.value && (
          <a class="big link" data-wall href={wall.value} target="_blank" rel="noopener">
            {t("Wall displays in the hall: large table and delay")} ↗
          </a>
        )}
        <a class="big link" href="/club/site/index.html" target="_blank" rel="noopener">
          {t("What visitors see")} ↗
        </a>
        <Press class="big" onPress={() => openPage(`/club/${id}/print`)}>
          {t("Print: score cards, slips, lists, pairings, standings, prizes")}
        </Press>
        <Press class="big" data-join onPress={() => (joining.value = true)}>
          {t("Join with another device …")}
        </Press>
        <Appearance />
        <section>
          <h2>{t("Export")}</h2>
          {EXPORTS.filter(([what]) => hasTable(what)).map(([what, title]) => (
            <a key={what} class="big link" href={`/api/club/${id}/export/${what}`} download>
              {title}
            </a>
          ))}
          <p class="hint">{t("The whole event includes everybody’s force lists.")}</p>
        </section>
        <section>
          <h2>{t("This screen")}</h2>
          <ThisDevice />
        </section>
        <section>
          <Press class="big" onPress={() => openPage("/club")}>
            {t("All events")}
          </Press>
          <Press class="big" onPress={() => openPage("/")}>
            {t("Back to the table")}
          </Press>
        </section>
      </div>
    </Sheet>
  );
}
