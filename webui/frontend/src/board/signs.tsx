// The umpire's signs on the board: models that watch, models that were pushed, advice, and paths.

import { t } from "../i18n.ts";
import type { Nudge } from "../types/game.ts";
import type { Model, Point } from "../types/table.ts";
import type { AdviceRow, AlertView } from "../types/views.ts";
import { lengthText } from "../ui/lengths.ts";
import { Emblem, sideNumber } from "./marks.tsx";
import { type Space, svgPath, useSpace } from "./space.ts";

/** A line of text on a dark ground, some pixels below a place of the table. short: on a small board. */
export function Sign({
  at,
  dy = 0,
  text,
  short = text,
  name,
  size = 15,
}: {
  at: Point;
  dy?: number;
  text: string;
  short?: string;
  name: string;
  size?: number;
}) {
  const { px, small, up } = useSpace();
  const [x, y] = up(at);
  const letter = size * px;
  const said = small ? short : text;
  const wide = letter * (0.58 * said.length + 1);
  return (
    <g class={`sign ${name}`} transform={`translate(${x} ${y + dy * px})`}>
      <rect
        x={-wide / 2}
        y={-letter * 0.75}
        width={wide}
        height={letter * 1.5}
        rx={letter * 0.4}
        vector-effect="non-scaling-stroke"
      />
      <text y={letter * 0.36} font-size={letter}>
        {said}
      </text>
    </g>
  );
}

/**
 * The place of a sign beside a model, so that nothing above and below it is covered: to the left or the right of it.
 */
export function beside(
  at: Point,
  apart_in: number,
  text: string,
  left: boolean,
  { px, shown }: Space,
  size = 15,
): Point {
  const wide = size * px * (0.58 * text.length + 1);
  const away = apart_in + 6 * px + wide / 2;
  const fits = left ? at[0] - away - wide / 2 > 0 : at[0] + away + wide / 2 < shown.ground.width_in;
  return [at[0] + (left === fits ? -away : away), at[1]];
}

/** The labels over models; short: on a small board. */
export function Marks({ marks }: { marks: ReadonlyMap<string, { text: string; short: string }> }) {
  const { shown, px } = useSpace();
  return (
    <g class="model-marks" aria-hidden="true">
      {shown.models.map((model) => {
        const mark = marks.get(model.id);
        return (
          mark && (
            <Sign
              key={model.id}
              name="first"
              at={[model.x_in, model.y_in]}
              dy={-(Math.max(model.base.width_in, model.base.length_in) / 2 / px + 20)}
              text={mark.text}
              short={mark.short}
            />
          )
        );
      })}
    </g>
  );
}

/** The lines of advice, each by its style; below the models. lit: the keys of those that are pointed at. */
export function AdviceLines({ rows, lit }: { rows: AdviceRow[]; lit?: ReadonlySet<string> }) {
  const { up } = useSpace();
  return (
    <g class="advice-lines" aria-hidden="true">
      {rows.map(
        ({ key, line, style }) =>
          line && (
            <path
              key={key}
              data-line-of={key}
              class={`advice-line style-${style.replace("_", "-")}${lit?.has(key) ? " lit" : ""}`}
              d={svgPath(line, up)}
              vector-effect="non-scaling-stroke"
            />
          ) /* no text */,
      )}
    </g>
  );
}

/** Where a watcher first gets range and sight of a path. */
export function Alerts({ alerts }: { alerts: AlertView[] }) {
  const { shown, px, up } = useSpace();
  return (
    <g class="alerts" aria-hidden="true">
      {alerts.map(({ model, text, short, at_in }) => {
        const watcher = shown.models.find((other) => other.id === model);
        if (!watcher || !at_in) return null;
        const [x, y] = up(at_in);
        return (
          <g key={`${model} ${text}`} data-alert={model}>
            <path
              class="watch"
              d={svgPath([[watcher.x_in, watcher.y_in], at_in], up)}
              vector-effect="non-scaling-stroke"
            />
            <path
              class="watch-point"
              d={`M${x} ${y - 11 * px}L${x + 11 * px} ${y}L${x} ${y + 11 * px}L${x - 11 * px} ${y}Z`}
              vector-effect="non-scaling-stroke"
            />
            <Sign name="warn" at={at_in} dy={24} text={short} />
          </g>
        );
      })}
    </g>
  );
}

