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

function ResultTable({ result: { columns, sides } }: { result: GameResult }) {
  return (
    <table class="result">
      <thead>
        <tr>
          <td />
          {columns.map(({ key, title }) => <th key={key} scope="col">{title}</th>)}
        </tr>
      </thead>
      <tbody>
        {sides.map(({ seat, cells }) => (
          <tr key={seat} data-result={seat}>
            <th scope="row"><Side seat={seat} /></th>
            {columns.map(({ key }) => <td key={key}>{cells[key]}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
