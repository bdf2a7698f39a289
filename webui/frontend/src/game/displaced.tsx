// Models that were moved out of turn, on one card: put them back, or both sides accept where they stand.

import { signal } from "@preact/signals";
import { Who } from "../board/seat_marks.tsx";
import { t, tn, tx } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, mayRule, offline, seatIds } from "../net/game_store.ts";
import type { Acceptance, Nudge } from "../types/game.ts";
import { lengthText } from "../ui/lengths.ts";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Agreement } from "./facts.tsx";

/** The models that this device is putting back, by their ids; a model that joins them opens the card again. */
const puttingBack = signal<ReadonlySet<string>>(new Set());

/** showBoard: a phone shows the board with the arrows. */
export function Displaced({ showBoard }: { showBoard: () => void }) {
  const { nudged, accepting } = game.value!;
  if (nudged.length === 0) return null;
  const ids = nudged.map(({ model }) => model);
  const back = ids.every((model) => puttingBack.value.has(model));
  const putBack = (): void => {
    puttingBack.value = new Set(ids);
    showBoard();
  };
  return (
    <div class="alert-card displaced" data-displaced={nudged.length}>
      {accepting ? <Proposed accepting={accepting} count={nudged.length} /> : <Moved nudged={nudged} />}
      {back && !accepting && <p class="soft">{t("The arrows on the board show where each model belongs.")}</p>}
      {!accepting && mayRule.value && (
        <div class="ends">
          {!back && (
            <Press class="big" data-put-back onPress={putBack}>
              {putBackText(nudged.length)}
            </Press>
          )}
          <Press
            class="big"
            disabled={offline.value}
            data-accept
            onPress={() => sendCommand("/api/game/stands", { models: ids }, t("Accept new positions"))}
          >
            {tn("Accept it", "Accept all", nudged.length)}
          </Press>
        </div>
      )}
    </div>
  );
}

/** Which models, and how far; of several, after a tap. */
function Moved({ nudged }: { nudged: Nudge[] }) {
  const [first] = nudged;
  if (nudged.length === 1)
    return (
      <p>
        {tx("{model} was moved {far} out of turn.", {
          model: <Who id={first!.model} />,
          far: lengthText(first!.by_in, 1),
        })}
      </p>
    );
  return (
    <details>
      <summary>{tn("{n} model has moved out of turn", "{n} models have moved out of turn", nudged.length)}</summary>
      <Moves moves={nudged} />
    </details>
  );
}

/** A side's proposal to accept positions; the other side, or the umpire, confirms it like a correction. */
function Proposed({ accepting, count }: { accepting: Acceptance; count: number }) {
  return (
    <div data-accepting={accepting.key}>
      <p>
        {seatIds.value.includes(accepting.by)
          ? t("{side} accepts new positions", { side: seatName(accepting.by) })
          : t("Accept new positions?")}
      </p>
      <Moves moves={accepting.moves} />
      <Agreement proposal={accepting} keep={putBackText(count)} confirms={t("accepts")} />
    </div>
  );
}

function Moves({ moves }: { moves: Acceptance["moves"] }) {
  return (
    <ul>
      {moves.map(({ model, by_in }) => (
        <li key={model} data-displaced-model={model}>
          <Who id={model} /> {lengthText(by_in, 1)}
        </li>
      ))}
    </ul>
  );
}

function putBackText(count: number): string {
  return tn("Put it back", "Put them back", count);
}
