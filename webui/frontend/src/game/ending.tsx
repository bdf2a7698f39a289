// The end of a game: who won, by what, and putting it to rest.

import { useSignal } from "@preact/signals";
import { Side } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, isTable, offline, role } from "../net/game_store.ts";
import type { GameResult } from "../types/game.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";

export function Ending() {
  const { id, number, result } = game.value!;
  const armed = useSignal(false);
  const close = (): void => sendCommand("/api/game/close", {}, t("The result is confirmed"), `close ${id} ${number}`); // no text
  return (
    <section class="ending" data-ending>
      <h2 class="winner">{result?.headline ?? t("The game is over")}</h2>
      {result?.reason && <p class="lead">{result.reason}</p>}
      {result && <ResultTable result={result} />}
      {result?.tournament && <p class="lead" data-tournament-result>{result.tournament.text}</p>}
      <Press class="big" onPress={() => openPage(`/replay/${id}`)}>{t("Replay and statistics")}</Press>
      {(isTable.value || role.value === "umpire") && (
        <TwoTaps first={t("Confirm the result …")} second={t("Both players confirm")} armed={armed.value} arm={(on) => (armed.value = on)} disabled={offline.value} onDo={close} />
      )}
    </section>
  );
}

/** A side beside the other, or below it where there is no room: a book may count as much as it likes. */
function ResultTable({ result: { columns, sides } }: { result: GameResult }) {
  return (
    <div class="result">
      {sides.map(({ seat, cells }) => (
        <section key={seat} data-result={seat}>
          <h3><Side seat={seat} /></h3>
          <dl>
            {columns.map(({ key, title }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{cells[key]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
