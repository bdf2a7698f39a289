// The names of sides, models and options in the game in progress.

import { computed } from "@preact/signals";
import { t } from "../i18n.ts";
import { game, seatIds } from "../net/game_store.ts";
import { me } from "../net/me.ts";
import { modelById, table } from "../net/table_store.ts";
import type { Option } from "../types/game.ts";
import { capital } from "./words.ts";

/** A side's place in the order of shapes and letters, the same as on the board. */
export function seatNumber(seat: string): number {
  const onBoard = table.value?.sides.indexOf(seat) ?? -1;
  return Math.max(0, onBoard >= 0 ? onBoard : seatIds.value.indexOf(seat)) % 4;
}

/** The name of a side, from the server: its player's name, else its seat. */
export function seatName(id: string): string {
  return [...(game.value?.seats ?? []), ...(me.value?.seats ?? [])].find((seat) => seat.id === id)?.name ?? capital(id);
}

/** A model's or a side's name, also that of a model on the table that is not in the game; else the word itself. */
export function nameOf(id: string): string {
  return (
    game.value?.names[id]?.name ??
    templateName(id) ??
    (seatIds.value.includes(id) ? seatName(id) : (modelById.value.get(id)?.name ?? id))
  );
}

// a number or a letter alone names nobody
const NAMELIKE = /^\p{L}[\p{L}'’-]+$/u;

/** The short names of the models in the game: the last word, where it tells a model from all others. */
const shortNames = computed(() => {
  const names = Object.entries(game.value?.names ?? {}).map(([id, { name }]) => [id, name, name.split(" ").at(-1)!]);
  const lasts = names.map(([, , last]) => last);
  const differs = (last: string) => NAMELIKE.test(last) && lasts.indexOf(last) === lasts.lastIndexOf(last);
  return new Map(names.map(([id, name, last]) => [id!, differs(last!) ? last! : name!]));
});

/** A model's name, shortened to the part that differs: "Lund" of "Constable Lund". */
export function shortName(id: string): string {
  return shortNames.value.get(id) ?? nameOf(id);
}

/** The name of a template, marker or objective that the game has on the table. */
function templateName(id: string): string | undefined {
  return game.value?.scenery?.find((template) => template.id === id)?.name;
}

/** A text with the names of models shortened to the part that differs. */
export function withShortNames(text: string): string {
  return Object.entries(game.value?.names ?? {}).reduce(
    (said, [id, { name }]) => said.replaceAll(name, shortName(id)),
    text,
  );
}

/** A text with each id replaced by its name. */
export function withNames(text: string): string {
  return text.replace(/[\w-]+/g, (word) => (game.value?.names[word] ? nameOf(word) : word));
}

/** The text of an option's button. */
export function optionText(option: Option): string {
  return capital(withNames(option.label || option.id));
}

/** The names of those who play each other. */
export function versusText(names: readonly string[]): string {
  return names.length === 0 ? "" : names.reduce((one, other) => t("{one} against {other}", { one, other }));
}
