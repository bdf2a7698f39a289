// The state that the board's layers share, and the space they draw in.

import { computed } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { fallenModels, game, isInGame } from "../net/game_store.ts";
import { ground, models, selectedId, sightReasons, table, targetModel } from "../net/table_store.ts";
import type { PlacedTemplate } from "../types/game.ts";
import type { Ground, Model, Point, SightReasons } from "../types/table.ts";
import { isRemembered } from "../ui/words.ts";
import { shownPhoto } from "./orthophoto.ts";
import type { Box } from "./labels.ts";

/**
 * A table at one moment. sides: in order, for shape and colour; why: the sighting whose wedge is drawn; fallen: models
 * that are out of the game, crossed out; away: models out of the game that the camera does not see, not drawn; photo:
 * the address of the table's photograph from above, which lies under the lines; scenery: what a game has put there.
 */
export interface Shown {
  ground: Ground;
  models: Model[];
  sides: string[];
  chosen: string | null;
  target: string | null;
  why: SightReasons | null;
  fallen?: ReadonlySet<string>;
  away?: ReadonlySet<string>;
  photo?: string | null;
  scenery?: PlacedTemplate[];
}

/** The table as it is now, and the models that the player has chosen. */
export const liveTable = computed<Shown>(() => ({
  ground: ground.value,
  models: models.value,
  sides: table.value?.sides ?? [],
  chosen: selectedId.value,
  target: targetModel.value?.id ?? null,
  why: sightReasons.value,
  fallen: fallenModels.value,
  photo: shownPhoto.value,
  scenery: game.value?.scenery ?? [],
  away: new Set(models.value.filter((model) => isRemembered(model) && !isInGame(model)).map((model) => model.id)),
}));

/** Drawing is in inches with y downwards, since letters must not stand on their heads.
 *
 * px: one pixel of the screen in inches; small: fewer things are drawn, or they hide the table; taken: where labels
 * stand already; bothWays: names are to be read from the other side of the table as well; up: a place of the table, y
 * upwards, where it is drawn; there: the place of the table under a finger; onScreen: where a place of the table lies on
 * the board, in pixels from its corner, and the size of the board.
 */
export interface Space {
  shown: Shown;
  px: number;
  small: boolean;
  taken: Box[];
  bothWays: boolean;
  up: (place: Point) => Point;
  there: (finger: { clientX: number; clientY: number }) => Point;
  onScreen: (place: Point) => { left: number; top: number; width: number; height: number };
}

export const InSpace = createContext<Space | null>(null);

/** The space of the board that a layer is drawn on. */
export function useSpace(): Space {
  const space = useContext(InSpace);
  if (!space) throw new Error("a layer is drawn outside a board");
  return space;
}

/** Points as SVG has them: "x y" of each. */
export function svgPath(points: Point[], up: Space["up"], closed = false): string {
  return points.length === 0 ? "" : `M${points.map((point) => up(point).join(" ")).join("L")}${closed ? "Z" : ""}`;
}

/** Rings to be filled by the even-odd rule. */
export function svgOutline(rings: Point[][], up: Space["up"]): string {
  return rings.map((ring) => svgPath(ring, up, true)).join("");
}

/** The class of an obstruction: the colour of its rank, on the board and in the list. */
export function hidingClass(why: SightReasons | null, kind: "terrain" | "model", number: number): string {
  const rank = why?.sight.hiding.findIndex((hider) => hider.kind === kind && hider.number === number) ?? -1;
  // no text
  return rank < 0 ? "" : ` hides hide-${Math.min(rank, 4)}`;
}
