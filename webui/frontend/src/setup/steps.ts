// The states of the set-up's steps, from the server, and the steps' titles.

import { computed, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { ask, post } from "../net/api.ts";
import type { Step, StepName } from "../types/setup.ts";
import { openPage } from "../ui/open_page.ts";

export const TITLES: Record<StepName, { title: string; about: string }> = {
  camera: { title: t("Camera"), about: t("Choose it, focus it, light the table") },
  print: { title: t("Print"), about: t("Tags, the board, the gauge card") },
  lens: { title: t("Lens"), about: t("Hold the board in front of the camera") },
  place: { title: t("Table"), about: t("Its size, its corners, the camera’s place") },
  gauge: { title: t("Check"), about: t("Lay the gauge card on the table") },
  terrain: { title: t("Terrain"), about: t("The buildings and walls on the table") },
  roster: { title: t("Models"), about: t("The tag of each model") },
  play: { title: t("Play"), about: t("Go to the table") },
};

/** null until the server has sent them. */
export const steps = signal<Step[] | null>(null);

/** The first step that is neither done nor skipped. */
export const nextStep = computed(() => steps.value?.find((step) => step.state === "attention" || step.state === "open")?.name ?? "play");

export async function learnSteps(): Promise<void> {
  const told = await ask<{ steps: Step[] }>("/api/setup").catch(() => null);
  if (told) steps.value = told.steps;
}

/** Marks a step as done or skipped; null removes the mark. */
export async function markStep(step: StepName, as: "done" | "skipped" | null): Promise<void> {
  steps.value = (await post<{ steps: Step[] }>("/api/setup/mark", { step, mark: as })).steps;
}

/** The step that follows in order. */
export function stepAfter(step: StepName): StepName {
  const names = Object.keys(TITLES) as StepName[];
  return names[names.indexOf(step) + 1] ?? "play";
}

export function openStep(step: StepName | null): void {
  openPage(step ? `/setup/${step}` : "/setup");
}
