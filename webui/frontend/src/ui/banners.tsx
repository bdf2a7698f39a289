// Warnings at the top of every page: the server does not answer, or the camera cannot be trusted.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { connected, full, heldBack, silentSince, table } from "../net/table_store.ts";

export function Banners() {
  const camera = table.value?.camera;
  return (
    <div class="banners">
      <div role="alert">{!connected.value && <Offline />}</div>
      <div role="status">
        {connected.value && camera && camera.state !== "good" && (
          <p class={`banner ${camera.state}`} data-banner="camera">
            {camera.state === "ended" ? <Note /> : <Sign />}
            {camera.says}
          </p>
        )}
      </div>
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
        ? t("Something between this device and the table’s computer holds back its messages. What you see is {seconds} s old; the page reconnects by itself.", { seconds })
        : t("No connection to the table’s computer. What you see is {seconds} s old; the page reconnects by itself.", { seconds })}
    </p>
  );
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
