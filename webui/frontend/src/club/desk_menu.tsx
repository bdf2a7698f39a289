// Beside the desk: the projector, paper, files to take along, and how others join.

import { useSignal } from "@preact/signals";
import { JoinSheet } from "../ui/join_sheet.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";

const EXPORTS = [
  ["json", "Whole event, to go on elsewhere (JSON)"],
  ["pairings.csv", "Pairings (CSV)"],
  ["standings.csv", "Standings (CSV)"],
] as const;

export function MenuSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const joining = useSignal(false);
  if (joining.value) return <JoinSheet onClose={onClose} />;
  return (
    <Sheet title="More" onClose={onClose}>
      <div class="menu">
        <a class="big link" href={`/projector/${id}`} target="_blank" rel="noopener">Projector: pairings, clock, standings ↗</a>
        <Press class="big" onPress={() => openPage(`/club/${id}/print`)}>Print: score cards, slips, lists, pairings, standings</Press>
        <Press class="big" data-join onPress={() => (joining.value = true)}>Join with another device …</Press>
        <section>
          <h2>Take along</h2>
          {EXPORTS.map(([what, title]) => <a key={what} class="big link" href={`/api/club/${id}/export/${what}`} download>{title}</a>)}
          <p class="hint">The whole event has everybody’s force lists in it.</p>
        </section>
        <section>
          <Press class="big" onPress={() => openPage("/club")}>All events</Press>
          <Press class="big" onPress={() => openPage("/")}>To the table</Press>
        </section>
      </div>
    </Sheet>
  );
}
