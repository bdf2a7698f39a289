// What the page knows: what the server said, what the player chose, and nothing derived twice.

import { computed, effect, signal } from "@preact/signals";

export type Point = [number, number];

export interface Feature {
  name: string;
  material: string;
  bottom_in: number;
  top_in: number;
  standable: boolean;
  rings: Point[][];
  label_in: Point;
}

export interface Ground {
  width_in: number;
  depth_in: number;
  terrain: Feature[];
}

export interface Base {
  shape: "round" | "square";
  width_in: number;
  length_in: number;
}

export interface Model {
  id: string;
  code: string;
  name: string;
  side: string;
  base: Base;
  x_in: number;
  y_in: number;
  z_in: number;
  heading_rad: number;
  sigma_in: number;
  stands_on: string;
  state: string;
  stale: boolean;
  outline_px: Point[];
}

export interface Table {
  camera: { state: "good" | "waiting" | "trouble" | "held_back"; says: string };
  picture: { width: number; height: number } | null;
  sides: string[];
  models: Model[];
  absent: { code: string; name: string }[];
  problems: string[];
  unknown_tags: number[];
}

export interface Range {
  id: string;
  range_in: number;
  horizontal_in: number;
  sigma_in: number;
  contact: boolean;
  line_in: [Point, Point];
}

export interface Pulse {
  frames_per_s: number;
  reading_ms: number;
}

// said by the server
export const ground = signal<Ground>({ width_in: 48, depth_in: 48, terrain: [] });
export const table = signal<Table | null>(null);
export const pulse = signal<Pulse | null>(null);
export const ranges = signal<{ from: string; list: Range[] } | null>(null);

// seen by the page itself
export const connected = signal(true);
export const silentSince = signal<number | null>(null);

// chosen by the player; it outlives a reload
export const selected = signal<string | null>(sessionStorage.getItem("selected"));
export const partner = signal<string | null>(null);
export const showing = signal<"table" | "camera">(sessionStorage.getItem("showing") === "camera" ? "camera" : "table");
export const whom = signal<"all" | "other" | "own">("all");

export const models = computed(() => table.value?.models ?? []);
export const byId = computed(() => new Map(models.value.map((model) => [model.id, model])));
export const chosen = computed(() => (selected.value === null ? null : (byId.value.get(selected.value) ?? null)));

/** The chosen model's ranges, nearest first, of the side that is asked for. */
export const listed = computed(() => {
  const from = chosen.value;
  if (!from || ranges.value?.from !== from.id) return [];
  return ranges.value.list.flatMap((range) => {
    const model = byId.value.get(range.id);
    if (!model) return [];
    const own = model.side === from.side;
    return whom.value === "all" || (whom.value === "own") === own ? [{ range, model }] : [];
  });
});

export function select(id: string | null): void {
  selected.value = id;
  partner.value = null;
}

effect(() => {
  if (selected.value === null) sessionStorage.removeItem("selected");
  else sessionStorage.setItem("selected", selected.value);
});
effect(() => sessionStorage.setItem("showing", showing.value));
