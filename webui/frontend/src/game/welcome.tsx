// The first visit of the demo: what this is, in one line, over the table that is alive behind it; to try, or to set up.

import { effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { mayBegin } from "../net/game_store.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { demoHand } from "./hand.tsx";
import { hasSeenTour, keepTourSeen, startTour } from "./tour.tsx";
import "./welcome.css";

const PRODUCT = "tablecam"; // no text

const welcomed = signal(false);

// once on each device, for those who may move the models
effect(() => {
  if (demoHand.value && mayBegin.value && !hasSeenTour()) welcomed.value = true;
});

export function Welcome() {
  if (!welcomed.value) return null;
  const leave = (command: () => void) => () => {
    keepTourSeen();
    welcomed.value = false;
    command();
  };
  return (
    <Sheet title={PRODUCT} onClose={leave(() => undefined)} look="welcome">
      <p class="lead">{t("Ranges, line of sight and rules for the table under your camera")}</p>
      <div class="choices">
        <Press class="big go" data-try onPress={leave(startTour)}>
          {t("Try the demo")}
        </Press>
        <Press class="big" data-set-up onPress={leave(() => openPage("/setup"))}>
          {t("Set up your own table")}
        </Press>
      </div>
    </Sheet>
  );
}
