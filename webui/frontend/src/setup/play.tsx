// The last step: what is still missing for a game, and the buttons to the table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { newGameOpen } from "../game/new_game.tsx";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { RosterCard, Step } from "../types/setup.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { openStep, steps, TITLES } from "./steps.ts";
import "./terrain.css";
import "./roster.css";

// Without these the table cannot be read; without the others a game can still be played.
const NEEDED = ["camera", "lens", "place"];

export function PlayStep() {
  const untagged = useSignal<string[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    // an answer that comes after the step was left is dropped
    ask<{ cards: RosterCard[] }>("/api/setup/roster", stop.signal).then(
      ({ cards }) => (untagged.value = cards.filter((card) => card.tag === null).map((card) => card.name)),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  const missing = (steps.value ?? []).filter((step) => step.name !== "play" && step.name !== "print" && ["attention", "open"].includes(step.state));
  const unreadable = missing.some((step) => NEEDED.includes(step.name));
  return (
    <section class="step" aria-labelledby="step-title" data-step="play">
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>{t("Steps")}</Press>
        <h1 id="step-title">{missing.length === 0 && untagged.value.length === 0 ? t("Everything is ready") : t("Before you play")}</h1>
        <HelpButton page="setup" step="play" />
      </header>
      <div class="step-body alone">
        <div class="step-words play-step">
          {missing.map((step) => <MissingStep key={step.name} step={step} />)}
          {untagged.value.length > 0 && (
            <Press class="step-row attention" data-lacks="tags" onPress={() => openStep("roster")}>
              <span class="sign" aria-hidden="true">!</span>
              <span class="name">
                <span>{tn("{n} model has no tag", "{n} models have no tag", untagged.value.length)}</span>
                <small>{t("{models}: their positions are typed in by hand", { models: untagged.value.slice(0, 4).join(", ") + (untagged.value.length > 4 ? " …" : "") })}</small>
              </span>
            </Press>
          )}
          {unreadable && <p class="do-next" data-hindrance>{t("The camera cannot read the table yet: you can play a game and type in distances.")}</p>}
          {missing.length === 0 && untagged.value.length === 0 && <p class="do-next">{t("The camera reads the table, and every model has its tag.")}</p>}
        </div>
      </div>
      <footer class="step-foot">
        <Press onPress={() => openPage("/")}>{t("Back to the table")}</Press>
        <Press
          class="onward ready"
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
  return (
    <Press class={`step-row ${step.state}`} data-lacks={step.name} onPress={() => openStep(step.name)}>
      <span class="sign" aria-hidden="true">{step.state === "attention" ? "!" : "…"}</span>
      <span class="name">
        <span>{TITLES[step.name].title}</span>
        <small>{step.says || TITLES[step.name].about}</small>
      </span>
    </Press>
  );
}
