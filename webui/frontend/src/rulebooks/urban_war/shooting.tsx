// What a shot at a target would be.

import type { Range } from "../../types/table.ts";
import { bandOf } from "./advice.ts";
import type { TargetAdvice } from "./types.ts";

/** The band of a range, as the game has it or as it is measured. */
export function bandWords(range: Range, target: TargetAdvice | undefined): string {
  return target?.band ?? bandOf(range);
}

/** Priority, cover and the odds of each weapon; empty without a game. */
export function Shooting({ target }: { target: TargetAdvice | undefined }) {
  if (!target || !(target.priority || target.cover || target.shots.length > 0)) return null;
  return (
    <span class="shooting">
      {target.priority && <strong class="first-target">★ priority</strong>}
      {target.visible && target.cover && <span>{target.cover} cover</span>}
      {target.shots.map((shot) => (
        <span key={shot.weapon} class="odds">
          {shot.weapon} <strong>{Math.round(shot.per_cent)} %</strong>
        </span>
      ))}
    </span>
  );
}
