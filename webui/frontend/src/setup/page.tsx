// The set-up of the table: the steps with their states, and the open one.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { me } from "../net/me.ts";
import { followStream } from "../net/stream.ts";
import type { StepName, StepState } from "../types/setup.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { Banners } from "../ui/banners.tsx";
import { loadPart } from "../ui/load_part.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { learnSteps, minutesLeft, nextStep, openStep, steps, TITLES } from "./steps.ts";
import "./setup.css";

type SetupPart = StepName | "cameras";

/** camera: the number from 1, for the steps that each camera has. */
const STEPS: Record<SetupPart, () => Promise<ComponentType<{ camera: number }>>> = {
  cameras: async () => (await import("./cameras.tsx")).CamerasPage,
  camera: async () => (await import("./camera.tsx")).CameraStep,
  print: async () => (await import("./print.tsx")).PrintStep,
  lens: async () => (await import("./lens.tsx")).LensStep,
  place: async () => (await import("./place.tsx")).PlaceStep,
  gauge: async () => (await import("./gauge.tsx")).GaugeStep,
  terrain: async () => (await import("./terrain.tsx")).TerrainStep,
  roster: async () => (await import("./roster.tsx")).RosterStep,
  play: async () => (await import("./play.tsx")).PlayStep,
};
const AGAIN_MS = 2000;
// wide enough for the list, and a step's picture and text beside it
const WIDE = "(min-width: 1150px)";

export function SetupPage({ path }: { path: string }) {
  const wide = useWide();
  useEffect(() => {
    followStream();
    keepAwake();
    void learnSteps();
    const timer = setInterval(() => !document.hidden && void learnSteps(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const asked = path.split("/")[2];
  const chosen = asked && asked in STEPS ? (asked as keyof typeof STEPS) : null;
  const camera = Math.max(1, Number(path.split("/")[3]) || 1);
  const shown: SetupPart | null = chosen ?? (wide && steps.value ? nextStep.value : null);
  // the step has its own address, or the back key could not lead to it
  useEffect(() => {
    // a page that is being left keeps its hands off the next one's address
    if (chosen !== null || shown === null || path.split("/")[1] !== "setup") return; // no text
    history.replaceState(null, "", `/setup/${shown}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, [chosen, shown]);
  const barred = me.value !== null && !["table", "umpire"].includes(me.value.role);
  if (barred) return <Barred />;
  return (
    <div class={`setup${wide ? " wide" : ""}${shown ? " opened" : ""}`}>
      <Banners />
      {(wide || !shown) && <StepList shown={shown} wide={wide} />}
      {shown && <OneStep key={`${shown} ${camera}`} name={shown} camera={camera} />}
    </div>
  );
}

function useWide(): boolean {
  const wide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const changed = () => (wide.value = query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return wide.value;
}

function Barred() {
  return (
    <main class="setup barred">
      <h1>{t("Only the table’s own tablet and the umpire can set up the table")}</h1>
      <Press class="onward" onPress={() => openPage("/join")}>
        {t("Join with a code")}
      </Press>
      <Press onPress={() => openPage("/")}>{t("Back to the table")}</Press>
    </main>
  );
}

const SIGNS: Record<StepState, string> = { done: "✓", attention: "!", open: "", skipped: "–" };
const CALLED: Record<StepState, string> = {
  done: t("done"),
  attention: t("needs attention"),
  open: t("not begun"),
  skipped: t("skipped"),
};

function StepList({ shown, wide }: { shown: SetupPart | null; wide: boolean }) {
  return (
    <nav class="steps" aria-label={t("Steps of the set-up")}>
      <header>
        <h1>{t("Set-up")}</h1>
        <Press class="to-table" onPress={() => openPage("/")}>
          {t("Back to the table")}
        </Press>
        {
          /* beside the list a step is about to come, with help of its own */ !wide && !shown && (
            <HelpButton page="setup" />
          )
        }
      </header>
      {steps.value && (
        <p class="time-left" data-minutes={minutesLeft.value}>
          {timeLeft(minutesLeft.value)}
        </p>
      )}
      <ol>
        {(steps.value ?? []).map((step, at) => (
          <li key={step.name}>
            <Press
              class={`step-row ${step.state}`}
              data-to={step.name}
              data-state={step.state}
              aria-current={step.name === shown ? "step" : undefined}
              onPress={() => openStep(step.name)}
            >
              <span class="sign" role="img" aria-label={CALLED[step.state]}>
                {SIGNS[step.state] || at + 1}
              </span>
              <span class="name">
                <span>{TITLES[step.name].title}</span>
                <small>{step.says || TITLES[step.name].about}</small>
              </span>
            </Press>
          </li>
        ))}
      </ol>
      <ThisDevice />
      <div class="steps-foot">
        <AppearanceButton />
      </div>
    </nav>
  );
}

function timeLeft(minutes: number): string {
  return minutes === 0
    ? t("Nothing is left to do.")
    : tn(
        "About {n} minute left. You can stop at any time and keep what you have done.",
        "About {n} minutes left. You can stop at any time and keep what you have done.",
        minutes,
      );
}

function OneStep({ name, camera }: { name: SetupPart; camera: number }) {
  const step = useSignal<{ Step: ComponentType<{ camera: number }> } | null>(null);
  useEffect(() => {
    void loadPart(STEPS[name]).then((Step) => (step.value = { Step }));
  }, []);
  const found = step.value;
  return <main class="step-room">{found && <found.Step camera={camera} />}</main>;
}
