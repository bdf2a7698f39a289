// The drawing of the terrain: what was changed and not saved yet outlives a reload, and every change can be taken back.

import { computed, effect, signal } from "@preact/signals";
import { post } from "../net/api.ts";
import type { Faults, GeoFeature, LibraryShape, TerrainMaterial } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import { type Corner, featureOf, freeName, fromEdge, type Mode, type Part, partCovers, partOf, partsCentre, roundedPoint, samePiece, shiftedPart, turnedPart, withCorner, withoutCorner, withRing } from "./terrain_shape.ts";

interface Draft {
  /** The state of the file that the drawing began from. */
  stamp: string;
  parts: Part[];
  past: Part[][];
  dirty: boolean;
}

const KEPT = "terrain-draft";
const MOST_PAST = 40;
const CHECK_MS = 350;
const NOTHING: Draft = { stamp: "", parts: [], past: [], dirty: false };
export const USUAL_TOP_IN = 3;

function kept(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

export const draft = signal<Draft>(kept() ?? NOTHING);
export const chosen = signal<number | null>(null);
export const corner = signal<Corner | null>(null);
export const mode = signal<Mode>({ is: "choose" });
/** Whether all parts of a piece move together; null: as they stand. */
export const wholePiece = signal<boolean | null>(null);
/** The height at which the picture is right; null: that of the chosen part's top, else the ground. */
export const pictureAt = signal<number | null>(null);
/** What terrain may be made of, as the server says it; the first is the usual one. */
export const materials = signal<TerrainMaterial[]>([]);
export const found = signal<Faults>({ faults: [], others: [], sound: true });

export const part = computed(() => (chosen.value === null ? null : (draft.value.parts[chosen.value] ?? null)));
export const pictureHeight = computed(() => pictureAt.value ?? (mode.value.is === "choose" ? (part.value?.top_in ?? 0) : 0));

/** The parts that move with the chosen one, by their numbers. */
export const group = computed<number[]>(() => {
  const one = part.value;
  if (one === null) return [];
  const same = draft.value.parts.flatMap((other, at) => (one.piece !== null && other.piece === one.piece ? [at] : []));
  const all = wholePiece.value ?? samePiece(same.map((at) => draft.value.parts[at]!));
  return same.length > 1 && all ? same : [chosen.value!];
});

export const parts = computed(() => {
  const one = part.value;
  return one?.piece == null ? 1 : draft.value.parts.filter((other) => other.piece === one.piece).length;
});

effect(() => {
  if (draft.value.dirty) sessionStorage.setItem(KEPT, JSON.stringify(draft.value));
  else sessionStorage.removeItem(KEPT);
});

let asked = 0;
effect(() => {
  const features = draft.value.parts.map(featureOf);
  const mine = ++asked;
  setTimeout(() => {
    if (mine !== asked) return;
    post<Faults>("/api/setup/terrain/check", { features }).then((said) => mine === asked && (found.value = said), () => undefined);
  }, CHECK_MS);
});

/** What the server has, where nothing was changed here; whether it was changed there too. */
export function learn(features: GeoFeature[], stamp: string): boolean {
  if (draft.value.dirty) return draft.value.stamp !== stamp;
  if (draft.value.stamp !== stamp || (stamp !== "" && draft.value.parts.length === 0)) take(features, stamp);
  return false;
}

export function take(features: GeoFeature[], stamp: string): void {
  draft.value = { ...NOTHING, stamp, parts: features.map(partOf), past: draft.value.dirty ? [] : draft.value.past };
  if (chosen.value !== null && chosen.value >= features.length) choose(null);
}

/** What is drawn here is in the file now; it can still be taken back. */
export function saved(stamp: string): void {
  draft.value = { ...draft.value, stamp, dirty: false };
}

/** Goes on with what is drawn here, whatever another screen saved. */
export function keepMine(stamp: string): void {
  draft.value = { ...draft.value, stamp };
}

export function choose(number: number | null): void {
  if (number !== chosen.value) wholePiece.value = null;
  chosen.value = number;
  corner.value = null;
}

/** before: what to take back to; null while a finger still drags. */
export function change(parts: Part[], before: Part[] | null = draft.value.parts): void {
  const past = before === null ? draft.value.past : [...draft.value.past, before].slice(-MOST_PAST);
  draft.value = { ...draft.value, parts, past, dirty: true };
}

export function undo(): void {
  const past = draft.value.past;
  if (past.length === 0) return;
  draft.value = { ...draft.value, parts: past[past.length - 1]!, past: past.slice(0, -1), dirty: true };
  if (chosen.value !== null && chosen.value >= draft.value.parts.length) choose(null);
  corner.value = null;
}

/** The chosen parts after something was done to each. */
function alteredParts(alter: (part: Part) => Part, numbers = group.value): Part[] {
  return draft.value.parts.map((one, at) => (numbers.includes(at) ? alter(one) : one));
}

export function alter(what: Partial<Part>): void {
  if (chosen.value !== null) change(alteredParts((one) => ({ ...one, ...what }), [chosen.value]));
}

/** Nudges the chosen corner, or all that moves together. */
export function nudge(dx: number, dy: number, before?: Part[] | null): void {
  const at = corner.value;
  const one = part.value;
  if (one === null) return;
  if (at) {
    const [x, y] = one.rings[at.ring]![at.at]!;
    moveCorner(at, [x + dx, y + dy], before);
  } else change(alteredParts((other) => shiftedPart(other, dx, dy)), before);
}

export function moveCorner({ ring, at }: Corner, to: Point, before?: Part[] | null): void {
  change(alteredParts((one) => withCorner(one, ring, at, to), [chosen.value!]), before);
}

export function turn(degrees: number): void {
  const about = partsCentre(group.value.map((at) => draft.value.parts[at]!));
  change(alteredParts((one) => turnedPart(one, about, degrees)));
}

export function addCorner(ring: number, after: number, at: Point): void {
  const points = part.value!.rings[ring]!;
  change(alteredParts((one) => withRing(one, ring, [...points.slice(0, after + 1), roundedPoint(at), ...points.slice(after + 1)]), [chosen.value!]));
  corner.value = { ring, at: after + 1 };
}

export function dropCorner(): void {
  const at = corner.value;
  const left = at && withoutCorner(part.value!, at.ring, at.at);
  if (!at || !left) return;
  change(alteredParts(() => left, [chosen.value!]));
  corner.value = null;
}

export function drop(): void {
  const gone = group.value;
  change(draft.value.parts.filter((_, at) => !gone.includes(at)));
  choose(null);
}

function add(more: Part[]): void {
  const before = draft.value.parts;
  change([...before, ...more]);
  choose(before.length);
}

/** The same once more, beside it. */
export function again(): void {
  const originals = group.value.map((at) => draft.value.parts[at]!);
  addNamed(originals.map((one) => shiftedPart(one, 1, -1)), originals[0]!.piece);
}

/** Adds parts under names of their own; a piece of several gets its own name too. */
function addNamed(more: Part[], piece: string | null): void {
  const all = [...draft.value.parts];
  const own = more.length > 1 && piece !== null ? freeName(piece, all.map((one) => ({ name: one.piece ?? "" }))) : null;
  for (const one of more) all.push({ ...one, name: freeName(own ? one.name.replace(piece!, own) : one.name, all), piece: own ?? one.piece });
  add(all.slice(draft.value.parts.length));
}

export function put(shape: LibraryShape, [x, y]: Point): void {
  const several = shape.features.length > 1;
  const all = shape.features.map(partOf).map((one) => shiftedPart({ ...one, name: several ? `${shape.name} ${one.name}` : one.name, piece: several ? shape.name : null }, x, y));
  mode.value = { is: "choose" };
  addNamed(all, several ? shape.name : null);
}

/** Brings parts from a file in. */
export function bring(features: GeoFeature[]): void {
  change([...draft.value.parts, ...features.map(partOf).map((one) => ({ ...one, name: freeName(one.name, draft.value.parts) }))]);
  choose(null);
}

export function trace(as: "piece" | "part" | "hole"): void {
  // the outline of a part is looked for at the height of what is chosen
  if (pictureAt.value === null && as !== "piece") pictureAt.value = part.value?.top_in ?? 0;
  mode.value = { is: "trace", ring: [], as };
}

export function closeRing(): void {
  const now = mode.value;
  if (now.is !== "trace" || now.ring.length < 3) return;
  const [all, one, at] = [draft.value.parts, part.value, chosen.value];
  mode.value = { is: "choose" };
  if (now.as === "hole" && one) {
    change(alteredParts((old) => ({ ...old, rings: [...old.rings, now.ring] }), [at!]));
    return;
  }
  const top_in = pictureAt.value && pictureAt.value > 0 ? pictureAt.value : USUAL_TOP_IN;
  pictureAt.value = null;
  const fresh: Part = { name: freeName("piece 1", all), material: materials.value[0]?.id ?? "", bottom_in: 0, top_in, standable: false, piece: null, rings: [now.ring] };
  if (now.as === "part" && one) {
    const piece = one.piece ?? one.name;
    const before = all;
    change([...all.map((old, number) => (number === at ? { ...old, piece } : old)), { ...fresh, name: freeName(`${piece} part`, all), piece }]);
    choose(before.length);
  } else add([fresh]);
}

export function cancel(): void {
  mode.value = { is: "choose" };
  pictureAt.value = null;
}

/** What a tap on the board means. px: one pixel of the screen in inches; finger: how far off a finger may be. */
export function tapped(place: Point, finger: number): void {
  const now = mode.value;
  if (now.is === "put") put(now.shape, roundedPoint(place));
  else if (now.is === "trace") {
    const first = now.ring[0];
    if (now.ring.length >= 3 && first && near(first, place) <= finger) closeRing();
    else mode.value = { ...now, ring: [...now.ring, roundedPoint(place)] };
  } else if (!tappedHandle(place, finger)) choose(partAt(place, finger));
}

function near([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

function tappedHandle(place: Point, finger: number): boolean {
  const one = part.value;
  if (one === null) return false;
  const corners = one.rings.flatMap((ring, number) => ring.map((point, at) => ({ ring: number, at, far: near(point, place) })));
  const best = corners.sort((a, b) => a.far - b.far)[0];
  if (!best || best.far > finger) return false;
  const same = corner.value?.ring === best.ring && corner.value.at === best.at;
  corner.value = same ? null : { ring: best.ring, at: best.at };
  return true;
}

function partAt(place: Point, finger: number): number | null {
  const hits = draft.value.parts.map((one, at) => ({ at, top: one.top_in, inside: partCovers(one, place), far: fromEdge(one, place) }));
  const inside = hits.filter((hit) => hit.inside).sort((a, b) => b.top - a.top);
  if (inside.length > 0) {
    // tapped again, what lies under it
    const now = inside.findIndex((hit) => hit.at === chosen.value);
    return inside[(now + 1) % inside.length]!.at;
  }
  return hits.filter((hit) => hit.far <= finger).sort((a, b) => a.far - b.far)[0]?.at ?? null;
}

/** The class of a material's pattern. */
export function patternClass(material: string): string {
  return `pattern-${materials.value.find(({ id }) => id === material)?.pattern ?? "plain"}`;
}
