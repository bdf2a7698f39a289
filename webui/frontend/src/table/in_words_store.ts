// The table in sentences: what the list shows, and the server's sentences for it.

import { computed, effect, signal } from "@preact/signals";
import { game } from "../net/game_store.ts";
import { modelById, positionsKey, shownView } from "../net/table_store.ts";
import type { ModelInWords, PairInWords, TableInWords } from "../types/table.ts";
import { pageRotated } from "../ui/rotate_page.tsx";
import { freshQuery } from "./queries.ts";

const GAP_MS = 250;

/** The model whose surroundings are listed; null for the list of all models. */
export const wordsModel = signal<string | null>(null);
/** The model whose relation to it is listed. */
export const wordsOther = signal<string | null>(null);

const tableInWords = signal<TableInWords | null>(null);
const modelInWords = signal<ModelInWords | null>(null);
const pairInWords = signal<PairInWords | null>(null);

/** A row of the list. id: of the model to which it leads; group: a jump goes to the first row of the next group. */
export interface WordsRow {
  key: string;
  text: string;
  group: string;
  id: string | null;
}

/** The rows that are shown; null while they are on their way. */
export const wordsRows = computed<WordsRow[] | null>(() => {
  const [model, other] = [wordsModel.value, wordsOther.value];
  if (model === null) return tableInWords.value && rowsOfTable(tableInWords.value);
  if (other === null) return modelInWords.value?.model === model ? rowsOfModel(modelInWords.value) : null;
  const pair = pairInWords.value;
  const isAsked = pair?.viewer === model && pair.target === other;
  return isAsked ? pair.rows.map((text, n) => row("pair", String(n), text)) : null; // no text
});

function rowsOfTable({ models }: TableInWords): WordsRow[] {
  return models.map(({ id, text }) => row("models", id, text, id)); // no text
}

function rowsOfModel(told: ModelInWords): WordsRow[] {
  const nearest = told.enemies[0];
  return [
    row("around", "nearest", told.nearest, nearest?.id ?? null), // no text
    row("around", "watchers", told.watchers), // no text
    row("around", "shelter", told.shelter), // no text
    row("around", "place", told.text), // no text
    ...told.enemies.slice(1).map(({ id, text }) => row("enemies", id, text, id)), // no text
    ...told.friends.map(({ id, text }) => row("friends", id, text, id)), // no text
    ...told.terrain.map((text, n) => row("terrain", `terrain ${n}`, text)), // no text
  ];
}

function row(group: string, key: string, text: string, id: string | null = null): WordsRow {
  return { key, text, group, id };
}

/** The size of the table and the number of its models. */
export const tableText = computed(() => tableInWords.value?.text ?? "");

/** Goes from a row to what it leads to. */
export function openRow({ id }: WordsRow): void {
  if (id === null) return;
  if (wordsModel.value === null) wordsModel.value = id;
  else wordsOther.value = id;
}

/** Goes back one list; false where it is the first. */
export function leaveRow(): boolean {
  if (wordsOther.value !== null) wordsOther.value = null;
  else if (wordsModel.value !== null) wordsModel.value = null;
  else return false;
  return true;
}

let started = false;

/** Begins to ask; once for the life of the page. */
export function startWords(): void {
  if (started) return;
  started = true;
  const askTable = freshQuery<TableInWords>(GAP_MS, (answer) => (tableInWords.value = answer));
  const askModel = freshQuery<ModelInWords>(GAP_MS, (answer) => (modelInWords.value = answer));
  const askPair = freshQuery<PairInWords>(GAP_MS, (answer) => (pairInWords.value = answer));
  effect(() => {
    void [positionsKey.value, game.value?.number];
    const [model, other] = [wordsModel.value, wordsOther.value];
    const isShown = shownView.value === "words";
    askTable(isShown && model === null ? address("", {}) : null);
    askModel(isShown && model !== null && other === null ? address("/model", { model }) : null);
    const isPair = isShown && model !== null && other !== null;
    askPair(isPair ? address("/pair", { viewer: model, target: other }) : null);
  });
  effect(() => {
    // a model that is taken off the table has no list
    for (const shown of [wordsOther, wordsModel])
      if (shown.value !== null && modelById.value.size && !modelById.value.has(shown.value)) shown.value = null;
  });
}

function address(path: string, asked: Record<string, string>): string {
  const seat = pageRotated.value ? "far" : "near"; // no text
  return `/api/sentences${path}?${new URLSearchParams({ ...asked, seat })}`;
}
