// A search among the players of an event.

import type { Entrant } from "../types/organiser.ts";

/** Whether every word of a search is in what the row of a player says. */
export function foundBy(entrant: Entrant, wanted: string): boolean {
  const row = plain(`${entrant.name} ${entrant.id} ${entrant.faction}`);
  return plain(wanted)
    .split(" ")
    .every((word) => row.includes(word));
}

/** Small letters without accents, so that nobody has to type them. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
