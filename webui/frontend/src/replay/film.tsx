// The film of a game: the server makes it when somebody asks, and here one sees how far it is.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask, post } from "../net/api.ts";
import type { FilmStanding } from "../types/replay.ts";
import { Press } from "../ui/press.tsx";

const LOOK_MS = 700;

export function Film({ game, closed }: { game: number; closed: boolean }) {
  const film = useSignal<FilmStanding>({ state: "none" });
  const fault = useSignal("");
  const address = `/api/games/${game}/film`;
  const take = (answer: Promise<FilmStanding>): Promise<void> =>
    answer.then(
      (standing) => {
        film.value = standing;
        fault.value = "";
      },
      (error: Error) => {
        fault.value = error.message;
      },
    );
  const busy = film.value.state === "waiting" || film.value.state === "making";
  useEffect(() => void take(ask<FilmStanding>(address)), [game]);
  useEffect(() => {
    if (!busy) return undefined;
    const looking = setInterval(() => void take(ask<FilmStanding>(address)), LOOK_MS);
    return () => clearInterval(looking);
  }, [busy]);
  const { state, done = 0, of = 0 } = film.value;
  return (
    <div class="film" data-film={state}>
      {!closed && <p class="soft">{t("Until the game is closed, its film shows what a spectator knows.")}</p>}
      {state === "done" ? (
        <a class="big" href={`${address}.webp`} download>
          {t("Save the film: half a minute, as an animated image")}
        </a>
      ) : busy ? (
        <>
          <p role="status">
            {of ? t("Making the film: image {done} of {of}", { done, of }) : t("Preparing the film …")}
          </p>
          <progress aria-label={t("Progress of the film")} value={done} max={of || 1} />
          <Press class="big" onPress={() => void take(post<FilmStanding>(address, { do: "cancel" }))}>
            {t("Cancel film")}
          </Press>
        </>
      ) : (
        <Press class="big" onPress={() => void take(post<FilmStanding>(address, { do: "start" }))}>
          {t("Make a film of half a minute")}
        </Press>
      )}
      {state === "failed" && (
        <p class="why-not" role="alert">
          {t("The film could not be made: the terminal of the program says why.")}
        </p>
      )}
      {fault.value && (
        <p class="why-not" role="alert">
          {fault.value}
        </p>
      )}
    </div>
  );
}
