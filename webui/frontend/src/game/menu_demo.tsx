// What only the demo has: the hand that carries models, the tour, and troubles to try.

import { t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { DemoTroubles } from "./demo_troubles.tsx";
import { showHand } from "./hand.tsx";
import { startTour } from "./tour.tsx";

/** onDone: called when the page is to be seen. */
export function DemoChoices({ onDone }: { onDone: () => void }) {
  const then = (command: () => void) => () => {
    onDone();
    command();
  };
  return (
    <>
      <div class="choices of-two">
        <Press class="big" data-demo-hand onPress={then(showHand)}>
          {t("Demo hand: move the models")}
        </Press>
        <Press class="big" data-tour-again onPress={then(startTour)}>
          {t("Tour of the demo")}
        </Press>
      </div>
      <DemoTroubles />
    </>
  );
}
