// The clock of the overlay: that of the round of a club event, or else for how long the game has been played.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { askedAs } from "../net/asked_as.ts";
import { game } from "../net/game_store.ts";
import { connected } from "../net/table_store.ts";
import { clockFace, clockText, serverTime, setServerTime, useSeconds } from "../club/clock.ts";
import type { PublicView } from "../types/club.ts";
import type { PlayedGame } from "../types/replay.ts";

// The event's clock is set seldom, and this page has one stream already.
const AGAIN_MS = 5000;

const round = signal<PublicView | null>(null);
const begun = signal<Record<number, string>>({});
/** The force of each seat of the game. */
export const forces = signal<Record<string, string>>({});

/** event: the number of a club event, or empty; table: where extra time was given. */
export function Clock({ event, table }: { event: string; table: number | undefined }) {
  useSeconds();
  const id = game.value?.id;
  const there = connected.value;
  useEffect(() => {
    if (id !== undefined && there) void learnGame(id);
  }, [id, there]);
  useEffect(() => {
    if (!event) return undefined;
    void learnRound(event);
    const timer = setInterval(() => void learnRound(event), AGAIN_MS);
    return () => clearInterval(timer);
  }, [event]);
  if (event) return round.value ? <RoundClock of={round.value} table={table} /> : null;
  const since = id === undefined || game.value?.over ? NaN : Date.parse(begun.value[id] ?? "");
  if (Number.isNaN(since)) return null;
  return (
    <p class="o-card o-clock" data-clock="game">
      <small>{t("Playing for")}</small> <strong>{playedText(serverTime() - since / 1000)}</strong>
    </p>
  );
}

function RoundClock({ of, table }: { of: PublicView; table: number | undefined }) {
  if (of.round === 0) return null;
  const face = clockFace(of.clock, table);
  return (
    <p class={`o-card o-clock due-${face.due ?? "none"}`} data-clock="round">
      <small>{t("Round {round} of {rounds}", { round: of.round, rounds: of.rounds })}</small>{" "}
      <strong>{clockText(face.left_s)}</strong>
    </p>
  );
}

/** `1:05` hours and minutes: seconds would only draw the eye. */
function playedText(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

async function learnRound(event: string): Promise<void> {
  const found = await fetched<PublicView>(`/api/club/${encodeURIComponent(event)}/public`);
  if (!found) return;
  if (found.said.time !== undefined) setServerTime(found.said.time);
  round.value = found.said;
}

async function learnGame(id: number): Promise<void> {
  const found = await fetched<{ games: PlayedGame[] }>("/api/games");
  const row = found?.said.games.find((game) => game.id === id);
  if (!found || !row) return;
  if (found.date) setServerTime(found.date / 1000);
  begun.value = { ...begun.value, [id]: row.begun };
  forces.value = row.players;
}

/**
 * An answer with when the server gave it; null where there is none: the clock is no reason for a fault on the stream.
 */
async function fetched<T>(address: string): Promise<{ said: T; date: number } | null> {
  try {
    const answer = await fetch(askedAs(address), { cache: "no-store" });
    return answer.ok
      ? { said: (await answer.json()) as T, date: Date.parse(answer.headers.get("Date") ?? "") || 0 }
      : null;
  } catch {
    return null;
  }
}
