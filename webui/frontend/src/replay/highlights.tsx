// The moments of a game that players talk about.

import type { Highlight } from "../types/replay.ts";

export function Highlights({ highlights }: { highlights: Highlight[] }) {
  if (highlights.length === 0) return null;
  return (
    <dl class="highlights">
      {highlights.map(({ title, text, turn, chance }) => (
        <div key={title} data-highlight>
          <dt>{title}</dt>
          <dd>
            {text}
            <small class="soft">{[turn, chance].filter(Boolean).join(", ")}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
