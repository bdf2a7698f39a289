// The film of a game: the server makes it when somebody asks, and here one sees how far it is.

import { t } from "../i18n.ts";
import type { FilmStanding } from "../types/replay.ts";
import { Press } from "../ui/press.tsx";
import { useMaking } from "./making.ts";

export function Film({ game, closed }: { game: number; closed: boolean }) {
  const address = `/api/games/${game}/film`;
  const { standing, fault, isBusy, send } = useMaking<FilmStanding>(address, { state: "none" });
  const { state } = standing.value;
  return (
    <div class="film" data-film={state}>
      {!closed && <p class="soft">{t("Until the game is closed, its film shows what a spectator knows.")}</p>}
      {state === "done" ? (
        <a class="big" href={`${address}.webp`} download>
          {t("Save the film: half a minute, as an animated image")}
        </a>
      ) : isBusy ? (
        <InProgress standing={standing.value} cancel={() => send("cancel")} />
      ) : (
        <Press class="big" onPress={() => send("start")}>
          {t("Make a film of half a minute")}
        </Press>
      )}
      <Faults standing={standing.value} fault={fault.value} />
    </div>
  );
}

/** How far a film is, and the button that ends the work. */
export function InProgress({ standing: { done = 0, of = 0 }, cancel }: { standing: FilmStanding; cancel: () => void }) {
  return (
    <>
      <p role="status">{of ? t("Making the film: image {done} of {of}", { done, of }) : t("Preparing the film …")}</p>
      <progress aria-label={t("Progress of the film")} value={done} max={of || 1} />
      <Press class="big" onPress={cancel}>
        {t("Cancel film")}
      </Press>
    </>
  );
}

export function Faults({ standing: { state }, fault }: { standing: FilmStanding; fault: string }) {
  return (
    <>
      {state === "failed" && (
        <p class="why-not" role="alert">
          {t("The film could not be made: the terminal of the program says why.")}
        </p>
      )}
      {fault && (
        <p class="why-not" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
