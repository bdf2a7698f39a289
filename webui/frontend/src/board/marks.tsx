// How a side and a model look: shape, letter and pattern tell as much as the colour does.

import { useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { isInGame } from "../net/game_store.ts";
import { models, partnerId, selectModel, table } from "../net/table_store.ts";
import type { Model, Point } from "../types/table.ts";
import { letterScale } from "../ui/appearance_store.ts";
import { lengthText, shortLength } from "../ui/lengths.ts";
import { seatName } from "../ui/names.ts";
import { isRemembered } from "../ui/words.ts";
import { useDrag } from "./drag.ts";
import { type Box, boxAround, placeLabels } from "./labels.ts";
import { BoardPortrait, portraitRadii, portraitUrl } from "./portraits.tsx";
import { hidingClass, type Space, useSpace } from "./space.ts";

// A tap within a finger's width of a model means that model.
const FINGER_PX = 30;

/** 0 for side A, 1 for side B ... */
export function sideNumber(side: string, sides: string[] = table.value?.sides ?? []): number {
  return Math.max(0, sides.indexOf(side)) % 4;
}

/** A side's emblem around (0, 0) in a circle of radius `size`: disc, diamond, square, triangle. */
export function Emblem({ side, size, hollow = false }: { side: number; size: number; hollow?: boolean }) {
  const looks = {
    class: hollow ? /* no text */ "emblem hollow" : "emblem",
    "vector-effect": "non-scaling-stroke",
  } as const;
  if (side === 0) return <circle r={size * 0.85} {...looks} />;
  const corners = [
    [],
    [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
    [
      [-0.75, -0.75],
      [0.75, -0.75],
      [0.75, 0.75],
      [-0.75, 0.75],
    ],
    [
      [0, -1],
      [0.9, 0.7],
      [-0.9, 0.7],
    ],
  ][side]!;
  return <polygon points={corners.map(([x, y]) => `${x! * size},${y! * size}`).join(" ")} {...looks} />;
}

/** A model's portrait with the emblem of its side, for lists; the emblem alone while there is no portrait. */
export function Face({ id, side, remembered = false }: { id: string; side: number; remembered?: boolean }) {
  const url = portraitUrl(id);
  const emblem = (
    <svg viewBox="-12 -12 24 24" aria-hidden="true">
      <Emblem side={side} size={10} hollow={remembered && !url} />
    </svg>
  );
  if (!url) return emblem;
  return (
    <span class="face-of" data-portrait={id}>
      <img class={remembered ? "portrait remembered" : "portrait"} src={url} alt="" />
      {emblem}
    </span>
  );
}

/** The portrait or emblem with its code, for lists. */
export function Badge({ model }: { model: Model }) {
  const side = sideNumber(model.side);
  return (
    <span class={`badge side-${side}`}>
      <Face id={model.id} side={side} remembered={isRemembered(model)} />
      <span>{model.code}</span>
    </span>
  );
}

/** A model's code, with its height where it stands on something. */
export function labelOf(model: Model): string {
  if (model.stands_on === "undecided") return `${model.code} ↕?`;
  return model.z_in > 0.05 ? `${model.code} ↑${shortLength(model.z_in)}` : model.code;
}

/** The model number `number` on the table, with its code at `label`, in drawing coordinates.
 *
 * face: the radius of its portrait; onChoose: by a key, like a tap; inRow: whether the focus comes to it as it goes through the page. */
export function Marker({
  model,
  number,
  label,
  face,
  onChoose,
  onPull,
  inRow = false,
}: {
  model: Model;
  number: number;
  label: Point;
  face: number;
  onChoose?: () => void;
  onPull?: (to: Point | null, done: boolean) => void;
  inRow?: boolean;
}) {
  const { shown, px, bothWays, up } = useSpace();
  const [x, y] = up([model.x_in, model.y_in]);
  const { width_in, length_in, shape } = model.base;
  const [along, across] = [length_in / 2, width_in / 2];
  const url = model.state === "lost" ? null : portraitUrl(model.id);
  const radius = Math.max(along, across, url ? face : 0);
  const letter = px * letterScale.value;
  const side = sideNumber(model.side, shown.sides);
  const state = model.state === "settled" && model.stale ? "occluded" : model.state;
  const edge = url ? Math.max(along, face) : along;
  const tip = edge + Math.max(0.28, 7 * px);
  const wing = Math.max(0.2, 5 * px);
  const [chosen, lookedAt] = [model.id === shown.chosen, model.id === shown.target];
  const hiding = hidingClass(shown.why, "model", number);
  const aside = shown.why !== null && !chosen && !lookedAt && hiding === "";
  const chosenClass = `${chosen ? " selected" : ""}${lookedAt ? " target" : ""}`;
  const outline = { class: "base", "vector-effect": "non-scaling-stroke" } as const;
  return (
    <g
      class={`model side-${side} ${state}${chosenClass}${aside ? " aside" : ""}${hiding}`}
      data-model={model.id}
      transform={`translate(${x} ${y})`}
      {...(onChoose && keyed(model, chosen || lookedAt, inRow, onChoose))}
    >
      {onChoose && <circle class="focus-ring" r={radius + 11 * px} vector-effect="non-scaling-stroke" />}
      <circle class="reach" r={Math.max(radius, 24.5 * px)} />
      {(chosen || lookedAt) && <circle class="halo" r={radius + 6 * px} vector-effect="non-scaling-stroke" />}
      <g transform={`rotate(${(-model.heading_rad * 180) / Math.PI})`}>
        <polygon class="front" points={`${edge},${-wing} ${tip},0 ${edge},${wing}`} />
        {shape === "round" ? (
          <ellipse rx={along} ry={across} {...outline} />
        ) : (
          <rect x={-along} y={-across} width={length_in} height={width_in} {...outline} />
        )}
      </g>
      {url ? (
        <PortraitMark model={model} url={url} side={side} face={face} />
      ) : model.state === "lost" ? (
        <text class="unsure" aria-hidden="true" y={5 * px} font-size={15 * px}>
          ?
        </text>
      ) : (
        <Emblem side={side} size={Math.min(along, across) * 0.62} hollow={isRemembered(model)} />
      )}
      <text class="code" x={label[0] - x} y={label[1] - y + 5 * letter} font-size={14 * letter}>
        {labelOf(model)}
      </text>
      {bothWays && (
        <text
          class="code"
          transform="rotate(180)"
          x={label[0] - x}
          y={label[1] - y + 5 * letter}
          font-size={14 * letter}
          aria-hidden="true"
        >
          {labelOf(model)}
        </text>
      )}
      {onPull && <Pull onPull={onPull} />}
    </g>
  );
}

/** The place that a finger pulls from. */
function Pull({ onPull }: { onPull: (to: Point | null, done: boolean) => void }) {
  const { px } = useSpace();
  const element = useRef<SVGCircleElement>(null);
  useDrag(
    element,
    null,
    (to) => onPull(to, false),
    (to, moved) => moved && onPull(to, true),
    () => onPull(null, true),
  );
  return <circle ref={element} class="reach pull" r={24.5 * px} />;
}

/** The portrait over a model's base: the base itself shows where it is smaller. */
function PortraitMark({ model, url, side, face }: { model: Model; url: string; side: number; face: number }) {
  const { px } = useSpace();
  const { width_in, length_in, shape } = model.base;
  const tag = Math.max(4.5 * px, Math.min(face * 0.3, 9 * px));
  return (
    <g class="portrait-mark">
      <circle class="portrait-ring" r={face} vector-effect="non-scaling-stroke" />
      <BoardPortrait url={url} radius={face} heading={model.heading_rad} />
      {(shape !== "round" || Math.max(width_in, length_in) / 2 < face - px) && (
        <g transform={`rotate(${(-model.heading_rad * 180) / Math.PI})`}>
          {shape === "round" ? (
            <ellipse class="true-base" rx={length_in / 2} ry={width_in / 2} vector-effect="non-scaling-stroke" />
          ) : (
            <rect
              class="true-base"
              x={-length_in / 2}
              y={-width_in / 2}
              width={length_in}
              height={width_in}
              vector-effect="non-scaling-stroke"
            />
          )}
        </g>
      )}
      <g class="side-tag" transform={`translate(${face * 0.75} ${face * 0.75})`}>
        <Emblem side={side} size={tag} />
      </g>
    </g>
  );
}

/** The properties that make a drawn model a button. */
function keyed(model: Model, pressed: boolean, inRow: boolean, onChoose: () => void) {
  return {
    role: "button",
    tabIndex: inRow ? 0 : -1,
    "aria-pressed": pressed,
    "aria-label": t("{code}, {model}, {side}, at {x} and {y}", {
      code: labelOf(model),
      model: model.name,
      side: seatName(model.side),
      x: lengthText(model.x_in, 0),
      y: lengthText(model.y_in, 0),
    }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!event.repeat) onChoose();
    },
  } as const;
}

/** Models that are out of the game, crossed out where they stand or lie. */
export function Fallen({ models }: { models: Model[] }) {
  const { px, up } = useSpace();
  return (
    <g class="fallen" aria-hidden="true">
      {models.map((model) => {
        const [x, y] = up([model.x_in, model.y_in]);
        const arm = Math.max(model.base.width_in / 2, 9 * px);
        return (
          <path
            key={model.id}
            data-fallen={model.id}
            d={`M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`}
            vector-effect="non-scaling-stroke"
          />
        );
      })}
    </g>
  );
}

/** The place of each model's code: under its base, or over or beside it if that is taken. */
export function codePlaces(all: Model[], up: Space["up"], px: number): Box[] {
  const faces = portraitRadii(all, px);
  const labels = all.map((model) => {
    const [x, y] = up([model.x_in, model.y_in]);
    const face = portraitUrl(model.id) ? faces.get(model.id)! : 0;
    const reach = Math.max(model.base.width_in / 2, model.base.length_in / 2, face);
    const letter = px * letterScale.value;
    const wide = 9 * labelOf(model).length * letter;
    const away = reach + 11 * letter;
    const aside = reach + wide / 2 + 5 * px;
    const candidates: Point[] = [
      [x, y + away],
      [x, y - away],
      [x + aside, y],
      [x - aside, y],
    ];
    return { size: [wide, 15 * letter] as [number, number], candidates };
  });
  return placeLabels(labels, basesOf(all, up)).map(({ box }) => box);
}

/** The boxes around the bases, as they are drawn. */
export function basesOf(all: Model[], up: Space["up"]): Box[] {
  return all.map((model) => boxAround(up([model.x_in, model.y_in]), model.base.width_in, model.base.length_in));
}

/** The model that a tap means: the nearest under the finger or whose base it hits. px: one pixel in inches. */
export function nearestModel(all: Model[], [x, y]: Point, px: number): string | null {
  const far = (model: Model) => Math.hypot(model.x_in - x, model.y_in - y);
  const meant = all.filter(
    (model) => far(model) <= Math.max(FINGER_PX * px, Math.min(model.base.width_in, model.base.length_in) / 2),
  );
  return meant.sort((a, b) => far(a) - far(b))[0]?.id ?? null;
}

/** Chooses a model; a tap on nothing goes one step back. */
export function chooseModel(model: string | null): void {
  if (model === null && partnerId.value !== null) partnerId.value = null;
  else selectModel(model);
}

/** One swatch for each side. */
export function Sides() {
  const sides = table.value?.sides ?? [];
  return (
    <ul class="sides">
      {sides.map((name, number) => (
        <li key={name} class={`side-${number % 4}`}>
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <Emblem side={number % 4} size={10} />
          </svg>
          <span class="side-letter">{String.fromCharCode(65 + number)}</span>
          <span class="side-name">{seatName(name)}</span>
          <span class="count">{models.value.filter((model) => model.side === name && isInGame(model)).length}</span>
        </li>
      ))}
    </ul>
  );
}
