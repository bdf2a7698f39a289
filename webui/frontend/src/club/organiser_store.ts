// A club event as the organiser sees it.

import { effect, signal } from "@preact/signals";
import { followStream, onEvent } from "../net/stream.ts";
import { pulse } from "../net/table_store.ts";
import type { Entrant, OrganiserView } from "../types/club.ts";
import { setServerTime } from "./clock.ts";

/** null until the server has sent it. */
export const organiserView = signal<OrganiserView | null>(null);

/** Follows an event as its organiser. */
export function followAsOrganiser(id: string): void {
  if (String(organiserView.peek()?.id) !== id) organiserView.value = null;
  onEvent<OrganiserView>("club", (data) => (organiserView.value = data));
  followStream(`/api/club/${encodeURIComponent(id)}/events?view=desk`);
}

export function findEntrant(of: OrganiserView, player: string): Entrant | undefined {
  return of.entrants.find((entrant) => entrant.id === player);
}

effect(() => {
  if (pulse.value) setServerTime(pulse.value.time);
});
