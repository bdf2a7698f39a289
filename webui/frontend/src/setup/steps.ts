// The states of the set-up's steps, from the server, and the steps' titles.

import { computed, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { ask, post } from "../net/api.ts";
import type { Step, StepName } from "../types/setup.ts";
import { openPage } from "../ui/open_page.ts";

/** minutes: what a step takes a person, besides printing and cutting; docs/tablet.md says how they are computed. */
export const TITLES: Record<StepName, { title: string; about: string; minutes: number }> = {
  camera: { title: t("Camera"), about: t("Choose it, focus it, light the table"), minutes: 0.5 },
  print: { title: t("Print"), about: t("Tags, the board, the gauge card"), minutes: 0.5 },
  lens: { title: t("Lens"), about: t("Hold the board in front of the camera"), minutes: 1.5 },
  place: { title: t("Table"), about: t("Its size, its corners, the camera’s position"), minutes: 1 },
  gauge: { title: t("Check"), about: t("Lay the gauge card on the table"), minutes: 0.5 },
  terrain: { title: t("Terrain"), about: t("The buildings and walls on the table"), minutes: 3 },
  roster: { title: t("Models"), about: t("The tag of each model"), minutes: 1 },
  play: { title: t("Play"), about: t("Go to the table"), minutes: 0 },
};

interface Progress {
  steps: Step[];
  lost: string;
  size_in: [number, number];
}

/** null until the server has sent them. */
export const steps = signal<Step[] | null>(null);
/** Why the camera gives no pictures, as a sentence; "" while it gives some. */
export const lost = signal("");

/** Width and depth of the playing area, as chosen or as measured; null until the server has sent them. */
export const tableSize = signal<[number, number] | null>(null);

/** The first step that is neither done nor skipped. */
export const nextStep = computed(
  () => steps.value?.find((step) => step.state === "attention" || step.state === "open")?.name ?? "play",
);

export async function learnSteps(): Promise<void> {
  const told = await ask<Progress>("/api/setup").catch(() => null);
  if (told) show(told);
}

function show(told: Progress): void {
  steps.value = told.steps;
  lost.value = told.lost;
  if (tableSize.value?.join() !== told.size_in.join()) tableSize.value = told.size_in;
}

/** Keeps the players' answer until the table is laid out. */
export async function chooseTableSize(width_in: number, depth_in: number): Promise<void> {
  show(await post<Progress>("/api/setup/size", { width_in, depth_in }));
}

/** Marks a step as done or skipped; null removes the mark. */
export async function markStep(step: StepName, as: "done" | "skipped" | null): Promise<void> {
  steps.value = (await post<{ steps: Step[] }>("/api/setup/mark", { step, mark: as })).steps;
}

/** The minutes of the steps that are still to be done; those that were skipped may be left out. */
export const minutesLeft = computed(() =>
  Math.ceil(
    (steps.value ?? []).reduce(
      (sum, step) => sum + (step.state === "open" || step.state === "attention" ? TITLES[step.name].minutes : 0),
      0,
    ),
  ),
);

/** The step that follows in order. */
export function stepAfter(step: StepName): StepName {
  const names = Object.keys(TITLES) as StepName[];
  return names[names.indexOf(step) + 1] ?? "play";
}

/** Whether the first camera has found its place over the table. */
export function isPlaced(): boolean {
  return steps.value?.some((step) => step.name === "place" && step.state === "done") ?? false; // no text
}

/** The steps that each camera has. */
const CAMERA_STEPS: StepName[] = ["camera", "lens", "place"];

/** The step of a further camera that follows; null after the last, where the page of all cameras comes. */
export function cameraStepAfter(step: StepName): StepName | null {
  return CAMERA_STEPS[CAMERA_STEPS.indexOf(step) + 1] ?? null;
}

/** camera: its number from 1. */
export function openStep(step: StepName | null, camera = 1): void {
  openPage(step ? `/setup/${step}${camera > 1 ? `/${camera}` : ""}` : "/setup");
}

/** The page of all cameras over the table. */
export function openCameras(): void {
  openPage("/setup/cameras");
}

/** The address of a request about a camera, counted from 1. */
export function ofCamera(path: string, camera: number): string {
  return camera > 1 ? `${path}?camera=${camera}` : path;
}
