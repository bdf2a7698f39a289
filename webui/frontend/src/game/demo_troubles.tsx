// The troubles of a real room, simulated in the demo: the plug, the light, and somebody who bumps into the
// camera.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask, post, Refusal } from "../net/api.ts";
import { mayBegin, offline } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";
import { demoHand } from "./hand.tsx";

/** The room's state, from the drawn table's stage. light: the share of the lamps' light. */
interface RoomState {
  camera: "on" | "lost";
  bumped: boolean;
  light: number;
}

/** Keys in the menu of the demo's own screen; each is pressed while its trouble lasts. */
export function DemoTroubles() {
  return demoHand.value && mayBegin.value ? <TroubleKeys /> : null;
}

function TroubleKeys() {
  const room = useSignal<RoomState | null>(null);
  const refused = useSignal("");
  const show = (asked: Promise<RoomState>) =>
    asked.then(
      (now) => {
        room.value = now;
        refused.value = "";
      },
      (error: unknown) => (refused.value = error instanceof Refusal ? error.message : ""),
    );
  useEffect(() => void show(ask("/api/stage")), []);
  const { camera, bumped, light } = room.value ?? { camera: "on", bumped: false, light: 1 };
  const key = (name: string, text: string, pressed: boolean, command: object) => (
    <Press
      data-trouble={name}
      disabled={offline.value || !room.value}
      aria-pressed={pressed}
      onPress={() => void show(post("/api/stage", command))}
    >
      {text}
    </Press>
  );
  return (
    <section>
      <h2>{t("Demo: simulate faults")}</h2>
      <div class="choice" role="group" aria-label={t("Demo: simulate faults")}>
        {key("unplugged", t("Camera unplugged"), camera === "lost", {
          do: camera === "lost" ? "return_camera" : "lose_camera",
        })}
        {key("dark", t("Lights out"), light < 1, { do: "light", share: light < 1 ? 1 : 0 })}
        {key("bumped", t("Camera bumped"), bumped, { do: "bump_camera" })}
      </div>
      {refused.value && <p role="alert">{refused.value}</p>}
    </section>
  );
}
