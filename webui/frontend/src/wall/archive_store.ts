// The archive beside the wall: the closed games of the record, written as static files by `tablecam hub archive`.

import { signal } from "@preact/signals";
import type { ArchivedGame } from "../types/archive.ts";

const FOLDER = "games";

/** The games, the newest first; null before they are known. */
export const archivedGames = signal<ArchivedGame[] | null>(null);
/** Whether there is no archive beside this page. */
export const noArchive = signal(false);

/** Fetches the list of games, if there is one. */
export async function learnArchive(): Promise<void> {
  try {
    const answer = await fetch(`${FOLDER}/games.json`, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.statusText);
    archivedGames.value = ((await answer.json()) as { games: ArchivedGame[] }).games;
    noArchive.value = false;
  } catch {
    noArchive.value = true;
  }
}

/** The address of a game's replay; null if the archive has none. */
export function replayAddress(game: string): string | null {
  return archivedGames.value?.some((one) => one.game === game && one.replay)
    ? `${FOLDER}/${game}/${replayPage()}`
    : null;
}

/** The replay's page in the language of this one. */
function replayPage(): string {
  const language = document.documentElement.lang;
  // English is the source
  return language === "en" ? "index.html" : `${language}.html`;
}
