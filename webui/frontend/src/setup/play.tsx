// The last step: what a game still lacks, and the way to the table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { newGameOpen } from "../game/new_game.tsx";
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
    // whoever leaves the step while the answer comes in gets none of it
    ask<{ cards: RosterCard[] }>("/api/setup/roster", stop.signal).then(
      ({ cards }) => (untagged.value = cards.filter((card) => card.tag === null).map((card) => card.name)),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  const left = (steps.value ?? []).filter((step) => step.name !== "play" && step.name !== "print" && ["attention", "open"].includes(step.state));
  const lacks = left.some((step) => NEEDED.includes(step.name));
  return (
    <section class="step" aria-labelledby="step-title" data-step="play">
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>Steps</Press>
        <h1 id="step-title">{left.length === 0 && untagged.value.length === 0 ? "All is ready" : "Before you play"}</h1>
      </header>
      <div class="step-body alone">
        <div class="step-words play-step">
          {left.map((step) => <Lacking key={step.name} step={step} />)}
          {untagged.value.length > 0 && (
            <Press class="step-row attention" data-lacks="tags" onPress={() => openStep("roster")}>
              <span class="sign" aria-hidden="true">!</span>
              <span class="name">
                <span>{untagged.value.length === 1 ? "One model has no tag" : `${untagged.value.length} models have no tag`}</span>
                <small>{untagged.value.slice(0, 4).join(", ")}{untagged.value.length > 4 ? " …" : ""}: where they stand is typed in by hand</small>
              </span>
            </Press>
          )}
          {lacks && <p class="do-next" data-hindrance>The table cannot be read yet: a game can be played, and distances are typed in.</p>}
          {left.length === 0 && untagged.value.length === 0 && <p class="do-next">The camera reads the table, and every model has its tag.</p>}
        </div>
      </div>
      <footer class="step-foot">
        <Press onPress={() => openPage("/")}>To the table</Press>
        <Press
          class="onward ready"
          data-play
          onPress={() => {
            newGameOpen.value = true;
            openPage("/");
          }}
        >
          Begin a game
        </Press>
      </footer>
    </section>
  );
}

function Lacking({ step }: { step: Step }) {
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
