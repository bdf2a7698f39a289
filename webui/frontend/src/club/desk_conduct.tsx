// On a player's sheet: cards and penalties with their reasons, and points for the rounds that a late player missed.

import { useSignal } from "@preact/signals";
import { listed, t } from "../i18n.ts";
import type { Entrant } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActForm } from "./act_form.tsx";
import { Says, useMutation } from "./mutations.tsx";
import "./conduct.css";

const DRAW = 12;

/** A card as its colour; the words stand beside it. */
export function CardMark({ card }: { card: string }) {
  return (
    <i class={`card-mark ${card}`} role="img" aria-label={card === "red" ? t("a red card") : t("a yellow card")} />
  );
}

export function ConductOf({ player }: { player: Entrant }) {
  const open = useSignal(false);
  const mutation = useMutation();
  const lift = (number: number) => () => void mutation.act("lift_penalty", { player: player.id, number });
  return (
    <section class="club-form" data-conduct>
      <h2>{t("Cards and penalties")}</h2>
      {player.penalties.length > 0 && (
        <ul class="penalties">
          {player.penalties.map((penalty, at) => (
            <li key={at}>
              {penalty.card && <CardMark card={penalty.card} />}
              <span>
                {penalty.says}
                <small>{penalty.reason}</small>
              </span>
              <Press data-lift={at + 1} disabled={mutation.busy} onPress={lift(at + 1)}>
                {t("Take it back")}
              </Press>
            </li>
          ))}
        </ul>
      )}
      <Says mutation={mutation} />
      {open.value ? (
        <PenaltyForm player={player} onDone={() => (open.value = false)} />
      ) : (
        <Press class="big" data-penalise onPress={() => (open.value = true)}>
          {t("A card or a penalty …")}
        </Press>
      )}
    </section>
  );
}

function PenaltyForm({ player, onDone }: { player: Entrant; onDone: () => void }) {
  return (
    <ActForm
      act="penalise"
      given={{ player: player.id }}
      // the rarer red card, and a deduction alone, are a tap more
      start={{ card: "yellow" }} // no text
      ready={({ card, points }) => card !== "" || points !== 0}
      submit={t("Give it to {player}", { player: player.name })}
      mark="give-penalty"
      onDone={onDone}
      onCancel={onDone}
    />
  );
}

/** 0 or 12 points for each round that a late player missed. */
export function MissedRounds({ player }: { player: Entrant }) {
  const points = useSignal<Record<number, number>>({});
  const mutation = useMutation();
  if (player.missed.length === 0) return null;
  const of = (round: number): number => points.value[round] ?? 0;
  return (
    <section class="club-form" data-missed>
      <h2>{t("Points for the rounds missed")}</h2>
      {player.missed.map((round) => (
        <div class="choice" key={round} role="group" aria-label={t("Round {round}", { round })}>
          <span class="of-round">{t("Round {round}", { round })}</span>
          {[0, DRAW].map((offered) => (
            <Press
              key={offered}
              data-granted={offered}
              aria-pressed={of(round) === offered}
              onPress={() => (points.value = { ...points.value, [round]: offered })}
            >
              {offered}
            </Press>
          ))}
        </div>
      ))}
      <Says mutation={mutation} />
      <Press
        class="big"
        data-grant
        disabled={mutation.busy}
        onPress={() => void mutation.act("grant", { player: player.id, points: player.missed.map(of) })}
      >
        {t("Grant {points}", { points: listed(player.missed.map((round) => String(of(round)))) })}
      </Press>
    </section>
  );
}
