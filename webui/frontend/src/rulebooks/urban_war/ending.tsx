// The end of a game: losses, who won by the rulebook and by the card, and putting it to rest.

import { useSignal } from "@preact/signals";
import { Side } from "../../board/seat_marks.tsx";
import { sendCommand } from "../../net/command_queue.ts";
import { game, isTable, offline, role } from "../../net/game_store.ts";
import { nameOf, seatName } from "../../ui/names.ts";
import { openPage } from "../../ui/open_page.ts";
import { Press } from "../../ui/press.tsx";
import { TwoTaps } from "../../ui/sheet.tsx";
import { capital } from "../../ui/words.ts";
import type { CasualtyResult } from "./types.ts";

export function Ending() {
  const { id, number } = game.value!;
  const result = game.value!.result as CasualtyResult | null;
  const armed = useSignal(false);
  return (
    <section class="ending" data-ending>
      <h2 class="winner">{headline(result)}</h2>
      {result?.ending && <p class="lead">{capital(result.ending)}.</p>}
      {result && (
        <ul>
          {Object.entries(result.sides).map(([seat, each]) => (
            <li key={seat}>
              <Side seat={seat} large />
              <span class="lost"><strong>{each.lost}</strong> of {each.of} lost</span>
              <span>{capital(String(each.level))} casualties{each.withdrew ? ", withdrew" : ""}</span>
            </li>
          ))}
        </ul>
      )}
      {result && <p class="lead" data-card-result>On the card: {cardText(result)}.</p>}
      <Press class="big" onPress={() => openPage(`/replay/${id}`)}>Replay and statistics</Press>
      {(isTable.value || role.value === "umpire") && (
        <TwoTaps first="Confirm the result …" second="Both of us: so it is" armed={armed.value} arm={(on) => (armed.value = on)} disabled={offline.value} onDo={() => sendCommand("/api/game/close", {}, "The result is confirmed", `close ${id} ${number}`)} />
      )}
    </section>
  );
}

function headline(result: CasualtyResult | null): string {
  if (!result) return "The game is over";
  return result.winner ? `${nameOf(result.winner)} wins` : "Nobody wins";
}

/** Casualty levels apart, as the score card counts them. */
function cardText(result: CasualtyResult): string {
  if (!result.ahead || result.steps === 0) return "a draw";
  return `${seatName(result.ahead)} is ${result.steps === 1 ? "one casualty level" : `${result.steps} casualty levels`} ahead`;
}
