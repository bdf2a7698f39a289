// The film of a game's highlights, from the frames of the camera that were kept of it.

import { useSignal } from "@preact/signals";
import { decimal, t, tn } from "../i18n.ts";
import { mayBegin } from "../net/game_store.ts";
import type { CameraFilmStanding } from "../types/replay.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { Faults, InProgress } from "./film.tsx";
import { useMaking } from "./making.ts";

const NOTHING: CameraFilmStanding = {
  state: "none",
  frames: 0,
  megabytes: 0,
  folder: "",
  closed: false,
  file: "",
};

/** Nothing where no frames were kept, or where this browser may not see them. */
export function CameraFilm({ game }: { game: number }) {
  const { standing, fault, isBusy, send } = useMaking(`/api/games/${game}/camera-film`, NOTHING);
  const { state, frames, closed, file } = standing.value;
  if (!frames) return null;
  return (
    <div class="film" data-camera-film={state}>
      <h3>{t("Highlights, filmed by the camera")}</h3>
      {!closed ? (
        <p class="soft">{t("The film of the highlights can be made once the game is closed.")}</p>
      ) : state === "done" ? (
        <Show file={file} />
      ) : isBusy ? (
        <InProgress standing={standing.value} cancel={() => send("cancel")} />
      ) : (
        <Press class="big" data-make-highlights onPress={() => send("start")}>
          {t("Put the highlights together: up to 40 seconds")}
        </Press>
      )}
      <Faults standing={standing.value} fault={fault.value} />
      <Kept standing={standing.value} remove={() => send("delete")} />
    </div>
  );
}

function Show({ file }: { file: string }) {
  return (
    <>
      <video src={file} controls muted playsInline preload="auto" aria-label={t("Highlights of the game")} />
      <a class="big" href={`${file}?download=1`} download data-save-highlights>
        {t("Save the highlights as a video")}
      </a>
    </>
  );
}

/** What is kept, where, and how it goes. */
function Kept({ standing, remove }: { standing: CameraFilmStanding; remove: () => void }) {
  const armed = useSignal(false);
  const { frames, megabytes, folder } = standing;
  return (
    <>
      <p class="soft">
        {tn(
          "{n} frame of the camera ({megabytes} MB) is kept in the folder {folder} on the table’s computer. " +
            "People who were in sight of the camera may be in it.",
          "{n} frames of the camera ({megabytes} MB) are kept in the folder {folder} on the table’s computer. " +
            "People who were in sight of the camera may be in them.",
          frames,
          { megabytes: decimal(megabytes, 1), folder },
        )}
      </p>
      {mayBegin.value && (
        <TwoTaps
          first={t("Delete the frames …")}
          second={t("Delete the frames and their film")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          onDo={remove}
        />
      )}
    </>
  );
}
