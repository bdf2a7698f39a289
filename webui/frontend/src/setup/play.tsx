// The last step: what is not done, out of date or was left out, and the buttons to the table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { newGameOpen } from "../game/new_game.tsx";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { RosterCard, Step, StepName } from "../types/setup.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { lost, openStep, steps, TITLES } from "./steps.ts";
import "./terrain.css";
import "./roster.css";

// Without these the table cannot be read; without the others a game can still be played.
const NEEDED: StepName[] = ["camera", "lens", "place"];
// The consequence of leaving out a step.
const WITHOUT: Partial<Record<StepName, string>> = {
  camera: t("Skipped: the camera’s image was not checked."),
  lens: t("Skipped: without its lens the camera measures nothing."),
  place: t("Skipped: without the table’s position the camera measures nothing."),
  gauge: t("Skipped: nobody has checked whether lengths are right."),
  terrain: t("Skipped: the table counts as empty, also for sight and paths."),
  roster: t("Skipped: the camera knows no models."),
};

export function PlayStep() {
  const cards = useSignal<RosterCard[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // an answer that comes after the step was left is dropped
    ask<{ cards: RosterCard[] }>("/api/setup/roster", stop.signal).then(
      (told) => (cards.value = told.cards),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  const untagged = (cards.value ?? []).filter((card) => card.tag === null).map((card) => card.name);
  const asked = (steps.value ?? []).filter((step) => step.name in WITHOUT);
  const missing = asked.filter((step) => step.state !== "done");
  const rests = asked.find((step) => step.name === "gauge")?.says;
  const known = steps.value !== null && cards.value !== null;
  const unreadable = lost.value !== "" || missing.some((step) => NEEDED.includes(step.name));
  const ready = known && missing.length === 0 && untagged.length === 0 && lost.value === "";
  return (
    <section class="step" aria-labelledby="step-title" data-step="play" data-ready={ready}>
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>
          {t("Steps")}
        </Press>
        <h1 id="step-title">{ready ? t("Everything is ready") : t("Before you play")}</h1>
        <HelpButton page="setup" step="play" />
      </header>
      <div class="step-body alone">
        <div class="step-words play-step">
          {lost.value !== "" && (
            <p class="refusal" role="alert" data-lost>
              {lost.value}
            </p>
          )}
          {missing.map((step) => (
            <MissingStep key={step.name} step={step} />
          ))}
          {untagged.length > 0 && (
            <Press class="step-row attention" data-lacks="tags" onPress={() => openStep("roster")}>
              <span class="sign" aria-hidden="true">
                !
              </span>
              <span class="name">
                <span>{tn("{n} model has no tag", "{n} models have no tag", untagged.length)}</span>
                <small>
                  {t("{models}: type in their positions by hand", {
                    models: untagged.slice(0, 4).join(", ") + (untagged.length > 4 ? " …" : ""),
                  })}
                </small>
              </span>
            </Press>
          )}
          {unreadable && (
            <p class="do-next" data-hindrance>
              {t("The camera cannot read the table yet: you can play a game and type in distances.")}
            </p>
          )}
          {rests && !missing.some((step) => step.name === "gauge") && (
            <p class="soft" data-rests>
              {rests}
            </p>
          )}
          {ready && <p class="do-next">{t("The camera reads the table, and every model has its tag.")}</p>}
        </div>
      </div>
      <footer class="step-foot">
        <Press onPress={() => openPage("/")}>{t("Back to the table")}</Press>
        <Press
          class={unreadable ? "onward" : "onward ready"}
          data-play
          onPress={() => {
            newGameOpen.value = true;
            openPage("/");
          }}
        >
          {t("Begin a game")}
        </Press>
      </footer>
    </section>
  );
}

function MissingStep({ step }: { step: Step }) {
  const skipped = step.state === "skipped";
  const needed = NEEDED.includes(step.name);
  return (
    <Press
      class={`step-row ${needed ? "attention" : step.state}`}
      data-lacks={step.name}
      data-state={step.state}
      onPress={() => openStep(step.name)}
    >
      <span class="sign" aria-hidden="true">
        {step.state === "attention" || needed ? "!" : skipped ? "–" : "…"}
      </span>
      <span class="name">
        <span>{TITLES[step.name].title}</span>
        <small>{(skipped && WITHOUT[step.name]) || step.says || t("Not done yet")}</small>
      </span>
    </Press>
  );
}
