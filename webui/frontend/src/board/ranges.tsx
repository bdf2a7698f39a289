// The ranges of the chosen model as lines with their numbers.

import { listedRanges, partnerId, sightReasons } from "../net/table_store.ts";
import type { Model, Point, Range } from "../types/table.ts";
import { lengthFigures } from "../ui/lengths.ts";
import { answerClass } from "../ui/words.ts";
import { centreOf, placeLabels } from "./labels.ts";
import { basesOf } from "./marks.tsx";
import { useSpace } from "./space.ts";

// A number that would hide more is left to the list.
const MOST_COVERED = 0.3;
const [MANY, FEW] = [6, 3];

type Drawn = { range: Range; model: Model }[];

/** The ranges that are drawn: the nearest few, or that of the pair until its wedge is there. */
function drawnRanges(few: boolean): Drawn {
  if (sightReasons.value) return [];
  const pair = listedRanges.value.filter(({ model }) => model.id === partnerId.value);
  return pair.length > 0 ? pair : listedRanges.value.slice(0, few ? FEW : MANY);
}

export function RangeLines() {
  const { small, up } = useSpace();
  const wide = partnerId.value ? 4 : 2;
  return (
    <g class="lines" aria-hidden="true">
      {drawnRanges(small).map(({ range, model }) => {
        const [[x1, y1], [x2, y2]] = [up(range.line_in[0]), up(range.line_in[1])];
        return (
          <line
            key={model.id}
            class={answerClass(range.sight)}
            vector-effect="non-scaling-stroke"
            x1={x1}
            y1={y1}
            x2={x2}
            y2={y2}
            stroke-width={wide}
          />
        );
      })}
    </g>
  );
}

export function RangeNumbers() {
  const { shown, px, small, taken, up } = useSpace();
  const letter = (partnerId.value ? 26 : 15) * px;
  const texts = drawnRanges(small)
    .filter(({ range }) => !range.contact)
    .map(({ range, model }) => ({ range, model, text: lengthFigures(range.range_in) }));
  const size = (text: string): [number, number] => [letter * (0.62 * text.length + 0.6), letter * 1.5];
  const places = placeLabels(
    texts.map(({ range, text }) => {
      const [[x1, y1], [x2, y2]] = [up(range.line_in[0]), up(range.line_in[1])];
      const along = (share: number): Point => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
      return { size: size(text), candidates: [0.5, 0.62, 0.38, 0.74, 0.86, 0.26].map(along) };
    }),
    [...basesOf(shown.models, up), ...taken],
  );
  return (
    <g class="numbers" aria-hidden="true">
      {texts.map(({ range, model, text }, number) => {
        const { box, covered } = places[number]!;
        if (covered > MOST_COVERED && !partnerId.value) return null;
        const [wide, high] = size(text);
        return (
          <g key={model.id} class={answerClass(range.sight)} transform={`translate(${centreOf(box).join(" ")})`}>
            <rect x={-wide / 2} y={-high / 2} width={wide} height={high} rx={letter * 0.4} />
            <text y={letter * 0.36} font-size={letter}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
