// The wall's data of the tables of its hall, and of the large table.

import { computed, signal } from "@preact/signals";
import { sentPortraits } from "../board/portraits.tsx";
import type { Game } from "../types/game.ts";
import type { Ground, Table } from "../types/table.ts";
import type { HallTable, WallPlan } from "../types/wall.ts";
import { readCard, readNames, readObject, readPlan, readPortraits, readResults } from "./reading.ts";

/** Whether the broker is there. */
export const reached = signal(false);
/** Why the broker lets nobody in, in its own words. */
export const refusal = signal("");
const tables = signal<ReadonlyMap<string, HallTable>>(new Map());
const plans = signal<ReadonlyMap<string, WallPlan>>(new Map());

/** The parts of the table that is shown large; none of another table is ever among them. */
export interface LargeParts {
  key: string;
  ground: Ground | null;
  table: Table | null;
  game: Game | null;
}

const nothing = (key: string): LargeParts => ({ key, ground: null, table: null, game: null });
export const large = signal<LargeParts>(nothing(""));

/** The tables in the order of their names; those without a name last. */
export const listedTables = computed(() =>
  [...tables.value.values()]
    .filter((one) => one.card !== null || one.names !== null)
    .sort((one, other) => compared(one, other)),
);

/** The name of the hall, if there is one. */
export const hallName = computed(() => {
  const names = new Set(listedTables.value.flatMap(({ names }) => (names?.hall ? [names.hall] : [])));
  return names.size === 1 ? [...names][0]! : "";
});

/** How the organiser has the wall of a table's hall; null where nobody has said it. */
export function planOf(hall: string): WallPlan | null {
  return plans.value.get(hall) ?? null;
}

export const onePlan = computed(() => [...plans.value.entries()][0] ?? null);

/** Begins to show another table large: what was shown of the one before goes away at once. */
export function showLarge(key: string): void {
  if (large.value.key === key) return;
  large.value = nothing(key);
  sentPortraits.value = {};
}

/** Takes in a message. live: it was not kept by the broker from before. */
export function receive(topic: string, text: string, live: boolean): void {
  const [, , , hall = "", table = "", part = ""] = topic.split("/");
  const key = `${hall}/${table}`;
  if (table === "wall" && part === "") receivePlan(hall, text);
  else if (text === "") forget(key, part);
  else {
    const said = readObject(text);
    if (said) take(key, part, said, live);
  }
}

function receivePlan(hall: string, text: string): void {
  const said = readObject(text);
  plans.value = new Map([...plans.value].filter(([one]) => one !== hall).concat(said ? [[hall, readPlan(said)]] : []));
}

/** Forgets a part of a table whose retained message was cleared; without a card it is no table of this hall. */
function forget(key: string, part: string): void {
  if (part === "card") change(key, { card: null });
  if (part === "names") change(key, { names: null });
}

function take(key: string, part: string, said: Record<string, unknown>, live: boolean): void {
  if (part === "card") {
    const card = readCard(said);
    // an old message says nothing of the table's clock: it may have been kept for an hour
    change(key, { card, ...(live ? { ahead_s: card.at - Date.now() / 1000 } : {}) });
  }
  if (part === "status") change(key, { online: said.online === true });
  if (part === "names") change(key, { names: readNames(said) });
  if (part === "results") change(key, { results: readResults(said) });
  if (large.value.key !== key) return;
  if (part === "ground") large.value = { ...large.value, ground: said as unknown as Ground };
  if (part === "table") large.value = { ...large.value, table: said as unknown as Table };
  if (part === "portraits") sentPortraits.value = readPortraits(said);
  if (part === "game") large.value = { ...large.value, game: (said.game ?? null) as Game | null };
}

function change(key: string, to: Partial<HallTable>): void {
  const known = tables.value.get(key) ?? { key, card: null, online: false, names: null, results: [], ahead_s: 0 };
  tables.value = new Map(tables.value).set(key, { ...known, ...to });
}

function compared(one: HallTable, other: HallTable): number {
  const name = ({ names, card }: HallTable): string => (card?.no ? String(card.no) : (names?.table ?? "\uffff"));
  return name(one).localeCompare(name(other), undefined, { numeric: true }) || one.key.localeCompare(other.key);
}
