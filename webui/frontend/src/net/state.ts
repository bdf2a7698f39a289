// What the page knows: what the server said, what the player chose, and nothing derived twice.

import { computed, effect, signal } from "@preact/signals";

export type Point = [number, number];

export interface Feature {
  number: number;
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
  /** Where it has gone since it set out, while it moves. */
  way_in?: Point[];
}

export interface Table {
  camera: { state: "good" | "waiting" | "trouble" | "held_back" | "ended"; says: string };
  picture: { width: number; height: number } | null;
  sides: string[];
  models: Model[];
  absent: { code: string; name: string }[];
  problems: string[];
  unknown_tags: number[];
}

/** Something that hides part of a target; number: its row among the terrain features, or the models. */
export interface Hiding {
  kind: "terrain" | "model";
  number: number;
  name: string;
  material: string | null;
  share: number;
  distance_in: number;
  near: boolean;
}

export interface Sight {
  share: number;
  spread: [number, number];
  answer: "seen" | "hidden" | "too_close";
  leans: "seen" | "hidden";
  enough: number;
  hiding: Hiding[];
}

export interface Why {
  viewer: string;
  target: string;
  sight: Sight;
  sentences: string[];
  wedge: { shows: "all" | "some" | "none"; corners: [Point, Point, Point] }[];
  near_in: number;
  eye_svg: string;
}

export interface Reach {
  model: string;
  inches: number;
  rings: Point[][];
}

export interface Range {
  id: string;
  sight: Sight;
  range_in: number;
  horizontal_in: number;
  sigma_in: number;
  contact: boolean;
  line_in: [Point, Point];
}

/** What would be if a model stood elsewhere. fits: whether it may go there; null where nobody limits it. */
export interface Supposed {
  model: string;
  ranges: Range[];
  way: { length_in: number | null; points: Point[] } | null;
  fits: boolean | null;
  why_not?: string;
}

export interface Pulse {
  frames_per_s: number;
  reading_ms: number;
  time: number;
}

export interface News {
  time: number;
  says: string;
}

// said by the server
export const ground = signal<Ground>({ width_in: 48, depth_in: 48, terrain: [] });
export const table = signal<Table | null>(null);
export const pulse = signal<Pulse | null>(null);
export const news = signal<News[]>([]);
// said by the server when asked
export const ranges = signal<{ model: string; ranges: Range[] } | null>(null);
export const why = signal<Why | null>(null);
export const reach = signal<Reach | null>(null);

// seen by the page itself
export const connected = signal(true);
export const silentSince = signal<number | null>(null);
/** Whether the server answers while its stream is silent, and is asked to fill up what a proxy gathers. */
export const heldBack = signal(false);

// chosen by the player; it outlives a reload
export const selected = signal<string | null>(sessionStorage.getItem("selected"));
/** Whom the chosen model looks at: then the reasons are shown. */
export const partner = signal<string | null>(sessionStorage.getItem("partner"));
export const showing = signal<"table" | "camera">(sessionStorage.getItem("showing") === "camera" ? "camera" : "table");
export const whom = signal<"all" | "other" | "own">("all");
export const reaching = signal(false);
export const reachInches = signal(4);

export const models = computed(() => table.value?.models ?? []);
export const byId = computed(() => new Map(models.value.map((model) => [model.id, model])));
export const chosen = computed(() => (selected.value === null ? null : (byId.value.get(selected.value) ?? null)));

/** Where the chosen model is supposed to stand, while the player asks what if. */
export const ghost = signal<Point | null>(null);
/** What would be if it stood there. */
export const supposed = signal<Supposed | null>(null);

/** The chosen model's ranges, from where it stands or is supposed to stand. */
const measured = computed(() => (ghost.value ? supposed.value : ranges.value));

/** The chosen model's ranges, nearest first, of the side that is asked for. */
export const listed = computed(() => {
  const from = chosen.value;
  if (!from || measured.value?.model !== from.id) return [];
  return measured.value.ranges.flatMap((range) => {
    const model = byId.value.get(range.id);
    if (!model) return [];
    const own = model.side === from.side;
    return whom.value === "all" || (whom.value === "own") === own ? [{ range, model }] : [];
  });
});

/** The model looked at, while it stands there. */
export const target = computed(() => (chosen.value && partner.value !== null ? (byId.value.get(partner.value) ?? null) : null));

/** The reasons for the pair that is shown; null while they are on their way. */
export const reasons = computed(() => {
  const found = why.value;
  return found && found.viewer === selected.value && found.target === target.value?.id ? found : null;
});

/** Where the chosen model can get to, while that is asked for. */
export const region = computed(() => {
  const found = reach.value;
  const asked = reaching.value && found?.model === selected.value && found.inches === reachInches.value;
  return asked ? found : null;
});

/** Where everything stands, to a fiftieth of an inch: what is drawn is worth asking for again when this changes. */
export const places = computed(() =>
  models.value
    .map((model) => [model.id, ...[model.x_in, model.y_in, model.heading_rad].map((n) => Math.round(n * 50)), model.z_in, model.state].join())
    .join(";"),
);

export function select(id: string | null): void {
  selected.value = id;
  partner.value = null;
  ghost.value = null;
}

/** Lets the model looked at look back. */
export function swap(): void {
  const [from, to] = [selected.value, partner.value];
  if (to === null) return;
  selected.value = to;
  partner.value = from;
}

function remember(name: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, value);
}

effect(() => remember("selected", selected.value));
effect(() => remember("partner", partner.value));
effect(() => sessionStorage.setItem("showing", showing.value));
