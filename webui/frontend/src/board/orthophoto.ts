// The table's photograph from straight above, which lies under the board's lines while the player wants it.

import { computed, effect, signal } from "@preact/signals";
import { readStored, store } from "../net/browser_storage.ts";
import { connected } from "../net/table_store.ts";
import { followImage } from "../ui/live_image.ts";

// The table itself seldom changes: models are not in the photograph.
const GAPS = { good: 3000, bad: 3000 };

/** Whether the player wants the photograph; a bright room, or e-ink, may be better off without. */
export const photoWanted = signal(readStored("localStorage", "photo") !== "no");

const photoUrl = signal<string | null>(null);

/** The address of the newest photograph; null while there is none, or none is wanted. */
export const shownPhoto = computed(() => (photoWanted.value ? photoUrl.value : null));

/** Follows the photograph for the life of the page. */
export function followPhoto(): void {
  let stop = (): void => undefined;
  effect(() => {
    stop();
    if (photoWanted.value && connected.value)
      stop = followImage(
        (after) => `/api/orthophoto.jpg?after=${after}`,
        "X-View",
        GAPS,
        (url) => (photoUrl.value = url),
      );
  });
}

export function togglePhoto(): void {
  photoWanted.value = !photoWanted.value;
  store("localStorage", "photo", photoWanted.value ? "yes" : "no");
}
