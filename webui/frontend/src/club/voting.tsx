// On a player's phone: the vote on a prize, and the player's own cards and penalties.

import { useSignal } from "@preact/signals";
import { listed, t } from "../i18n.ts";
import type { ScoreCard } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { CardMark } from "./desk_conduct.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { distinctName, scoreCard } from "./public_store.ts";

/** Each vote that is open, and who has won those that are closed. */
export function Votes({ of }: { of: ScoreCard }) {
  return (
    <>
      {of.prizes.map(({ prize, open, winners }) =>
        open ? (
          <Vote key={prize} of={of} prize={prize} />
        ) : (
          winners.length > 0 && (
            <p key={prize} class="note" data-won={prize}>
              {t("{prize}: {players}", { prize, players: listed(winners) })}
            </p>
          )
        ),
      )}
    </>
  );
}

function Vote({ of, prize }: { of: ScoreCard; prize: string }) {
  const mutation = useMutation();
  const changing = useSignal(false);
  const mine = of.voted[prize];
  const others = Object.keys(of.players)
    .filter((player) => player !== of.player)
    .sort((one, other) => distinctName(of, one).localeCompare(distinctName(of, other)));
  const voteFor = (player: string) => async (): Promise<void> => {
    const told = await mutation.send<{ card: ScoreCard }>("/api/card/vote", { prize, player });
    if (!told) return;
    scoreCard.value = told.card;
    changing.value = false;
  };
  return (
    <details data-vote={prize}>
      <summary>
        {mine
          ? t("{prize}: you vote for {player}", { prize, player: distinctName(of, mine) })
          : t("{prize}: your vote", { prize })}
      </summary>
      <Says mutation={mutation} />
      {mine && !changing.value ? (
        <Press class="big" data-change-vote onPress={() => (changing.value = true)}>
          {t("Change the vote")}
        </Press>
      ) : (
        <div class="choices">
          {others.map((player) => (
            <Press
              key={player}
              class="big"
              data-vote-for={player}
              aria-pressed={player === mine}
              disabled={mutation.busy}
              onPress={() => void voteFor(player)()}
            >
              {distinctName(of, player)}
            </Press>
          ))}
        </div>
      )}
    </details>
  );
}

/** The player's own cards and penalties, with their reasons. */
export function OwnPenalties({ of }: { of: ScoreCard }) {
  if (of.penalties.length === 0) return null;
  return (
    <ul class="penalties" data-penalties>
      {of.penalties.map((penalty, at) => (
        <li key={at}>
          {penalty.card && <CardMark card={penalty.card} />}
          <span>
            {t("You have {penalty}.", { penalty: penalty.says })}
            <small>{penalty.reason}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
