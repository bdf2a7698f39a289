// The end of a game: losses, who won by the rulebook and by the card, and putting it to rest.

import { useSignal } from "@preact/signals";
import { go } from "../ui/go.ts";
import { Press } from "../ui/press.tsx";
import { send } from "../ui/queue.ts";
import { TwoTaps } from "../ui/sheet.tsx";
import { Side } from "./marks.tsx";
import { capital, game, isTable, nameOf, offline, type Result, role, seatName } from "./play.ts";

export function Ending() {
  const { result, id } = game.value!;
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
      {result && <p class="lead" data-card-result>On the card: {card(result)}.</p>}
      <Press class="big" onPress={() => go(`/replay/${id}`)}>Replay and statistics</Press>
      {(isTable.value || role.value === "umpire") && (
        <TwoTaps first="Confirm the result …" second="Both of us: so it is" armed={armed.value} arm={(on) => (armed.value = on)} disabled={offline.value} onDo={() => send("/api/game/close", {}, "The result is confirmed", `close ${id}`)} />
      )}
    </section>
  );
}

function headline(result: Result | null): string {
  if (!result) return "The game is over";
  return result.winner ? `${nameOf(result.winner)} wins` : "Nobody wins";
}

/** Casualty levels apart, as the score card counts them. */
function card(result: Result): string {
  if (!result.ahead || result.steps === 0) return "a draw";
  return `${seatName(result.ahead)} is ${result.steps === 1 ? "one casualty level" : `${result.steps} casualty levels`} ahead`;
}
