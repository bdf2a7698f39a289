// The stated intentions of the sides: a ghost at each model's goal, and the path there.

import type { Intention } from "../types/game.ts";
import { lengthText } from "../ui/lengths.ts";
import { nameOf } from "../ui/names.ts";
import "./intentions.css";
import { sideNumber } from "./marks.tsx";
import { beside, Ghost, Sign } from "./signs.tsx";
import { svgPath, useSpace } from "./space.ts";

export function Intentions({ intentions }: { intentions: readonly Intention[] }) {
  const space = useSpace();
  const { shown, small, up } = space;
  return (
    <g class="intentions" aria-hidden="true">
      {intentions.map(({ model: id, seat, way_in, length_in }) => {
        const model = shown.models.find((one) => one.id === id);
        const end = way_in.at(-1);
        if (!end) return null;
        const length = `${model?.code ?? nameOf(id)} ${lengthText(length_in, 1)}`;
        const text = `${nameOf(seat)}: ${length}`;
        return (
          <g key={id} class={`intention side-${sideNumber(seat, shown.sides)}`} data-intention={id}>
            <path class="intended-way" d={svgPath(way_in, up)} vector-effect="non-scaling-stroke" />
            {model && <Ghost model={model} at={end} heading={model.heading_rad} name="intended" />}
            {/* the list beside the board says it too */}
            {!small && (
              <Sign name="intended" at={beside(end, (model?.base.length_in ?? 0) / 2, text, true, space)} text={text} />
            )}
          </g>
        );
      })}
    </g>
  );
}
