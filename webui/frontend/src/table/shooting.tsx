// What a shot at a target would be.

import type { Range } from "../net/state.ts";
import { bandOf, type Target } from "./foresight.ts";

/** Band, cover, priority and the odds of each weapon. */
export function Shooting({ range, target }: { range: Range; target: Target | undefined }) {
  const band = target?.band ?? bandOf(range);
  if (!band) return null;
  return (
    <span class="shooting">
      {target?.priority && <strong class="first-target">★ priority</strong>}
      <span>{band}</span>
      {target?.visible && target.cover && <span>{target.cover} cover</span>}
      {target?.shots.map((shot) => (
        <span key={shot.weapon} class="odds">
          {shot.weapon} <strong>{Math.round(shot.per_cent)} %</strong>
        </span>
      ))}
    </span>
  );
}
