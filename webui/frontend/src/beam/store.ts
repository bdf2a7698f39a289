// The projector's state, and the images that it shows for the table's camera.

import { effect, signal } from "@preact/signals";
import { ask, post, Refusal } from "../net/api.ts";
import { models, partnerId, reaching, selectedId } from "../net/table_store.ts";
import type { BeamView, DotImages } from "../types/beam.ts";
import type { Point } from "../types/table.ts";

const POLL_MS = 700;
// often enough to notice a knock before anybody measures by the light, and seldom enough not to be a nuisance
const WATCH_MS = 30_000;
const POINTING_MS = 3_000;

export const view = signal<BeamView | null>(null);
/** The dots that are shown now; alone: on black, else over the light. */
export const dots = signal<{ places: Point[]; radius: number; alone: boolean } | null>(null);
/** Why the last calibration failed; "" where it did not. */
export const refused = signal("");

/** Whether somebody moves the pointer, or did a moment ago. */
export const isPointing = signal(false);

/** Shows each image to the camera, and takes the calibration that comes of it. */
export async function calibrate(): Promise<void> {
  refused.value = "";
  isPointing.value = false;
  await showImages(false).catch((error: unknown) => {
    refused.value = error instanceof Refusal ? error.message : String(error);
  });
}

async function showImages(watch: boolean): Promise<void> {
  if (dots.peek()) return;
  try {
    dots.value = { places: [], radius: 0, alone: !watch };
    const { dots_px, radius_px, images } = await post<DotImages>("/api/beam/begin", {
      width: innerWidth,
      height: innerHeight,
      watch,
    });
    for (const [image, numbers] of images.entries()) {
      dots.value = { places: numbers.map((number) => dots_px[number]!), radius: radius_px, alone: !watch };
      await painted();
      const seen = await post<Partial<BeamView>>("/api/beam/take", { image });
      if (view.peek()) view.value = { ...view.peek()!, beam: seen.beam ?? null, moved: seen.moved ?? false };
    }
  } finally {
    dots.value = null;
  }
}

/** When what was drawn is on the screen. */
async function painted(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
}

/** Follows the table's projector, and what players measure; now and then looks whether it was moved. */
export function followBeam(): void {
  const poll = async (): Promise<void> => {
    if (!dots.peek()) view.value = await ask<BeamView>("/api/beam?open=1").catch(() => view.peek());
    setTimeout(() => void poll(), POLL_MS);
  };
  void poll();
  setInterval(() => {
    if (view.peek()?.beam && !document.hidden) void showImages(true).catch(() => undefined);
  }, WATCH_MS);
  effect(() => {
    const carried = models.value.find(({ state }) => state === "moving")?.id ?? null;
    const { model = null, target = null } = view.value?.chosen ?? {};
    selectedId.value = carried ?? model;
    partnerId.value = carried ? null : target;
    reaching.value = carried !== null;
  });
}

/** Shows the pointer and the button while somebody looks for them. */
export function followPointer(): void {
  let timer = 0;
  addEventListener("pointermove", () => {
    clearTimeout(timer);
    isPointing.value = true;
    timer = window.setTimeout(() => (isPointing.value = false), POINTING_MS);
  });
}
