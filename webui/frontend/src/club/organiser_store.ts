// A club event as the organiser sees it.

import { effect, signal } from "@preact/signals";
import { followStream } from "../net/stream.ts";
import { pulse } from "../net/table_store.ts";
import type { Entrant, OrganiserView } from "../types/organiser.ts";
import { setServerTime } from "./clock.ts";
import { onView } from "./view_changes.ts";

/** null until the server has sent it. */
export const organiserView = signal<OrganiserView | null>(null);

/** Follows an event as its organiser. */
export function followAsOrganiser(id: string): void {
  if (String(organiserView.peek()?.id) !== id) organiserView.value = null;
  onView<OrganiserView>((view) => (organiserView.value = view));
  followStream(`/api/club/${encodeURIComponent(id)}/events?view=desk`);
}

export function findEntrant(of: OrganiserView, player: string): Entrant | undefined {
  return of.entrants.find((entrant) => entrant.id === player);
}

effect(() => {
  if (pulse.value) setServerTime(pulse.value.time);
});
