// The public part of the evening: its day and place, and each player's choice at the desk.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { Entrant, OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet } from "./act_form.tsx";
import { Says, useMutation } from "./mutations.tsx";

export function AnnounceRow({ of }: { of: OrganiserView }) {
  const open = useSignal(false);
  const mutation = useMutation();
  const { day, place, hall } = of.publicity;
  return (
    <>
      <Press class="big" data-announce onPress={() => (open.value = true)}>
        {day || place
          ? t("On the club’s pages: {when} …", { when: [day, place].filter(Boolean).join(", ") })
          : t("Day and place …")}
      </Press>
      <Press
        class="big"
        data-hall-names
        aria-pressed={hall}
        disabled={mutation.busy}
        onPress={() => void mutation.act("hall_names", { shown: !hall })}
      >
        {hall
          ? t("Projector and tables show all names: hide them")
          : t("Projector and tables show numbers: show all names")}
      </Press>
      <Says mutation={mutation} />
      {open.value && <AnnounceSheet of={of} onClose={() => (open.value = false)} />}
    </>
  );
}

function AnnounceSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const { day, place } = of.publicity;
  const visitors = (
    <a class="big link" href="/club/site/index.html" target="_blank" rel="noopener">
      {t("What visitors see")} ↗
    </a>
  );
  return <ActSheet act="announce" start={{ day, place }} below={visitors} onClose={onClose} />;
}

/** A player's choices, for one who has no phone; each tap is sent at once. */
export function PlayerPublicity({ of, player }: { of: OrganiserView; player: Entrant }) {
  const mutation = useMutation();
  const shown = of.publicity.shown.includes(player.id);
  const games = of.publicity.games.filter((game) => game.over && game.pair.includes(player.id));
  return (
    <section class="club-form" data-player-publicity>
      <h2>{t("On the club’s pages")}</h2>
      <div class="one-of" role="group" aria-label={t("On the club’s pages")}>
        <Press
          data-show-name
          aria-pressed={shown}
          disabled={mutation.busy}
          onPress={() => void mutation.act("show_name", { player: player.id, shown: !shown })}
        >
          {t("With the name")}
        </Press>
        {games.map((game) => {
          const released = game.released.includes(player.id);
          return (
            <Press
              key={game.round}
              data-release={game.round}
              aria-pressed={released}
              disabled={mutation.busy}
              onPress={() =>
                void mutation.act("release", { player: player.id, round: game.round, released: !released })
              }
            >
              {t("Replay of round {round}", { round: game.round })}
            </Press>
          );
        })}
      </div>
      <p class="hint">{t("As each player chooses. A replay appears once both of its players have released it.")}</p>
      <Says mutation={mutation} />
    </section>
  );
}
