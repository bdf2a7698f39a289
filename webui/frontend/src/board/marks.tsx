// How a side and a model look: shape, letter and pattern tell as much as the colour does.

import { models, partner, reasons, select, selected, table, target } from "../net/state.ts";
import type { Model, Point } from "../net/state.ts";
import { height, remembered } from "../ui/words.ts";

/** 0 for side A, 1 for side B ... */
export function sideNumber(side: string): number {
  return Math.max(0, table.value?.sides.indexOf(side) ?? 0) % 4;
}

/** A side's emblem around (0, 0) in a circle of radius `size`: disc, diamond, square, triangle. */
export function Emblem({ side, size, hollow = false }: { side: number; size: number; hollow?: boolean }) {
  const looks = { class: hollow ? "emblem hollow" : "emblem", "vector-effect": "non-scaling-stroke" } as const;
  if (side === 0) return <circle r={size * 0.85} {...looks} />;
  const corners = [
    [],
    [[0, -1], [1, 0], [0, 1], [-1, 0]],
    [[-0.75, -0.75], [0.75, -0.75], [0.75, 0.75], [-0.75, 0.75]],
    [[0, -1], [0.9, 0.7], [-0.9, 0.7]],
  ][side]!;
  return <polygon points={corners.map(([x, y]) => `${x! * size},${y! * size}`).join(" ")} {...looks} />;
}

/** The emblem with its code, for lists. */
export function Badge({ model }: { model: Model }) {
  const side = sideNumber(model.side);
  return (
    <span class={`badge side-${side}`}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true">
        <Emblem side={side} size={10} hollow={remembered(model)} />
      </svg>
      <span>{model.code}</span>
    </span>
  );
}

/** A model's code, with its height where it stands on something. */
export function labelOf(model: Model): string {
  if (model.stands_on === "undecided") return `${model.code} ↕?`;
  return model.z_in > 0.05 ? `${model.code} ↑${height(model.z_in)}″` : model.code;
}

/** A model on the table seen from above, in inches with y downwards; `px` is one pixel in inches. */
export function Marker({ model, depth, px, label, hiding }: { model: Model; depth: number; px: number; label: Point; hiding: string }) {
  const { width_in, length_in, shape } = model.base;
  const [along, across] = [length_in / 2, width_in / 2];
  const radius = Math.max(along, across);
  const side = sideNumber(model.side);
  const state = model.state === "settled" && model.stale ? "occluded" : model.state;
  const tip = along + Math.max(0.28, 7 * px);
  const wing = Math.max(0.2, 5 * px);
  const [chosen, lookedAt] = [model.id === selected.value, model.id === target.value?.id];
  const aside = reasons.value !== null && !chosen && !lookedAt && hiding === "";
  const outline = { class: "base", "vector-effect": "non-scaling-stroke" } as const;
  return (
    <g
      class={`model side-${side} ${state}${chosen ? " selected" : ""}${lookedAt ? " target" : ""}${aside ? " aside" : ""}${hiding}`}
      data-model={model.id}
      transform={`translate(${model.x_in} ${depth - model.y_in})`}
    >
      <circle class="reach" r={Math.max(radius, 24.5 * px)} />
      {(chosen || lookedAt) && <circle class="halo" r={radius + 6 * px} vector-effect="non-scaling-stroke" />}
      <g transform={`rotate(${(-model.heading_rad * 180) / Math.PI})`}>
        <polygon class="front" points={`${along},${-wing} ${tip},0 ${along},${wing}`} />
        {shape === "round" ? (
          <ellipse rx={along} ry={across} {...outline} />
        ) : (
          <rect x={-along} y={-across} width={length_in} height={width_in} {...outline} />
        )}
      </g>
      {model.state === "lost" ? (
        <text class="unsure" y={5 * px} font-size={15 * px}>?</text>
      ) : (
        <Emblem side={side} size={Math.min(along, across) * 0.62} hollow={remembered(model)} />
      )}
      <text class="code" x={label[0] - model.x_in} y={label[1] - depth + model.y_in + 5 * px} font-size={14 * px}>
        {labelOf(model)}
      </text>
    </g>
  );
}

/** Selects the model nearest to a tap among those within a finger's width; a tap on nothing goes one step back. */
export function tapNearest(places: { id: string; distance: number }[], reach: number): void {
  const near = places.filter((place) => place.distance <= reach).sort((a, b) => a.distance - b.distance)[0];
  if (!near && partner.value !== null) partner.value = null;
  else select(near ? near.id : null);
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
          {String.fromCharCode(65 + number)} <span class="side-name">{name}</span>
          <span class="count">{models.value.filter((model) => model.side === name).length}</span>
        </li>
      ))}
    </ul>
  );
}
