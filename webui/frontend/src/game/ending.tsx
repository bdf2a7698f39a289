// The end of a game: who won, by what, and closing it, which both sides confirm.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Side } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, isTable, offline, role, seatIds } from "../net/game_store.ts";
import { Highlights } from "../replay/highlights.tsx";
import type { Highlight } from "../types/replay.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import type { GameResultView } from "../types/views.ts";
import { capital } from "../ui/words.ts";

interface Highlighted {
  highlights: Highlight[];
  photograph: string | null;
}

export function Ending() {
  const { id, number, result, closed } = game.value!;
  const found = useSignal<Highlighted | null>(null);
  useEffect(() => {
    // without them the result stands alone
    ask<Highlighted>(`/api/games/${id}/highlights`).then(
      (answer) => (found.value = answer),
      () => undefined,
    );
  }, [id, number, closed]);
  return (
    <section class="ending" data-ending>
      {found.value?.photograph && (
        <img class="ending-photo" src={found.value.photograph} alt={t("The table at the end, from above")} />
      )}
      <h2 class="winner">{result?.headline ?? t("The game is over")}</h2>
      {result?.reason && <p class="lead">{capital(result.reason)}</p>}
      {result && <ResultTable result={result} />}
      {result?.tournament && (
        <p class="lead" data-tournament-result>
          {result.tournament.text}
        </p>
      )}
      {found.value && <Highlights highlights={found.value.highlights} />}
      {closed ? <Closed /> : <Confirm />}
      <Keepsakes />
    </section>
  );
}

/** What the players may take from the game, and another one. */
function Keepsakes() {
  const { id, closed } = game.value!;
  const outcome = (): void => openPage(`/replay/${id}?outcome`);
  const rematch = (): void => sendCommand("/api/game/new", { rematch: id }, t("A rematch"), `rematch ${id}`); // no text
  return (
    <nav class="keepsakes" aria-label={t("After the game")}>
      <a class="big" href={`/api/games/${id}/report.html`} target="_blank" rel="noopener" data-report>
        {t("Report")}
      </a>
      <Press class="big" data-film onPress={outcome}>
        {t("Film")}
      </Press>
      {closed && (isTable.value || role.value === "umpire") && (
        <Press class="big" data-rematch disabled={offline.value} onPress={rematch}>
          {t("Rematch")}
        </Press>
      )}
      <Press class="big" data-statistics onPress={outcome}>
        {t("Statistics")}
      </Press>
      <Press class="big" data-replay onPress={() => openPage(`/replay/${id}`)}>
        {t("Replay")}
      </Press>
    </nav>
  );
}

/** The sides that have confirmed, the confirmation of this device's side, and behind a tap the effect of closing. */
function Confirm() {
  const { id, number, confirmed } = game.value!;
  const armed = useSignal(false);
  const both = isTable.value || role.value === "umpire";
  const own = seatIds.value.includes(role.value);
  const confirm = (): void =>
    sendCommand("/api/game/confirm", { number }, t("The result is confirmed"), `confirm ${id} ${number}`); // no text
  return (
    <div class="closing" data-closing>
      <ul>
        {seatIds.value.map((seat) => (
          <li key={seat} data-confirmed={confirmed.includes(seat)}>
            <Side seat={seat} /> {confirmed.includes(seat) ? t("has confirmed") : t("has not confirmed yet")}
          </li>
        ))}
      </ul>
      {both && (
        <TwoTaps
          first={t("Confirm the result …")}
          second={t("Both players confirm")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={offline.value}
          onDo={confirm}
        />
      )}
      {own && !confirmed.includes(role.value) && (
        <TwoTaps
          first={t("Confirm the result …")}
          second={t("Yes, I confirm it")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={offline.value}
          onDo={confirm}
        />
      )}
      <details>
        <summary>{t("What does this change?")}</summary>
        <p>
          {t(
            "When both sides confirm the result, the game closes: nothing can be taken back any more, and " +
              "everybody can read the whole log, including hidden information. Until then, each side sees " +
              "only its own part.",
          )}
        </p>
      </details>
    </div>
  );
}

function Closed() {
  const { id, number } = game.value!;
  const putAway = (): void => sendCommand("/api/game/close", {}, t("Put away"), `close ${id} ${number}`); // no text
  return (
    <div class="closing" data-closed>
      <p>{t("The game is closed: everybody can now read the whole log, including what was hidden.")}</p>
      {(isTable.value || role.value === "umpire") && (
        <Press class="big" disabled={offline.value} onPress={putAway}>
          {t("Put the game away")}
        </Press>
      )}
    </div>
  );
}

/** A side beside the other, or below it where there is no room: a book may count as much as it likes. */
function ResultTable({ result: { columns, sides } }: { result: GameResultView }) {
  return (
    <div class="result">
      {sides.map(({ seat, cells }) => (
        <section key={seat} data-result={seat}>
          <h3>
            <Side seat={seat} />
          </h3>
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
