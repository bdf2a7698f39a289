// The move that people make for the machine: an arrow along its path, and a ghost at its end.

import type { MachineMove } from "../types/views.ts";
import { lengthText } from "../ui/lengths.ts";
import { nameOf } from "../ui/names.ts";
import "./machine_move.css";
import { sideNumber } from "./marks.tsx";
import { arrowHead, beside, Ghost, Sign } from "./signs.tsx";
import { svgPath, useSpace } from "./space.ts";

export function MachineArrow({ move }: { move: MachineMove }) {
  const space = useSpace();
  const { shown, small, up, px } = space;
  const model = shown.models.find(({ id }) => id === move.model);
  const end = move.way.at(-1);
  if (!model || !end || move.goal === "stay") return null;
  const text = `${model.code ?? nameOf(model.id)} ${lengthText(move.length_in, 1)}`;
  return (
    <g
      class={`machine-arrow side-${sideNumber(model.side, shown.sides)}`}
      aria-hidden="true"
      data-machine-move={model.id}
    >
      <path class="machine-way" d={svgPath(move.way, up)} vector-effect="non-scaling-stroke" />
      <path
        class="machine-way"
        d={svgPath(arrowHead(move.way.at(-2) ?? end, end, 14 * px), up)}
        vector-effect="non-scaling-stroke"
      />
      <Ghost model={model} at={end} heading={model.heading_rad} name="machine" />
      {!small && (
        <Sign name="machine" at={beside(end, (model.base.length_in ?? 0) / 2, text, true, space)} text={text} />
      )}
    </g>
  );
}
