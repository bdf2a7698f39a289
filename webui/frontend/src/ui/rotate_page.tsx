// The whole page, rotated for the player who sits opposite.

import { effect, signal } from "@preact/signals";
import { t, tp } from "../i18n.ts";
import { ToolButton } from "./tool_button.tsx";

export const pageRotated = signal(sessionStorage.getItem("flipped") === "yes");

effect(() => {
  sessionStorage.setItem("flipped", pageRotated.value ? "yes" : "no");
  document.documentElement.classList.toggle("flipped", pageRotated.value);
});

/** Whether the models' codes can be read from both sides. */
export const namesBothWays = signal(sessionStorage.getItem("bothWays") === "yes");

effect(() => sessionStorage.setItem("bothWays", namesBothWays.value ? "yes" : "no"));

export function RotateButton() {
  return (
    <ToolButton
      word={tp("a button of the board", "Turn")}
      name={t("Turn the page for the player opposite")}
      isOn={pageRotated.value}
      flip={() => (pageRotated.value = !pageRotated.value)}
    >
      <path d="M5 12a7 7 0 0 1 12-5l2 2m0-5v5h-5M19 12a7 7 0 0 1-12 5l-2-2m0 5v-5h5" />
    </ToolButton>
  );
}
