// An event as everybody sees it, and as a player sees it on their own card.

import { effect, signal } from "@preact/signals";
import { followStream } from "../net/stream.ts";
import { pulse } from "../net/table_store.ts";
import type { PublicView, ScoreCard } from "../types/club.ts";
import { setServerTime } from "./clock.ts";
import { onView } from "./view_changes.ts";

export const publicView = signal<PublicView | null>(null);
export const scoreCard = signal<ScoreCard | null>(null);

/** Follows an event as everybody sees it. */
export function followAsPublic(event: string): void {
  onView<PublicView>((view) => (publicView.value = view));
  followStream(`/api/club/${encodeURIComponent(event)}/events?view=public`);
}

/** Follows an event as the player whose card this browser has. */
export function followAsPlayer(event: number): void {
  onView<ScoreCard>((view) => (scoreCard.value = view));
  followStream(`/api/club/${event}/events?view=card`);
}

/** A player's name. */
export function playerName(of: Pick<PublicView, "players">, player: string): string {
  return of.players[player]?.name ?? player;
}

/** A player's name, with the ID of the card if another player has the same name. */
export function distinctName(of: Pick<PublicView, "players">, player: string): string {
  const name = playerName(of, player);
  const shared = Object.values(of.players).filter((other) => other.name === name).length > 1;
  return shared ? `${name} (${player})` : name;
}

effect(() => {
  if (pulse.value) setServerTime(pulse.value.time);
});
effect(() => {
  const time = publicView.value?.time ?? scoreCard.value?.time;
  if (time !== undefined) setServerTime(time);
});
