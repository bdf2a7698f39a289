// Prizes that players vote on from their phones, one vote each: opening a vote, its count, closing it. Who has no phone
// tells the vote at the desk.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { OrganiserView, PrizeCount } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActForm } from "./act_form.tsx";
import { Says, useMutation } from "./mutations.tsx";
import "./conduct.css";

export function Prizes({ of }: { of: OrganiserView }) {
  const name = useSignal("");
  const mutation = useMutation();
  const usual = t("Best painted");
  const open = async (): Promise<void> => {
    if (await mutation.act("vote", { prize: name.value.trim() || usual, open: true })) name.value = "";
  };
  return (
    <section class="club-form" data-prizes>
      <h2>{t("Prizes by vote")}</h2>
      {of.prizes.map((prize) => (
        <Prize key={prize.prize} prize={prize} />
      ))}
      <form
        class="club-form"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label>
          {t("Name of the prize")}{" "}
          <input
            type="text"
            name="prize"
            maxLength={60}
            autocomplete="off"
            placeholder={usual}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint">
          {t("Each player casts one vote, by phone, for another player. Nobody sees who voted for whom.")}
        </p>
        <Says mutation={mutation} />
        <Press class="big" data-open-vote disabled={mutation.busy} onPress={() => void open()}>
          {t("Let players vote")}
        </Press>
      </form>
    </section>
  );
}

function Prize({ prize }: { prize: PrizeCount }) {
  const mutation = useMutation();
  const turn = (): void => void mutation.act("vote", { prize: prize.prize, open: !prize.open });
  return (
    <section class="club-form" data-prize={prize.prize}>
      <h3>{prize.prize}</h3>
      <p class="lead" role="status">
        {prize.open
          ? tn("{n} vote so far", "{n} votes so far", prize.votes)
          : tn("Closed, {n} vote", "Closed, {n} votes", prize.votes)}
      </p>
      {prize.tally.length > 0 && (
        <ol class="club-list">
          {prize.tally.map((line) => (
            <li key={line.player}>
              <div class="club-row" data-voted={line.player}>
                <span class="name">
                  <b>{line.name}</b>
                </span>
                <strong>{line.votes}</strong>
              </div>
            </li>
          ))}
        </ol>
      )}
      {prize.open && <VoteAtDesk prize={prize.prize} />}
      <Says mutation={mutation} />
      <Press class="big" data-turn-vote disabled={mutation.busy} onPress={turn}>
        {prize.open ? t("Close the vote") : t("Let players vote again")}
      </Press>
    </section>
  );
}

function VoteAtDesk({ prize }: { prize: string }) {
  const entered = useSignal(0);
  return (
    <details data-vote-at-desk>
      <summary>{t("A vote without a phone")}</summary>
      <ActForm
        key={entered.value}
        act="vote_at_desk"
        given={{ prize }}
        ready={({ voter, player }) => voter !== player}
        mark="vote-told"
        onDone={() => (entered.value += 1)}
      />
    </details>
  );
}
