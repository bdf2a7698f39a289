// The player's tools on the board: a tape, and a model's ghost.

import { useRef } from "preact/hooks";
import type { Model, Point } from "../types/table.ts";
import { lengthText } from "../ui/lengths.ts";
import { useDrag } from "./drag.ts";
import { Ghost, Sign } from "./signs.tsx";
import { svgPath, useSpace } from "./space.ts";

// Material Design's 48 dp: what a finger finds.
const HANDLE_PX = 24.5;

/** A place that a finger can take along; done: where it was let go. */
export function Handle({
  at,
  name,
  move,
  done,
}: {
  at: Point;
  name: string;
  move: (to: Point) => void;
  done?: (to: Point) => void;
}) {
  const { px, up } = useSpace();
  const element = useRef<SVGGElement>(null);
  useDrag(element, at, move, done);
  return (
    <g ref={element} class="handle" data-handle={name} transform={`translate(${up(at).join(" ")})`}>
      <circle class="reach" r={HANDLE_PX * px} />
      <circle class="grip" r={9 * px} vector-effect="non-scaling-stroke" />
    </g>
  );
}

/** A tape from edge to edge. ends: where its handles are; line: what it measures, once that is known; without `move` it
 * has no handles. */
export function TapeLine({
  ends,
  line,
  far,
  move,
  done,
}: {
  ends: Point[];
  line: [Point, Point] | null;
  far: number | null;
  move?: (end: number, to: Point) => void;
  done?: (end: number, to: Point) => void;
}) {
  const { px, up } = useSpace();
  const [from, to] = line ?? ends;
  return (
    <g class="tape">
      {from && to && <path class="tape-edge" d={svgPath([from, to], up)} vector-effect="non-scaling-stroke" />}
      {from && to && <path class="tape-inside" d={svgPath([from, to], up)} vector-effect="non-scaling-stroke" />}
      {move &&
        done &&
        ends.map((at, end) => (
          <Handle
            key={end}
            name={`tape-${end}`}
            at={at}
            move={(where) => move(end, where)}
            done={(where) => done(end, where)}
          />
        ))}
      {from && to && far !== null && (
        <Sign
          name="taped"
          size={24}
          at={[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]}
          dy={Math.abs(up(from)[1] - up(to)[1]) < 40 * px ? -30 : 0}
          text={lengthText(far)}
        />
      )}
    </g>
  );
}

/** A model where it might stand, with the way there. */
export function Supposition({
  model,
  at,
  way,
  fits,
  move,
}: {
  model: Model;
  at: Point;
  way: Point[];
  fits: boolean | null;
  move: (to: Point) => void;
}) {
  const { px, up } = useSpace();
  const element = useRef<SVGGElement>(null);
  useDrag(element, at, move);
  return (
    <g class={`supposition${fits === false ? " unfit" : ""}`}>
      {way.length > 1 && <path class="would-go" d={svgPath(way, up)} vector-effect="non-scaling-stroke" />}
      <g ref={element} class="handle" data-handle="ghost">
        <circle class="reach" cx={up(at)[0]} cy={up(at)[1]} r={Math.max(HANDLE_PX * px, model.base.length_in / 2)} />
        <circle
          class="halo-grip"
          cx={up(at)[0]}
          cy={up(at)[1]}
          r={Math.max(HANDLE_PX * px, model.base.length_in / 2 + 6 * px)}
          vector-effect="non-scaling-stroke"
        />
        <Ghost model={model} at={at} heading={model.heading_rad} name="would" />
      </g>
    </g>
  );
}
