// The priority target on the board.

import { computed } from "@preact/signals";
import { Sign } from "../../board/signs.tsx";
import { useSpace } from "../../board/space.ts";
import { modelById } from "../../net/table_store.ts";
import type { Model } from "../../types/table.ts";
import { advice, priorityTargets } from "./advice.ts";

const MARK = "★ priority";

/** What is written over the targets that come first on the camera's picture. */
export const priorityMarks = computed<ReadonlyMap<string, string>>(() => new Map(priorityTargets.value.map((model) => [model.id, MARK])));

/** A star over each of the targets that come first. */
export function Priority({ targets }: { targets: Model[] }) {
  const { px } = useSpace();
  return (
    <g class="priority" aria-hidden="true">
      {targets.map((model) => (
        <Sign key={model.id} name="first" at={[model.x_in, model.y_in]} dy={-(Math.max(model.base.width_in, model.base.length_in) / 2 / px + 20)} text={MARK} short="★" />
      ))}
    </g>
  );
}

/** The reason, with the names of the targets where it does not give them itself. */
function withTargetNames({ targets, why }: { targets: string[]; why: string }): string {
  const names = targets.map((id) => modelById.value.get(id)?.name ?? id);
  return names.every((name) => why.includes(name)) ? why : `${names.join(", ")}: ${why}`;
}

/** Which target comes first for the chosen model, and why. */
export function PriorityReason() {
  const priority = advice.value?.priority;
  if (!priority || priority.targets.length === 0) return null;
  return <p class="first-why"><strong class="first-target">{MARK}</strong> {withTargetNames(priority)}</p>;
}
