// The demo's hands in the set-up: nobody can hold a printed board up to a drawn camera, so these do it.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { demoHand, detectDemoHand } from "../game/hand.tsx";
import { t } from "../i18n.ts";
import { ask, post, Refusal } from "../net/api.ts";
import type { StepName } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";

/** The part of the drawn table's stage that counts here. shown: the thing that hands hold before the camera. */
interface StageState {
  shown: "table" | "chart" | "gauge";
  models: { there: boolean }[];
}

/** The hands' work for a step: the button, the command, and the thing shown then. */
interface HandJob {
  says: string;
  again: string;
  command: object;
  shows: StageState["shown"];
}

const JOBS: Partial<Record<StepName, HandJob>> = {
  lens: {
    says: t("Hold the board in front of the camera"),
    again: t("Start again with the first pose"),
    command: { do: "show_chart" },
    shows: "chart",
  },
  gauge: {
    says: t("Lay the gauge card on the table"),
    again: t("Lay the card somewhere else"),
    command: { do: "show_gauge" },
    shows: "gauge",
  },
  roster: {
    says: t("Put all models on the table"),
    again: t("Put all models on the table"),
    command: { do: "muster" },
    shows: "table",
  },
};

/** Whether these hands, and nobody else, hold something up. */
const lifted = signal(false);

/** ready: whether the step is done; hands then put away what they hold. */
export function DemoHands({ step, ready }: { step: StepName; ready: boolean }) {
  useEffect(detectDemoHand, []);
  return demoHand.value ? <Hands step={step} ready={ready} /> : null;
}

function Hands({ step, ready }: { step: StepName; ready: boolean }) {
  const stage = useSignal<StageState | null>(null);
  const refused = useSignal("");
  const show = (asked: Promise<StageState>) =>
    asked.then(
      (now) => {
        stage.value = now;
        refused.value = "";
      },
      (error: unknown) => (refused.value = error instanceof Refusal ? error.message : ""),
    );
  const act = (command: object): void => void show(post("/api/stage", command));
  const putAway = (): void => {
    lifted.value = false;
    act({ do: "show_table" });
  };
  useEffect(() => {
    void show(ask("/api/stage"));
    // the next step looks at the table
    return () => {
      if (!lifted.value) return;
      lifted.value = false;
      void post("/api/stage", { do: "show_table" }).catch(() => undefined);
    };
  }, [step]);
  const lift = (job: HandJob): void => {
    lifted.value = job.shows !== "table";
    act(job.command);
  };
  const shown = stage.value?.shown ?? "table";
  // a lens that is known needs no board, and one that is read needs it no longer
  const job = step === "lens" && ready && shown === "table" ? undefined : JOBS[step];
  // the board hides the table
  const done = step === "lens" && ready && shown === "chart"; // no text
  useEffect(() => {
    if (done && lifted.value) putAway();
  }, [done]);
  if (!stage.value) return null;
  if (step === "print")
    return (
      <p class="soft" data-demo-hands="print">
        {t(
          "This is a demo: the drawn table has every sheet already, and its models carry their tags. You " +
            "need not print anything.",
        )}
      </p>
    );
  if (!job && shown === "table") return null;
  return (
    <section class="demo-hands" data-demo-hands={step} data-shown={shown}>
      <p>{t("This is a demo: its hands do what you do at a real table.")}</p>
      <div class="choice">
        {job && (
          <Press data-demo-do={step} onPress={() => lift(job)}>
            {shown === job.shows ? job.again : job.says}
          </Press>
        )}
        {shown !== "table" && (
          <Press data-demo-away onPress={putAway}>
            {t("Put it away")}
          </Press>
        )}
      </div>
      {refused.value && <p role="alert">{refused.value}</p>}
    </section>
  );
}
