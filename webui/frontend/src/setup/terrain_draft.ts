// The drawing of the terrain: unsaved changes outlive a reload, and every change can be undone.

import { computed, effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { post } from "../net/api.ts";
import type { Faults, GeoFeature, LibraryShape } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import type { TerrainMaterial } from "../types/views.ts";
import {
  type Corner,
  featureOf,
  freeName,
  distanceToEdge,
  type Mode,
  type Part,
  partCovers,
  partOf,
  partsCentre,
  roundedPoint,
  areTogether,
  shiftedPart,
  turnedPart,
  withCorner,
  withoutCorner,
  withRing,
} from "./terrain_shape.ts";

interface Draft {
  /** The state of the file on which the drawing is based. */
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

function storedDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

export const draft = signal<Draft>(storedDraft() ?? NOTHING);
export const chosen = signal<number | null>(null);
export const corner = signal<Corner | null>(null);
export const mode = signal<Mode>({ is: "choose" });
/** Whether all parts of a piece move together; null: if they touch. */
export const wholePiece = signal<boolean | null>(null);
/** The height at which the picture is right; null: the top of the chosen part, or the ground without one. */
export const pictureAt = signal<number | null>(null);
/** The materials of terrain, from the server; the first is the default. */
export const materials = signal<TerrainMaterial[]>([]);
export const found = signal<Faults>({ faults: [], others: [], sound: true });

export const part = computed(() => (chosen.value === null ? null : (draft.value.parts[chosen.value] ?? null)));
export const pictureHeight = computed(
  () => pictureAt.value ?? (mode.value.is === "choose" ? (part.value?.top_in ?? 0) : 0),
);

/** The parts that move with the chosen one, by their numbers. */
export const group = computed<number[]>(() => {
  const one = part.value;
  if (one === null) return [];
  const same = draft.value.parts.flatMap((other, at) => (one.piece !== null && other.piece === one.piece ? [at] : []));
  const all = wholePiece.value ?? areTogether(same.map((at) => draft.value.parts[at]!));
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
    post<Faults>("/api/setup/terrain/check", { features }).then(
      (said) => mine === asked && (found.value = said),
      () => undefined,
    );
  }, CHECK_MS);
});

/** Takes over the server's terrain unless something was changed here; whether it was changed there too. */
export function learnFeatures(features: GeoFeature[], stamp: string): boolean {
  if (draft.value.dirty) return draft.value.stamp !== stamp;
  if (draft.value.stamp !== stamp || (stamp !== "" && draft.value.parts.length === 0)) takeFeatures(features, stamp);
  return false;
}

export function takeFeatures(features: GeoFeature[], stamp: string): void {
  draft.value = { ...NOTHING, stamp, parts: features.map(partOf), past: draft.value.dirty ? [] : draft.value.past };
  if (chosen.value !== null && chosen.value >= features.length) choose(null);
}

/** Notes that the drawing was saved; changes can still be undone. */
export function markSaved(stamp: string): void {
  draft.value = { ...draft.value, stamp, dirty: false };
}

/** Keeps the drawing of this screen, whatever another screen saved. */
export function keepMine(stamp: string): void {
  draft.value = { ...draft.value, stamp };
}

export function choose(number: number | null): void {
  if (number !== chosen.value) wholePiece.value = null;
  chosen.value = number;
  corner.value = null;
}