/** Signs on more models than these would cover one another: the arrows alone say where to. */
const MOST_SIGNS = 3;

/** A model at its old place, and how far it was pushed from there. */
export function Nudged({ nudged }: { nudged: Nudge[] }) {
  const { shown, px, up } = useSpace();
  return (
    <g class="nudged" aria-hidden="true">
      {nudged.map(({ model, from_in, by_in }) => {
        const there = shown.models.find((other) => other.id === model);
        if (!there || !from_in) return null;
        const here: Point = [there.x_in, there.y_in];
        return (
          <g key={model} class={`side-${sideNumber(there.side, shown.sides)}`} data-nudged={model}>
            <Ghost model={there} at={from_in} heading={there.heading_rad} name="was" />
            <path class="pushed" d={svgPath([here, from_in], up)} vector-effect="non-scaling-stroke" />
            <path
              class="pushed"
              d={svgPath(arrowHead(here, from_in, 12 * px), up)}
              vector-effect="non-scaling-stroke"
            />
            {nudged.length <= MOST_SIGNS && (
              <Sign
                name="warn"
                at={from_in}
                dy={-(there.base.length_in / 2 / px + 20)}
                text={t("{model} back {far}", { model: there.code, far: lengthText(by_in, 1) })}
                short={`${there.code} ${lengthText(by_in, 1)}`}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The two strokes of an arrow's head, each as long as `size`. */
export function arrowHead([x, y]: Point, [tipX, tipY]: Point, size: number): Point[] {
  const back = Math.atan2(y - tipY, x - tipX);
  const wing = (turn: number): Point => [tipX + size * Math.cos(back + turn), tipY + size * Math.sin(back + turn)];
  return [wing(0.5), [tipX, tipY], wing(-0.5)];
}

/** The outline of a model where it does not stand. */
export function Ghost({ model, at, heading, name }: { model: Model; at: Point; heading: number; name: string }) {
  const { shown, px, up } = useSpace();
  const [along, across] = [model.base.length_in / 2, model.base.width_in / 2];
  const looks = { class: "outline", "vector-effect": "non-scaling-stroke" } as const;
  const tip = along + Math.max(0.28, 7 * px);
  const wing = Math.max(0.2, 5 * px);
  return (
    <g class={`ghost ${name} side-${sideNumber(model.side, shown.sides)}`} transform={`translate(${up(at).join(" ")})`}>
      <g transform={`rotate(${(-heading * 180) / Math.PI})`}>
        {model.base.shape === "round" ? (
          <ellipse rx={along} ry={across} {...looks} />
        ) : (
          <rect x={-along} y={-across} width={2 * along} height={2 * across} {...looks} />
        )}
        <polygon class="front" points={`${along},${-wing} ${tip},0 ${along},${wing}`} />
      </g>
      <Emblem side={sideNumber(model.side, shown.sides)} size={Math.min(along, across) * 0.62} hollow />
    </g>
  );
}

/** The ways that models in motion have gone so far. */
export function Trails() {
  const { shown, up } = useSpace();
  return (
    <g class="trails" aria-hidden="true">
      {shown.models
        .filter((model) => (model.way_in?.length ?? 0) > 1)
        .map((model) => (
          <g key={model.id} class={`side-${sideNumber(model.side, shown.sides)}`} data-trail={model.id}>
            <Ghost model={model} at={model.way_in![0]!} heading={model.heading_rad} name="was" />
            <path
              class="trail"
              d={svgPath([...model.way_in!, [model.x_in, model.y_in]], up)}
              vector-effect="non-scaling-stroke"
            />
          </g>
        ))}
    </g>
  );
}
