// The frame of each step of the set-up: its title, the picture beside the text, and the buttons to go on.

import type { ComponentChildren } from "preact";
import { HelpButton } from "../help/button.tsx";
import { t } from "../i18n.ts";
import type { StepName } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { markStep, openStep, stepAfter, steps, TITLES } from "./steps.ts";

/** picture: beside the text if there is room, else above it; under: text to read while looking at the picture.
 *  ready: whether the step is done. */
export function StepFrame({ step, picture, under, children, ready, onDone, first }: {
  step: StepName;
  picture?: ComponentChildren;
  under?: ComponentChildren;
  children: ComponentChildren;
  ready: boolean;
  /** Runs before the next step opens; false keeps this step open. */
  onDone?: () => Promise<boolean>;
  /** A command of this step that comes before the button to go on. */
  first?: { says: string; possible: boolean; act: () => void } | null;
}) {
  const skipped = steps.value?.find((one) => one.name === step)?.state === "skipped";
  async function finish(): Promise<void> {
    const here = location.pathname;
    if (onDone && !(await onDone())) return;
    await goOn("done", here);
  }
  async function goOn(as: "done" | "skipped", here = location.pathname): Promise<void> {
    await markStep(step, as).catch(() => undefined);
    // a slow answer must not lead away from a page that was opened meanwhile
    if (location.pathname === here) openStep(stepAfter(step));
  }
  return (
    <section class="step" aria-labelledby="step-title" data-step={step}>
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>{t("Steps")}</Press>
        <div>
          <h1 id="step-title">{TITLES[step].title}</h1>
          <p class="soft">{TITLES[step].about}</p>
        </div>
        <HelpButton page="setup" step={step} />
      </header>
      <div class={picture ? "step-body" : "step-body alone"}>
        {picture && <div class="step-picture">{picture}{under}</div>}
        <div class="step-words">{children}</div>
      </div>
      <footer class="step-foot">
        <Press onPress={() => void goOn("skipped")}>{skipped ? t("Keep it skipped") : t("Skip for now")}</Press>
        {first ? (
          <Press class={first.possible ? "onward ready" : "onward"} disabled={!first.possible} onPress={first.act}>{first.says}</Press>
        ) : (
          <Press class={ready ? "onward ready" : "onward"} disabled={!ready} onPress={() => void finish()}>
            {t("Next: {step}", { step: TITLES[stepAfter(step)].title })}
          </Press>
        )}
      </footer>
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
      <span class="sign" role="img" aria-label={CALLED[finding.verdict]}>{SIGNS[finding.verdict]}</span>
      <div>
        {title && <h2>{title}</h2>}
        <p>{finding.says}</p>
      </div>
    </div>
  );
}

/** A refusal, or what keeps the camera from seeing. */
export function Says({ says }: { says: string }) {
  return <p class="refusal" role="alert">{says}</p>;
}

/** A number with a minus and a plus. */
export function Stepper({ label, value, says, step, onChange }: {
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
      <Press rest={90} aria-label={t("{label}: less", { label })} onPress={() => changeBy(-1)}>−</Press>
      <output>{says}</output>
      <Press rest={90} aria-label={t("{label}: more", { label })} onPress={() => changeBy(1)}>+</Press>
    </div>
  );
}
