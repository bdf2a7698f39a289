// Whom the chosen model can charge: in words, and the way there on the board.

import { svgPath, useSpace } from "../../board/space.ts";
import { modelById } from "../../net/table_store.ts";
import { inches } from "../../ui/words.ts";
import type { ChargeAdvice } from "./types.ts";

export function ChargeList({ charges }: { charges: ChargeAdvice[] }) {
  return (
    <ul class="charge-list">
      {charges.map((charge) => (
        <li key={charge.target} class={charge.lawful ? "" : "too-far"}>
          {modelById.value.get(charge.target)?.name ?? charge.target}: {charge.length_in === null ? "no way" : `${inches(charge.length_in)}″ of ${charge.allowance_in}″`}
          {charge.lawful ? " ✓" : " ✗"}
        </li>
      ))}
    </ul>
  );
}

/** The shortest way to each of them; below the models. */
export function ChargeWays({ charges }: { charges: ChargeAdvice[] }) {
  const { up } = useSpace();
  return (
    <g class="charges">
      {charges.map((charge) => (
        <path key={charge.target} class={charge.lawful ? "charge" : "charge too-far"} d={svgPath(charge.way_in, up)} vector-effect="non-scaling-stroke" />
      ))}
    </g>
  );
}
