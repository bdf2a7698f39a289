// Portraits of the models, cut from the camera's picture: round, in the ring of a side, on the board and in lists.

import { signal } from "@preact/signals";
import { ask } from "../net/api.ts";
import { askedAs } from "../net/asked_as.ts";
import { connected } from "../net/table_store.ts";
import type { Model } from "../types/table.ts";
import "./portraits.css";

// A portrait seldom changes; the first ones come with the first models at rest.
const GAP_MS = 5000;
// Smaller than this, a face is a smudge; models that touch still stay apart.
const LEAST_PX = 15;
const APART = 0.48;

/** The version of each model's portrait, by the model's id; a device that may not know a model has none of it. */
export const portraitVersions = signal<Record<string, string>>({});

/** The portraits that came as data with a table's messages, by the model's id; for pages without a server. */
export const sentPortraits = signal<Record<string, string>>({});

/** The address of a model's portrait; null while there is none. */
export function portraitUrl(id: string): string | null {
  const sent = sentPortraits.value[id];
  if (sent) return sent;
  const version = portraitVersions.value[id];
  return version ? askedAs(`/api/portraits/${encodeURIComponent(id)}.jpg?v=${version}`) : null;
}

/** Asks for the portraits once. Without an answer, the last ones stay. */
export async function learnPortraits(): Promise<void> {
  const told = await ask<{ portraits: Record<string, string> }>("/api/portraits").catch(() => null);
  if (told && JSON.stringify(told.portraits) !== JSON.stringify(portraitVersions.value))
    portraitVersions.value = told.portraits;
}

let following = false;

/** Follows the portraits from now on; a second call changes nothing. */
export function followPortraits(): void {
  async function look(): Promise<void> {
    if (connected.value && !document.hidden) await learnPortraits();
    setTimeout(() => void look(), GAP_MS);
  }
  if (!following) void look();
  following = true;
}

/** The radius of each model's portrait, in inches: wide enough to see a face, and no wider than its neighbours allow. */
export function portraitRadii(all: readonly Model[], px: number): Map<string, number> {
  return new Map(
    all.map((model) => {
      const base = Math.min(model.base.width_in, model.base.length_in) / 2;
      const apart = Math.min(
        ...all
          .filter((other) => other.id !== model.id)
          .map((other) => Math.hypot(other.x_in - model.x_in, other.y_in - model.y_in)),
      );
      return [model.id, Math.max(base, Math.min(LEAST_PX * px, apart * APART))];
    }),
  );
}

/** A model's portrait around (0, 0) of a board, its front as the model faces. */
export function BoardPortrait({ url, radius, heading }: { url: string; radius: number; heading: number }) {
  return (
    <image
      class="portrait"
      href={url}
      x={-radius}
      y={-radius}
      width={2 * radius}
      height={2 * radius}
      clip-path="url(#round)"
      transform={`rotate(${90 - (heading * 180) / Math.PI})`}
    />
  );
}
