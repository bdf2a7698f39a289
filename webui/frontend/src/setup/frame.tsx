// What every step of the set-up has: its title, the picture beside what is said of it, and the way on.

import type { ComponentChildren } from "preact";
import type { StepName } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { markStep, openStep, stepAfter, steps, TITLES } from "./steps.ts";

/** picture: beside the words where there is room, else above them; under: what is read while one looks at it.
 *  ready: whether the step is done as it is. */
export function StepFrame({ step, picture, under, children, ready, onDone, first }: {
  step: StepName;
  picture?: ComponentChildren;
  under?: ComponentChildren;
  children: ComponentChildren;
  ready: boolean;
  /** What there is to do before the next step; false keeps the step open. */
  onDone?: () => Promise<boolean>;
  /** What is to be done in this step before the way on is offered. */
  first?: { says: string; possible: boolean; act: () => void } | null;
}) {
  const skipped = steps.value?.find((one) => one.name === step)?.state === "skipped";
  async function done(): Promise<void> {
    const here = location.pathname;
    if (onDone && !(await onDone())) return;
    await onward("done", here);
  }
  async function onward(as: "done" | "skipped", here = location.pathname): Promise<void> {
    await markStep(step, as).catch(() => undefined);
    // whoever has gone elsewhere meanwhile is not fetched away from there by an answer that was slow
    if (location.pathname === here) openStep(stepAfter(step));
  }
  return (
    <section class="step" aria-labelledby="step-title" data-step={step}>
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>Steps</Press>
        <div>
          <h1 id="step-title">{TITLES[step].title}</h1>
          <p class="soft">{TITLES[step].about}</p>
        </div>
      </header>
      <div class={picture ? "step-body" : "step-body alone"}>
        {picture && <div class="step-picture">{picture}{under}</div>}
        <div class="step-words">{children}</div>
      </div>
      <footer class="step-foot">
        <Press onPress={() => void onward("skipped")}>{skipped ? "Leave it skipped" : "Skip for now"}</Press>
        {first ? (
          <Press class={first.possible ? "onward ready" : "onward"} disabled={!first.possible} onPress={first.act}>{first.says}</Press>
        ) : (
          <Press class={ready ? "onward ready" : "onward"} disabled={!ready} onPress={() => void done()}>
            Next: {TITLES[stepAfter(step)].title}
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
const CALLED = { good: "good", fair: "will do", bad: "not good", unknown: "not known yet" } as const;

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

/** Why something was refused, or what hinders the looking. */
export function Says({ says }: { says: string }) {
  return <p class="refusal" role="alert">{says}</p>;
}

/** A figure with a minus and a plus. */
export function Stepper({ label, value, says, step, onChange }: {
  label: string;
  value: number;
  says: string;
  step: number;
  onChange: (value: number) => void;
}) {
  const by = (steps: number): void => onChange(Math.round((value + steps * step) * 1000) / 1000);
  return (
    <div class="stepper" role="group" aria-label={label}>
      <span>{label}</span>
      <Press rest={90} aria-label={`${label}: less`} onPress={() => by(-1)}>−</Press>
      <output>{says}</output>
      <Press rest={90} aria-label={`${label}: more`} onPress={() => by(1)}>+</Press>
    </div>
  );
}
