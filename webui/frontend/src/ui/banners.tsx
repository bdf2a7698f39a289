// Warnings at the top of every page: the server does not answer, it cannot keep anything, or the camera cannot be
// trusted.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { post, Refusal } from "../net/api.ts";
import { leaveSeat, mayDo, me } from "../net/me.ts";
import { connected, full, heldBack, pulse, silentSince, table } from "../net/table_store.ts";
import type { DatabaseTrouble } from "../types/table.ts";
import { openPage } from "./open_page.ts";
import { Press } from "./press.tsx";
import { showToast } from "./toast.tsx";

/** children: what else comes above the page. */
export function Banners({ children }: { children?: ComponentChildren }) {
  const camera = table.value?.camera;
  return (
    <div class="banners">
      <div role="alert">
        {!connected.value && <Offline />}
        {connected.value && pulse.value?.database && <Database trouble={pulse.value.database} />}
      </div>
      <div role="status">{me.value?.ended && <SeatEnded says={me.value.ended} />}</div>
      <div role="status">
        {connected.value && camera && camera.state !== "good" && !camera.to_set_up && (
          <p class={`banner ${camera.state}`} data-banner="camera">
            {camera.state === "ended" ? <Note /> : <Sign />}
            <span>{camera.says}</span>
            {
              /* no text: a code */ camera.state === "trouble" && mayDo("set up") && (
                <Press data-look onPress={() => openPage("/setup/camera")}>
                  {t("Look at the camera")}
                </Press>
              )
            }
          </p>
        )}
        {connected.value &&
          camera?.away?.map((says, at) => (
            <p key={at} class="banner held_back" data-banner="camera-away">
              <Sign />
              <span>{says}</span>
            </p>
          ))}
      </div>
      {children}
    </div>
  );
}

/** This device has lost its seat: why, and what can be done. */
function SeatEnded({ says }: { says: string }) {
  return (
    <div class="banner ended seat-ended" data-banner="seat">
      <Note />
      <p>{says}</p>
      <Press onPress={() => openPage("/join")}>{t("Join again")}</Press>
      <Press onPress={() => void leaveSeat()}>{t("Only watch")}</Press>
    </div>
  );
}

function Offline() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now.value - (silentSince.value ?? now.value)) / 1000));
  return (
    <p class="banner offline" data-banner="offline">
      <Sign />
      {full.value !== ""
        ? full.value
        : heldBack.value
          ? t(
              "Something between this device and the table’s computer holds back its messages. " +
                "What you see is {seconds} s old; the page reconnects by itself.",
              { seconds },
            )
          : t(
              "No connection to the table’s computer. What you see is {seconds} s old; the page reconnects by itself.",
              { seconds },
            )}
    </p>
  );
}

/** The trouble of the database, and what to do; the owner's own screen has the button. */
function Database({ trouble }: { trouble: DatabaseTrouble }) {
  const busy = useSignal(false);
  const rescue = (): void => {
    busy.value = true;
    post("/api/database/rescue")
      .then(() => showToast(t("The program now writes to a new file. Its terminal shows the name.")))
      .catch((error: unknown) => showToast(error instanceof Refusal ? error.message : String(error)))
      .finally(() => (busy.value = false));
  };
  return (
    <p class="banner trouble" data-banner="database">
      <Sign />
      <span>{databaseText(trouble)}</span>
      {trouble !== "away" && me.value?.role === "table" && (
        <Press class="big" data-rescue disabled={busy.value} onPress={rescue}>
          {t("Write everything to a new file")}
        </Press>
      )}
    </p>
  );
}

function databaseText(trouble: DatabaseTrouble): string {
  switch (trouble) {
    case "lost":
      return t(
        "The database file was deleted, moved or replaced while it was in use. Everything up to now is " +
          "in memory, but nothing new counts until it can be saved. Put the file back, or let the table’s " +
          "own screen write everything to a new file.",
      );
    case "unwritable":
      return t(
        "The disk of the database is full, failing or read-only. Everything up to now is in memory, but " +
          "nothing new counts until it can be saved. Make room on the disk, or let the table’s own screen " +
          "write everything to a new file.",
      );
    case "damaged":
      return t(
        "The database file is damaged. Everything up to now is in memory, but nothing new counts until " +
          "it can be saved: let the table’s own screen write everything to a new file.",
      );
    default:
      return t(
        "The table’s computer cannot reach its database just now. Nothing is lost: " +
          "what you have sent stays on this page, and the page sends it again by itself.",
      );
  }
}

function Sign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2 23 21H1Z" />
      <path class="mark" d="M12 9v6m0 2.2v1" />
    </svg>
  );
}

function Note() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11" />
      <path class="mark" d="M12 10.5v7m0-11v1" />
    </svg>
  );
}
