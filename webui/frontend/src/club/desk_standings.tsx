// The table: points, then the tie-break as a sum of named opponents; who shares a place may roll for it.

import { useSignal } from "@preact/signals";
import type { OrganiserView, Standing } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { countOf } from "./organiser_store.ts";

export function StandingsDesk({ of }: { of: OrganiserView }) {
  const rolling = useSignal<string[] | null>(null);
  const open = of.games.filter((game) => game.stands !== "over").length;
  return (
    <div class="club-page">
      <p class="lead">{of.over ? "Final." : open ? `Round ${of.round} of ${of.rounds} is being played: ${countOf(open, "game")} not in yet.` : `After ${of.round} of ${of.rounds} rounds.`}</p>
      <ol class="club-list">
        {of.standings.map((line) => <li key={line.player}><Place of={of} line={line} onRoll={open === 0 && line.level.length > 1 && !line.rolled_off ? () => (rolling.value = line.level) : undefined} /></li>)}
      </ol>
      <p class="hint">The tie-break is what the opponents scored in the whole event; a bye is nobody.</p>
      {rolling.value && <RollSheet of={of} players={rolling.value} onClose={() => (rolling.value = null)} />}
    </div>
  );
}

function Place({ of, line, onRoll }: { of: OrganiserView; line: Standing; onRoll: (() => void) | undefined }) {
  const shared = line.level.length > 1;
  const told = (
    <>
      <b class="tag">{line.rank === null ? "–" : `${shared ? "=" : ""}${line.rank}`}</b>
      <span class="name">
        <b>{line.name}{line.left && <em>{line.left}</em>}{line.rolled_off && <em>rolled off</em>}</b>
        <small class="working">Tie-break {line.working}{line.byes > 0 && ", and a bye"}</small>
        {onRoll && <small class="roll">{line.level.length} share the place: tap to note a roll-off</small>}
      </span>
      <strong>{line.points}</strong>
    </>
  );
  if (!onRoll || of.round === 0) return <div class={`club-row ${line.left}`} data-place={line.player}>{told}</div>;
  return <Press class="club-row" data-place={line.player} onPress={onRoll}>{told}</Press>;
}

/** Who came first is tapped first. */
function RollSheet({ of, players, onClose }: { of: OrganiserView; players: string[]; onClose: () => void }) {
  const order = useSignal<string[]>([]);
  const mutation = useMutation();
  const named = (player: string): string => of.standings.find((line) => line.player === player)?.name ?? player;
  const done = async (): Promise<void> => {
    if (await mutation.act("roll_off", { order: order.value }, "The roll-off is noted")) onClose();
  };
  return (
    <Sheet title={`${players.map(named).join(", ")} share a place`} onClose={onClose}>
      <p class="lead">They roll, highest first. Tap them in the order in which they came.</p>
      <div class="choices">
        {players.map((player) => {
          const at = order.value.indexOf(player);
          return <Press key={player} class="big" data-rolled={player} aria-pressed={at >= 0} onPress={() => (order.value = at >= 0 ? order.value.filter((rolled) => rolled !== player) : [...order.value, player])}>{at >= 0 && `${at + 1}. `}{named(player)}</Press>;
        })}
      </div>
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy || order.value.length !== players.length} onPress={() => void done()}>{order.value.length === players.length ? order.value.map(named).join(", then ") : "Tap them all"}</Press>
      </div>
    </Sheet>
  );
}
