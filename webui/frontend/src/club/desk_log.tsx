// Who did what and when; what was taken back stays, struck out and said to be so.

import { type Night } from "./night.ts";

export function LogDesk({ of }: { of: Night }) {
  return (
    <div class="club-page">
      <ul class="acts">
        {of.audit.map((act) => (
          <li key={act.line} class={act.counts ? "" : "undone"}>
            <b>{act.line}</b>
            <span><small>{act.by}</small> {act.said}{!act.counts && <em>taken back</em>}</span>
            <small>{new Date(act.at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })}</small>
          </li>
        ))}
      </ul>
      {of.audit.at(-1)?.line !== 1 && <p class="hint">What came before is in the exported event.</p>}
    </div>
  );
}
