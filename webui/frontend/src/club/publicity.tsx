// The public part of a player: each chooses on the phone, or at the desk.

import { t } from "../i18n.ts";
import type { ScoreCard } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { playerName, scoreCard } from "./public_store.ts";

/** Whether the phone has something of which the player has said nothing yet. */
export function asksForRelease(of: ScoreCard): boolean {
  return of.publicity.games.some((game) => !game.own);
}

export function OwnPublicity({ of }: { of: ScoreCard }) {
  const mutation = useMutation();
  const send = (choice: object) => async (): Promise<void> => {
    const told = await mutation.send<{ card: ScoreCard }>("/api/card/publicity", choice);
    if (told) scoreCard.value = told.card;
  };
  const { shown, games, number, hall } = of.publicity;
  return (
    <section class="report" data-publicity>
      <p>
        {t(
          "Everybody can read the club’s pages and the projector. Unless you agree, you appear there as Guest {number}.",
          {
            number,
          },
        )}
        {hall && ` ${t("The organiser shows the names of all players on the screens in the hall.")}`}
      </p>
      <div class="answers">
        <Press
          class="big"
          data-show-name
          aria-pressed={shown}
          disabled={mutation.busy}
          onPress={() => void send({ shown: !shown })()}
        >
          {shown ? t("My name is shown: hide it") : t("Show my name")}
        </Press>
      </div>
      {games.map((game) => (
        <div key={game.round} data-release-of={game.round}>
          <p>
            {t("Replay of round {round} against {player}", {
              round: game.round,
              player: playerName(of, game.opponent),
            })}
            : {stateText(game.own, game.theirs)}
          </p>
          <div class="answers">
            <Press
              class="big"
              data-release
              aria-pressed={game.own}
              disabled={mutation.busy}
              onPress={() => void send({ round: game.round, released: !game.own })()}
            >
              {game.own ? t("Take the release back") : t("Release the replay")}
            </Press>
          </div>
        </div>
      ))}
      {games.length > 0 && (
        <p>
          {t(
            "A replay shows the game under the names that the players used then. It includes hidden " +
              "orders only once the game is closed at the table.",
          )}
        </p>
      )}
      <Says mutation={mutation} />
    </section>
  );
}

function stateText(own: boolean, theirs: boolean): string {
  if (own && theirs) return t("both have released it");
  if (own) return t("you have released it; your opponent has not");
  return theirs ? t("your opponent has released it; you have not") : t("nobody has released it");
}
