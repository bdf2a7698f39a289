// Frames of the camera that are kept for a film of the highlights: off until somebody switches it on, and said while on.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { decimal, t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, gameRunning, mayBegin, mayRule, offline } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";

interface KeptFrames {
  frames: number;
  megabytes: number;
  folder: string;
  dropped: number;
}

/** For everybody at the table, as long as it is so. */
export function FramesKept() {
  if (!game.value?.frames || !gameRunning.value) return null;
  return (
    <p class="soft" data-frames-kept>
      {t("● Frames of the camera are being kept for a film of the highlights.")}
    </p>
  );
}

/** In the settings: the table and the umpire switch it on, and everybody who plays switches it off. */
export function FrameSettings() {
  const on = game.value?.frames ?? false;
  if (!mayRule.value || (!on && !mayBegin.value)) return null;
  const set = (wanted: boolean) => () => sendCommand("/api/game/frames", { on: wanted }, t("Film of the highlights"));
  return (
    <section>
      <h2>{t("Film of the highlights")}</h2>
      <div class="choice" role="group" aria-label={t("Film of the highlights")}>
        <Press disabled={offline.value} aria-pressed={!on} data-frames="off" onPress={set(false)}>
          {t("Keep no frames")}
        </Press>
        <Press disabled={offline.value || !mayBegin.value} aria-pressed={on} data-frames="on" onPress={set(true)}>
          {t("Keep frames of this game")}
        </Press>
      </div>
      <p class="soft">
        {t(
          "While this is on, images of the camera are kept whenever something moves, at most 200 MB; of a long game, " +
            "those around its key moments. They show people who are in sight of the camera. Once the game is closed, " +
            "its replay makes a film of them. They leave this table only if you save that film, and are deleted when " +
            "you switch this off.",
        )}
      </p>
      {on && <Amount />}
    </section>
  );
}

function Amount() {
  const kept = useSignal<KeptFrames | null>(null);
  useEffect(() => {
    // without the figures the sentences above stand alone
    ask<KeptFrames>("/api/game/frames").then(
      (answer) => (kept.value = answer),
      () => undefined,
    );
  }, []);
  if (!kept.value) return null;
  const { frames, megabytes, folder, dropped } = kept.value;
  return (
    <>
      <p data-frames-amount>
        {tn(
          "{n} frame so far, {megabytes} MB, in the folder {folder} on the table’s computer.",
          "{n} frames so far, {megabytes} MB, in the folder {folder} on the table’s computer.",
          frames,
          { megabytes: decimal(megabytes, 1), folder },
        )}
      </p>
      {dropped > 0 && (
        <p class="why-not" role="status">
          {tn(
            "{n} frame is missing because the disk was too slow or full.",
            "{n} frames are missing because the disk was too slow or full.",
            dropped,
          )}
        </p>
      )}
    </>
  );
}
