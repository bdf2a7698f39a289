// What sides have said aloud that their models are to do: a ghost where each is to stand, and the way there.

import type { Intention } from "../types/game.ts";
import { nameOf } from "../ui/names.ts";
import "./intentions.css";
import { sideNumber } from "./marks.tsx";
import { Ghost, Sign } from "./signs.tsx";
import { svgPath, useSpace } from "./space.ts";

export function Intentions({ intentions }: { intentions: readonly Intention[] }) {
  const { shown, px, up } = useSpace();
  return (
    <g class="intentions" aria-hidden="true">
      {intentions.map(({ model: id, seat, way_in, length_in }) => {
        const model = shown.models.find((one) => one.id === id);
        const end = way_in.at(-1);
        if (!model || !end) return null;
        const over = -(model.base.length_in / 2 / px + 18);
        return (
          <g key={id} class={`intention side-${sideNumber(model.side, shown.sides)}`} data-intention={id}>
            <path class="intended-way" d={svgPath(way_in, up)} vector-effect="non-scaling-stroke" />
            <Ghost model={model} at={end} heading={model.heading_rad} name="intended" />
            <Sign name="intended" at={end} dy={over} text={`${nameOf(seat)}: ${model.code} ${length_in.toFixed(1)}″`} short={`${model.code} ${length_in.toFixed(1)}″`} />
          </g>
        );
      })}
    </g>
  );
}
