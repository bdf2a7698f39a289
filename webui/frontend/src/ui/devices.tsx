// The devices that have joined, and the way to send one away: a tablet that was lent, a phone that went home.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, timeText, tn } from "../i18n.ts";
import { ask, post } from "../net/api.ts";
import type { Device } from "../types/access.ts";
import { TwoTaps } from "./sheet.tsx";

const AGAIN_MS = 2000;

interface Listed {
  devices: Device[];
}

export function Devices() {
  const devices = useSignal<Device[]>([]);
  const armed = useSignal("");
  const fault = useSignal("");
  const take = (listed: Listed): void => {
    devices.value = listed.devices;
    fault.value = "";
  };
  const tell = (error: Error): void => void (fault.value = error.message);
  useEffect(() => {
    const look = (): void => void ask<Listed>("/api/devices").then(take, tell);
    look();
    const timer = setInterval(look, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const sendAway = (device: string): void => void post<Listed>("/api/devices/away", { device }).then(take, tell);
  return (
    <section class="devices">
      <h2>{t("Devices that have joined")}</h2>
      {fault.value && (
        <p class="why-not" role="alert">
          {fault.value}
        </p>
      )}
      {devices.value.length === 0 && <p>{t("No device has joined with a code yet.")}</p>}
      <ul>
        {devices.value.map((one) => (
          <li key={one.device} data-device={one.role}>
            <div>
              <h3>{one.own ? t("This device: {role}", { role: one.called }) : one.called}</h3>
              <p>{sinceText(one)}</p>
              <p class={one.here ? "here" : ""}>{seenText(one)}</p>
            </div>
            {!one.own && (
              <TwoTaps
                first={t("Disconnect …")}
                second={t("Yes, send it away")}
                armed={armed.value === one.device}
                arm={(on) => (armed.value = on ? one.device : "")}
                onDo={() => sendAway(one.device)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sinceText({ since, early }: Device): string {
  const time = timeText(since * 1000, { dateStyle: "medium", timeStyle: "short" });
  return early ? t("joined before {time}", { time }) : t("joined {time}", { time });
}

function seenText({ here, seen_s }: Device): string {
  if (here) return t("here now");
  const minutes = Math.floor(seen_s / 60);
  if (minutes < 1) return t("last seen less than a minute ago");
  if (minutes < 60) return tn("last seen {n} minute ago", "last seen {n} minutes ago", minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return tn("last seen {n} hour ago", "last seen {n} hours ago", hours);
  return tn("last seen {n} day ago", "last seen {n} days ago", Math.floor(hours / 24));
}
