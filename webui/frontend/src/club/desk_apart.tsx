// Players who are kept apart: the wishes that hold, and a new one for any number of players.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { ApartWish, OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ActForm, SheetRow } from "./act_form.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { foundBy } from "./search.ts";

// fewer players need no search
const MOST_UNSEARCHED = 12;

export function ApartRow({ of }: { of: OrganiserView }) {
  const title = of.apart.length
    ? tn("{n} wish: players kept apart", "{n} wishes: players kept apart", of.apart.length)
    : t("Nobody is kept apart");
  return (
    <SheetRow mark="apart" title={title} note={[t("siblings, or clubmates in round 1")]}>
      {(close) => <ApartSheet of={of} onClose={close} />}
    </SheetRow>
  );
}

function ApartSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const chosen = useSignal<readonly string[]>([]);
  const wanted = useSignal("");
  const hard = useSignal(true);
  const lastRound = useSignal(0);
  const mutation = useMutation();
  const here = of.entrants.filter((entrant) => !entrant.left);
  const shown = here.filter((entrant) => chosen.value.includes(entrant.id) || foundBy(entrant, wanted.value));
  const toggle = (player: string) => () =>
    (chosen.value = chosen.value.includes(player)
      ? chosen.value.filter((other) => other !== player)
      : [...chosen.value, player]);
  return (
    <Sheet title={t("Players kept apart")} onClose={onClose} wide>
      <Wishes
        wishes={of.apart}
        busy={mutation.busy}
        onRelease={(wish) => void mutation.act("let_meet", { players: wish.players })}
      />
      <ActForm
        act="keep_apart"
        given={{ players: chosen.value, last_round: lastRound.value, soft: !hard.value }}
        ready={chosen.value.length > 1}
        submit={
          chosen.value.length < 2
            ? t("Keep them apart")
            : tn("Keep {n} player apart", "Keep {n} players apart", chosen.value.length)
        }
        onDone={() => (chosen.value = [])}
        onCancel={onClose}
        cancel={t("Close")}
      >
        <h2>{t("Which players should not meet?")}</h2>
        {here.length > MOST_UNSEARCHED && (
          <label class="club-search">
            {t("Search by name, ID or faction")}
            <input
              type="search"
              name="apart"
              autocomplete="off"
              value={wanted.value}
              onInput={(event) => (wanted.value = event.currentTarget.value)}
            />
          </label>
        )}
        <div class="one-of" role="group" aria-label={t("Which players should not meet?")}>
          {shown.map((entrant) => (
            <Press
              key={entrant.id}
              data-keep-apart={entrant.id}
              rest={90}
              aria-pressed={chosen.value.includes(entrant.id)}
              onPress={toggle(entrant.id)}
            >
              {entrant.called}
            </Press>
          ))}
        </div>
        <div class="choice" role="group" aria-label={t("How strictly?")}>
          <Press aria-pressed={hard.value} onPress={() => (hard.value = true)}>
            {t("Never")}
          </Press>
          <Press aria-pressed={!hard.value} data-soft onPress={() => (hard.value = false)}>
            {t("Only if there is no other round")}
          </Press>
        </div>
        <p class="hint">
          {hard.value
            ? t("If they meet in every possible round, no round is drawn and you decide.")
            : t("If they have to meet, the draft says so.")}
        </p>
        <div class="choice" role="group" aria-label={t("In which rounds?")}>
          <Press aria-pressed={lastRound.value === 0} onPress={() => (lastRound.value = 0)}>
            {t("In all rounds")}
          </Press>
          <Press aria-pressed={lastRound.value === 1} data-first-round onPress={() => (lastRound.value = 1)}>
            {t("In round 1")}
          </Press>
        </div>
      </ActForm>
      <Says mutation={mutation} />
    </Sheet>
  );
}

function Wishes({
  wishes,
  busy,
  onRelease,
}: {
  wishes: ApartWish[];
  busy: boolean;
  onRelease: (wish: ApartWish) => void;
}) {
  if (!wishes.length)
    return <p class="lead">{t("Choose two or more players. No two of them are paired with each other.")}</p>;
  return (
    <ul class="club-list">
      {wishes.map((wish) => (
        <li key={wish.players.join(" ")}>
          <Press class="club-row" data-wish={wish.players.join(" ")} disabled={busy} onPress={() => onRelease(wish)}>
            <span class="name">
              <b>{wish.says}</b>
              <small>{[wish.reason, t("Tap to let them meet again")].filter(Boolean).join(" – ")}</small>
            </span>
          </Press>
        </li>
      ))}
    </ul>
  );
}
