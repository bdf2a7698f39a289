// How far the set-up is, as the server tells it, and what each step is called.

import { computed, signal } from "@preact/signals";
import { ask, post } from "../net/api.ts";
import type { Step, StepName } from "../types/setup.ts";
import { openPage } from "../ui/open_page.ts";

export const TITLES: Record<StepName, { title: string; about: string }> = {
  camera: { title: "Camera", about: "Choose it, focus it, light the table" },
  print: { title: "Print", about: "Tags, the board, the gauge card" },
  lens: { title: "Lens", about: "Hold the board before the camera" },
  place: { title: "Table", about: "Its size, its corners, where the camera hangs" },
  gauge: { title: "Check", about: "Lay the gauge card on the table" },
  terrain: { title: "Terrain", about: "What stands on the table" },
  roster: { title: "Models", about: "Which tag is whose" },
  play: { title: "Play", about: "To the table" },
};

/** null until the server has said it. */
export const steps = signal<Step[] | null>(null);

/** The first step that is neither done nor skipped. */
export const nextStep = computed(() => steps.value?.find((step) => step.state === "attention" || step.state === "open")?.name ?? "play");

export async function learnSteps(): Promise<void> {
  const told = await ask<{ steps: Step[] }>("/api/setup").catch(() => null);
  if (told) steps.value = told.steps;
}

/** What the players say of a step; null takes it back. */
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
