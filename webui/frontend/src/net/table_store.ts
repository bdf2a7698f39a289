// The state of the page: the server's data, the player's choices, and nothing derived twice.

import { computed, effect, signal } from "@preact/signals";
import { readStored, store } from "./browser_storage.ts";
import type { Ground, ModelRanges, News, Point, Pulse, Reach, SightReasons, Table, WhatIf } from "../types/table.ts";

// said by the server
export const ground = signal<Ground>({ width_in: 48, depth_in: 48, terrain: [] });
export const table = signal<Table | null>(null);
export const pulse = signal<Pulse | null>(null);
export const news = signal<News[]>([]);
// said by the server when asked
export const ranges = signal<ModelRanges | null>(null);
export const why = signal<SightReasons | null>(null);
export const reach = signal<Reach | null>(null);
/** Why one model sees another so much, while something is done to it. */
export const actionWhy = signal<SightReasons | null>(null);

// seen by the page itself
export const connected = signal(true);
export const silentSince = signal<number | null>(null);
/** Whether the server answers while its stream is silent, and is asked to fill up what a proxy gathers. */
export const heldBack = signal(false);
/** Why the server has no room for this spectator; "" where it has. */
export const full = signal("");

// chosen by the player; it outlives a reload
export const selectedId = signal<string | null>(readStored("sessionStorage", "selected"));
/** The model that the chosen one looks at: then the reasons are shown. */
export const partnerId = signal<string | null>(readStored("sessionStorage", "partner"));
export type TableView = "table" | "camera" | "words";
const VIEWS: readonly TableView[] = ["table", "camera", "words"];
/** The drawn table, the camera's picture, or the table in sentences. */
export const shownView = signal<TableView>(
  VIEWS.find((view) => view === readStored("sessionStorage", "showing")) ?? "table",
);
/** Whether the focus is to come to the table in sentences. */
export const wantsFocus = signal(false);

/** Shows the table in sentences, with the focus on the row where it was left. */
export function showWords(): void {
  wantsFocus.value = true;
  shownView.value = "words";
}

export const sideFilter = signal<"all" | "other" | "own">("all");
export const reaching = signal(false);
export const reachInches = signal(4);

export const models = computed(() => table.value?.models ?? []);
export const modelById = computed(() => new Map(models.value.map((model) => [model.id, model])));
export const chosenModel = computed(() =>
  selectedId.value === null ? null : (modelById.value.get(selectedId.value) ?? null),
);

/** The supposed place of the chosen model, while the player asks what if. */
export const ghostPlace = signal<Point | null>(null);
/** The places that its path is to go by, in their order. */
export const ghostTurns = signal<Point[]>([]);
/** Whether a hand drew them: a place without room is then passed by. */
export const ghostDrawn = signal(false);
/** The result of that place. */
export const whatIf = signal<WhatIf | null>(null);

/** The chosen model's ranges, from where it stands or is supposed to stand. */
const measured = computed(() => (ghostPlace.value ? whatIf.value : ranges.value));

/** The chosen model's ranges, nearest first, of the side that is asked for. */
export const listedRanges = computed(() => {
  const from = chosenModel.value;
  if (!from || measured.value?.model !== from.id) return [];
  return measured.value.ranges.flatMap((range) => {
    const model = modelById.value.get(range.id);
    if (!model) return [];
    const own = model.side === from.side;
    return sideFilter.value === "all" || (sideFilter.value === "own") === own ? [{ range, model }] : [];
  });
});

/** The model looked at, while it stands there. */
export const targetModel = computed(() =>
  chosenModel.value && partnerId.value !== null ? (modelById.value.get(partnerId.value) ?? null) : null,
);

/** The reasons for the pair that is shown; null while they are on their way. */
export const sightReasons = computed(() => {
  const found = why.value;
  return found && found.viewer === selectedId.value && found.target === targetModel.value?.id ? found : null;
});

/** The reach of the chosen model, on request. */
export const reachRegion = computed(() => {
  const found = reach.value;
  const asked = reaching.value && found?.model === selectedId.value && found.inches === reachInches.value;
  return asked ? found : null;
});

/** All positions, to a fiftieth of an inch: the page asks again for its drawings when this changes. */
export const positionsKey = computed(() =>
  models.value
    .map((model) =>
      [
        model.id,
        ...[model.x_in, model.y_in, model.heading_rad].map((n) => Math.round(n * 50)),
        model.z_in,
        model.state,
      ].join(),
    )
    .join(";"),
);

export function selectModel(id: string | null): void {
  selectedId.value = id;
  partnerId.value = null;
  supposeAt(null);
}

/** Begins to suppose the chosen model elsewhere, with no path drawn yet; null: no more. */
export function supposeAt(at: Point | null): void {
  ghostPlace.value = at;
  ghostTurns.value = [];
  ghostDrawn.value = false;
}

/** Lets the model looked at look back. */
export function swapPair(): void {
  const [from, to] = [selectedId.value, partnerId.value];
  if (to === null) return;
  selectedId.value = to;
  partnerId.value = from;
}

effect(() => store("sessionStorage", "selected", selectedId.value));
effect(() => store("sessionStorage", "partner", partnerId.value));
effect(() => store("sessionStorage", "showing", shownView.value));
