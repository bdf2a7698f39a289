// A score card filled in from a game that tablecam has umpired: first the game, then the side of each player.

import { useSignal } from "@preact/signals";
import { t, timeText } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { RoundGame } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { capital } from "../ui/words.ts";
import { Says, useMutation } from "./mutations.tsx";
import { organiserView } from "./organiser_store.ts";
import { scoreText } from "./score_words.ts";

interface UmpiredGame {
  game: number;
  begun: string;
  ending: string;
  book: string;
  title: string;
  sides: { side: string; lost: number; of: number; withdrew: boolean; values?: Record<string, number> }[];
}

export function FromGame({ game }: { game: RoundGame }) {
  const found = useSignal<UmpiredGame[] | null>(null);
  const chosen = useSignal<UmpiredGame | null>(null);
  const trouble = useSignal("");
  const mutation = useMutation();
  const loadGames = (): void => {
    ask<{ games: UmpiredGame[] }>(`/api/club/${organiserView.peek()!.id}/games`).then(
      ({ games }) => (found.value = games.filter(({ book }) => book === organiserView.peek()!.scoring.book)),
      (error: Error) => (trouble.value = error.message),
    );
  };
  const fill = async (side: string): Promise<void> => {
    const { id } = game.players[0];
    if (
      await mutation.act(
        "fill",
        { player: id, game: chosen.value!.game, side },
        t("Table {table}: filled in, to be confirmed", { table: game.table }),
      )
    )
      found.value = chosen.value = null;
  };
  if (!found.value) {
    return (
      <div class="club-form">
        <Press class="big" data-from-game onPress={loadGames}>
          {t("From an umpired game …")}
        </Press>
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      </div>
    );
  }
  const [one, other] = game.players;
  const { scoring } = organiserView.value!;
  return (
    <section class="club-form">
      {found.value.length === 0 && (
        <p class="lead" role="status">
          {t("There is no game of this rulebook in the database.")}
        </p>
      )}
      <ul class="club-list">
        {found.value.map((umpired) => (
          <li key={umpired.game}>
            <Press
              class="club-row"
              data-umpired={umpired.game}
              aria-pressed={chosen.value === umpired}
              onPress={() => (chosen.value = umpired)}
            >
              <b class="tag">{umpired.game}</b>
              <span class="name">
                <b>
                  {umpired.sides
                    .map((side) => scoreText(scoring, capital(side.side), { ...side, conceded: false }, side.of))
                    .join(", ")}
                </b>
                <small>{begunText(umpired)}</small>
              </span>
            </Press>
          </li>
        ))}
      </ul>
      <Says mutation={mutation} />
      <div class="one-of" role="group" aria-label={t("Which side did each player have?")}>
        {chosen.value?.sides.map(({ side }, at, all) => (
          <Press key={side} class="big" data-side={side} disabled={mutation.busy} onPress={() => void fill(side)}>
            {seatsText(one.name, side, other.name, all[1 - at]?.side)}
          </Press>
        ))}
        <Press class="big" onPress={() => (found.value = chosen.value = null)}>
          {t("Cancel")}
        </Press>
      </div>
    </section>
  );
}

function begunText({ begun, ending }: UmpiredGame): string {
  const time = timeText(begun, { timeStyle: "short" });
  return ending ? t("started {time}", { time }) : t("started {time}, not over yet", { time });
}

function seatsText(player: string, side: string, other: string, otherSide: string | undefined): string {
  if (otherSide === undefined) return t("{player} was {side}", { player, side: capital(side) });
  return t("{player} was {side}, {other} was {otherSide}", {
    player,
    side: capital(side),
    other,
    otherSide: capital(otherSide),
  });
}