/** before: the state to undo to; null during a drag. */
export function changeParts(parts: Part[], before: Part[] | null = draft.value.parts): void {
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

/** All parts, with the numbered ones altered. */
function alteredParts(alter: (part: Part) => Part, numbers = group.value): Part[] {
  return draft.value.parts.map((one, at) => (numbers.includes(at) ? alter(one) : one));
}

export function alterPart(what: Partial<Part>): void {
  if (chosen.value !== null) changeParts(alteredParts((one) => ({ ...one, ...what }), [chosen.value]));
}

/** Nudges the chosen corner, or all that moves together. */
export function nudge(dx: number, dy: number, before?: Part[] | null): void {
  const at = corner.value;
  const one = part.value;
  if (one === null) return;
  if (at) {
    const [x, y] = one.rings[at.ring]![at.at]!;
    moveCorner(at, [x + dx, y + dy], before);
  } else
    changeParts(
      alteredParts((other) => shiftedPart(other, dx, dy)),
      before,
    );
}

export function moveCorner({ ring, at }: Corner, to: Point, before?: Part[] | null): void {
  changeParts(
    alteredParts((one) => withCorner(one, ring, at, to), [chosen.value!]),
    before,
  );
}

export function turnGroup(degrees: number): void {
  const about = partsCentre(group.value.map((at) => draft.value.parts[at]!));
  changeParts(alteredParts((one) => turnedPart(one, about, degrees)));
}

export function addCorner(ring: number, after: number, at: Point): void {
  const points = part.value!.rings[ring]!;
  changeParts(
    alteredParts(
      (one) => withRing(one, ring, [...points.slice(0, after + 1), roundedPoint(at), ...points.slice(after + 1)]),
      [chosen.value!],
    ),
  );
  corner.value = { ring, at: after + 1 };
}

export function dropCorner(): void {
  const at = corner.value;
  const left = at && withoutCorner(part.value!, at.ring, at.at);
  if (!at || !left) return;
  changeParts(alteredParts(() => left, [chosen.value!]));
  corner.value = null;
}

export function dropGroup(): void {
  const gone = group.value;
  changeParts(draft.value.parts.filter((_, at) => !gone.includes(at)));
  choose(null);
}

function addParts(more: Part[]): void {
  const before = draft.value.parts;
  changeParts([...before, ...more]);
  choose(before.length);
}

/** Adds a copy of the chosen parts beside them. */
export function duplicate(): void {
  const originals = group.value.map((at) => draft.value.parts[at]!);
  addNamed(
    originals.map((one) => shiftedPart(one, 1, -1)),
    originals[0]!.piece,
  );
}

/** Adds parts under new names; a piece of several parts gets a new name too. */
function addNamed(more: Part[], piece: string | null): void {
  const all = [...draft.value.parts];
  const own =
    more.length > 1 && piece !== null
      ? freeName(
          piece,
          all.map((one) => ({ name: one.piece ?? "" })),
        )
      : null;
  for (const one of more)
    all.push({ ...one, name: freeName(own ? one.name.replace(piece!, own) : one.name, all), piece: own ?? one.piece });
  addParts(all.slice(draft.value.parts.length));
}

export function placeShape(shape: LibraryShape, [x, y]: Point): void {
  const several = shape.features.length > 1;
  const all = shape.features
    .map(partOf)
    .map((one) =>
      shiftedPart(
        { ...one, name: several ? `${shape.name} ${one.name}` : one.name, piece: several ? shape.name : null },
        x,
        y,
      ),
    );
  mode.value = { is: "choose" };
  addNamed(all, several ? shape.name : null);
}

/** Adds the parts of a file. */
export function importParts(features: GeoFeature[]): void {
  changeParts([
    ...draft.value.parts,
    ...features.map(partOf).map((one) => ({ ...one, name: freeName(one.name, draft.value.parts) })),
  ]);
  choose(null);
}

export function startTrace(as: "piece" | "part" | "hole"): void {
  // the outline of a part is traced at the height of the chosen part
  if (pictureAt.value === null && as !== "piece") pictureAt.value = part.value?.top_in ?? 0;
  mode.value = { is: "trace", ring: [], as };
}

export function closeRing(): void {
  const now = mode.value;
  if (now.is !== "trace" || now.ring.length < 3) return;
  const [all, one, at] = [draft.value.parts, part.value, chosen.value];
  mode.value = { is: "choose" };
  if (now.as === "hole" && one) {
    changeParts(alteredParts((old) => ({ ...old, rings: [...old.rings, now.ring] }), [at!]));
    return;
  }
  const top_in = pictureAt.value && pictureAt.value > 0 ? pictureAt.value : USUAL_TOP_IN;
  pictureAt.value = null;
  const fresh: Part = {
    name: freeName(t("piece {n}", { n: 1 }), all),
    material: materials.value[0]?.id ?? "",
    bottom_in: 0,
    top_in,
    standable: false,
    piece: null,
    rings: [now.ring],
    origin: "traced",
  };
  if (now.as === "part" && one) {
    const piece = one.piece ?? one.name;
    const before = all;
    changeParts([
      ...all.map((old, number) => (number === at ? { ...old, piece } : old)),
      { ...fresh, name: freeName(t("{piece} part", { piece }), all), piece },
    ]);
    choose(before.length);
  } else addParts([fresh]);
}

export function cancelMode(): void {
  mode.value = { is: "choose" };
  pictureAt.value = null;
}

/** Handles a tap on the board. finger: the radius of a finger, in inches. */
export function tapBoard(place: Point, finger: number): void {
  const now = mode.value;
  if (now.is === "place") placeShape(now.shape, roundedPoint(place));
  else if (now.is === "trace") {
    const first = now.ring[0];
    if (now.ring.length >= 3 && first && distance(first, place) <= finger) closeRing();
    else mode.value = { ...now, ring: [...now.ring, roundedPoint(place)] };
  } else if (!tapHandle(place, finger)) choose(partAt(place, finger));
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

function tapHandle(place: Point, finger: number): boolean {
  const one = part.value;
  if (one === null) return false;
  const corners = one.rings.flatMap((ring, number) =>
    ring.map((point, at) => ({ ring: number, at, far: distance(point, place) })),
  );
  const best = corners.sort((a, b) => a.far - b.far)[0];
  if (!best || best.far > finger) return false;
  const same = corner.value?.ring === best.ring && corner.value.at === best.at;
  corner.value = same ? null : { ring: best.ring, at: best.at };
  return true;
}

function partAt(place: Point, finger: number): number | null {
  const hits = draft.value.parts.map((one, at) => ({
    at,
    top: one.top_in,
    inside: partCovers(one, place),
    far: distanceToEdge(one, place),
  }));
  const inside = hits.filter((hit) => hit.inside).sort((a, b) => b.top - a.top);
  if (inside.length > 0) {
    // a second tap chooses the part below
    const now = inside.findIndex((hit) => hit.at === chosen.value);
    return inside[(now + 1) % inside.length]!.at;
  }
  return hits.filter((hit) => hit.far <= finger).sort((a, b) => a.far - b.far)[0]?.at ?? null;
}

/** The class of a material's pattern. */
export function patternClass(material: string): string {
  return `pattern-${materials.value.find(({ id }) => id === material)?.pattern ?? "plain"}`;
}
