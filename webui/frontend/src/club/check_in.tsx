// Check-in on a player's phone: one tap says that they are here, another one that they come late.

import { t } from "../i18n.ts";
import type { ScoreCard } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { scoreCard } from "./public_store.ts";

export function CheckIn({ of }: { of: ScoreCard }) {
  const mutation = useMutation();
  const { presence } = of.arrival;
  if (of.left || of.over || !of.sign_up.check_in) return null;
  const send = (said: "here" | "late") => async (): Promise<void> => {
    const told = await mutation.send<{ card: ScoreCard }>("/api/card/presence", { presence: said });
    if (told) scoreCard.value = told.card;
  };
  const placed = of.byes.includes(of.player) || of.sitting_out.includes(of.player);
  return (
    <section class="report" data-presence={presence}>
      <h2>
        {presence === "here"
          ? t("You are checked in")
          : presence === "late"
            ? t("You will be late")
            : presence === "absent"
              ? t("You count as absent")
              : t("Are you here?")}
      </h2>
      {presence === "late" && (
        <p>{t("You are in the draw only once you are here. When you arrive, tap here and tell the organiser.")}</p>
      )}
      {presence === "here" && of.round > 0 && !placed && (
        <p>{t("The organiser can seat you in this round; you are in the next round in any case.")}</p>
      )}
      <Says mutation={mutation} />
      <div class="answers">
        {presence !== "late" && presence !== "absent" && !placed && (
          <Press class="big" data-late disabled={mutation.busy} onPress={() => void send("late")()}>
            {t("I will be late")}
          </Press>
        )}
        {presence !== "here" && (
          <Press class="big go" data-here disabled={mutation.busy} onPress={() => void send("here")()}>
            {t("I am here")}
          </Press>
        )}
      </div>
    </section>
  );
}
