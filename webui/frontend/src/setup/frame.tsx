// The frame of each step of the set-up: its title, the picture beside the text, and the buttons to go on.

import type { ComponentChildren } from "preact";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import type { StepName } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { DemoHands } from "./demo_hands.tsx";
import { StepDrawing } from "./drawings.tsx";
import { cameraStepAfter, lost, markStep, openCameras, openStep, stepAfter, steps, TITLES } from "./steps.ts";

// without pictures these can only wait
const SEEING: StepName[] = ["lens", "place", "gauge"];

/** camera: its number from 1, where the step is a camera's. picture: beside the text if there is room, else above
 * it; under: text to read while looking at the picture. ready: whether the step is done and good; its button is then
 * the one primary button of the page, whatever the step has besides. possible: whether to go on without that;
 * `anyway` says so. */
export function StepFrame({
  step,
  camera = 1,
  picture,
  under,
  children,
  ready,
  possible = false,
  anyway,
  confirms,
  onDone,
  first,
}: {
  step: StepName;
  camera?: number;
  picture?: ComponentChildren;
  under?: ComponentChildren;
  children: ComponentChildren;
  ready: boolean;
  possible?: boolean;
  anyway?: string;
  /** The statement that the button to go on confirms, if it is more than being done. */
  confirms?: string;
  /** Runs before the next step opens; false keeps this step open. */
  onDone?: () => Promise<boolean>;
  /** A command of this step that comes before the button to go on. */
  first?: { says: string; possible: boolean; act: () => void } | null;
}) {
  const further = camera > 1;
  // of a further camera, its step says so itself
  const blind = lost.value !== "" && step !== "camera" && !further;
  const stopped = blind && SEEING.includes(step);
  const skipped = !further && steps.value?.find((one) => one.name === step)?.state === "skipped";
  async function finish(): Promise<void> {
    const here = location.pathname;
    if (onDone && !(await onDone())) return;
    await goOn(ready || anyway !== undefined ? "done" : "skipped", here);
  }
  async function goOn(as: "done" | "skipped", here = location.pathname): Promise<void> {
    if (further) {
      // what is done of a further camera, the server knows by its files
      const after = as === "done" || step === "camera" ? cameraStepAfter(step) : null;
      if (location.pathname === here) after ? openStep(after, camera) : openCameras();
      return;
    }
    await markStep(step, as).catch(() => undefined);
    // a slow answer must not lead away from a page that was opened meanwhile
    if (location.pathname === here) openStep(stepAfter(step));
  }
  return (
    <section class="step" aria-labelledby="step-title" data-step={step}>
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>
          {t("Steps")}
        </Press>
        <div>
          <h1 id="step-title">
            {further ? t("Camera {n}: {step}", { n: camera, step: TITLES[step].title }) : TITLES[step].title}
          </h1>
          <p class="soft">
            {TITLES[step].about}
            {TITLES[step].minutes > 0 && (
              <span class="minutes">
                {" "}
                · {tn("about {n} minute", "about {n} minutes", Math.ceil(TITLES[step].minutes))}
              </span>
            )}
          </p>
        </div>
        <HelpButton page="setup" step={step} />
      </header>
      <div class={picture ? "step-body" : "step-body alone"}>
        {picture && (
          <div class="step-picture">
            {picture}
            {!stopped && under}
          </div>
        )}
        <div class="step-words">
          {blind && <CameraLost />}
          {!further && <DemoHands step={step} ready={ready} />}
          {!stopped && children}
          {!stopped && !ready && <StepDrawing step={step} />}
        </div>
      </div>
      <footer class="step-foot">
        {further ? (
          <Press onPress={openCameras}>{t("All cameras")}</Press>
        ) : (
          <Press onPress={() => void goOn("skipped")}>{skipped ? t("Keep it skipped") : t("Skip for now")}</Press>
        )}
        {first ? (
          <Press
            class={first.possible && !stopped ? "onward ready" : "onward"}
            disabled={!first.possible || stopped}
            onPress={first.act}
          >
            {first.says}
          </Press>
        ) : (
          <Press
            class={ready && !stopped ? "onward ready" : "onward"}
            data-next={step}
            disabled={(!ready && !possible) || stopped}
            onPress={() => void finish()}
          >
            {ready || !possible ? (confirms ?? nextText(step, camera)) : (anyway ?? t("Continue anyway"))}
          </Press>
        )}
      </footer>
    </section>
  );
}

function nextText(step: StepName, camera: number): string {
  if (camera === 1) return t("Next: {step}", { step: TITLES[stepAfter(step)].title });
  const after = cameraStepAfter(step);
  return after ? t("Next: {step}", { step: TITLES[after].title }) : t("Keep this camera");
}

/** The camera gives no pictures: what to do, on every step. */
function CameraLost() {
  return (
    <section class="refusal" role="alert" data-lost>
      <p>{lost.value}</p>
      <p>
        {t(
          "Check that the camera is plugged in and that no other program uses it. This page continues by " +
            "itself as soon as images arrive. Nothing is lost.",
        )}
      </p>
      <Press onPress={() => openStep("camera")}>{t("Choose another camera")}</Press>
    </section>
  );
}

export interface Finding {
  verdict: "good" | "fair" | "bad" | "unknown";
  says: string;
  value: number | null;
}

const SIGNS = { good: "✓", fair: "~", bad: "!", unknown: "…" } as const;
const CALLED = { good: t("good"), fair: t("acceptable"), bad: t("not good"), unknown: t("not known yet") } as const;

export function Verdict({ finding, title }: { finding: Finding; title?: string }) {
  return (
    <div class={`finding ${finding.verdict}`} data-finding={title ?? "verdict"} data-verdict={finding.verdict}>
      <span class="sign" role="img" aria-label={CALLED[finding.verdict]}>
        {SIGNS[finding.verdict]}
      </span>
      <div>
        {title && <h2>{title}</h2>}
        <p>{finding.says}</p>
      </div>
    </div>
  );
}

/** A refusal, or what keeps the camera from seeing. */
export function Says({ says }: { says: string }) {
  return (
    <p class="refusal" role="alert">
      {says}
    </p>
  );
}

/** A number with a minus and a plus. */
export function Stepper({
  label,
  value,
  says,
  step,
  onChange,
}: {
  label: string;
  value: number;
  says: string;
  step: number;
  onChange: (value: number) => void;
}) {
  const changeBy = (steps: number): void => onChange(Math.round((value + steps * step) * 1000) / 1000);
  return (
    <div class="stepper" role="group" aria-label={label}>
      <span>{label}</span>
      <Press rest={90} aria-label={t("{label}: less", { label })} onPress={() => changeBy(-1)}>
        −
      </Press>
      <output>{says}</output>
      <Press rest={90} aria-label={t("{label}: more", { label })} onPress={() => changeBy(1)}>
        +
      </Press>
    </div>
  );
}
