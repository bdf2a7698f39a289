// A score card filled in from a game that tablecam has umpired: which game, then who had which side.

import { useSignal } from "@preact/signals";
import { ask } from "../net/api.ts";
import type { RoundGame } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { organiserView } from "./organiser_store.ts";

interface UmpiredGame {
  game: number;
  begun: string;
  ending: string;
  sides: { side: string; lost: number; of: number; withdrew: boolean }[];
}

export function FromGame({ game }: { game: RoundGame }) {
  const found = useSignal<UmpiredGame[] | null>(null);
  const chosen = useSignal<UmpiredGame | null>(null);
  const trouble = useSignal("");
  const mutation = useMutation();
  const look = (): void => {
    ask<{ games: UmpiredGame[] }>(`/api/club/${organiserView.peek()!.id}/games`).then(({ games }) => (found.value = games), (error: Error) => (trouble.value = error.message));
  };
  const fill = async (side: string): Promise<void> => {
    const { id } = game.players[0];
    if (await mutation.act("fill", { player: id, game: chosen.value!.game, side }, `Table ${game.table}: filled in, to be confirmed`)) found.value = chosen.value = null;
  };
  if (!found.value) {
    return (
      <div class="club-form">
        <Press class="big" data-from-game onPress={look}>From a game that was umpired …</Press>
        <p class="why-not" role="alert">{trouble.value}</p>
      </div>
    );
  }
  const [one, other] = game.players;
  return (
    <section class="club-form">
      {found.value.length === 0 && <p class="lead" role="status">No game is kept in this database.</p>}
      <ul class="club-list">
        {found.value.map((umpired) => (
          <li key={umpired.game}>
            <Press class="club-row" data-umpired={umpired.game} aria-pressed={chosen.value === umpired} onPress={() => (chosen.value = umpired)}>
              <b class="tag">{umpired.game}</b>
              <span class="name"><b>{umpired.sides.map(lossText).join(", ")}</b><small>begun {new Date(umpired.begun).toLocaleTimeString(undefined, { timeStyle: "short" })}{!umpired.ending && ", not over yet"}</small></span>
            </Press>
          </li>
        ))}
      </ul>
      <Says mutation={mutation} />
      <div class="one-of" role="group" aria-label="Who had which side?">
        {chosen.value?.sides.map(({ side }, at, all) => (
          <Press key={side} class="big" data-side={side} disabled={mutation.busy} onPress={() => void fill(side)}>{one.name} was {sideText(side)}{all[1 - at] && `, ${other.name} ${sideText(all[1 - at]!.side)}`}</Press>
        ))}
        <Press class="big" onPress={() => (found.value = chosen.value = null)}>Leave it</Press>
      </div>
    </section>
  );
}

function sideText(side: string): string {
  return side[0]!.toUpperCase() + side.slice(1);
}

function lossText({ side, lost, of, withdrew }: UmpiredGame["sides"][number]): string {
  return `${sideText(side)} lost ${lost} of ${of}${withdrew ? " and withdrew" : ""}`;
}
