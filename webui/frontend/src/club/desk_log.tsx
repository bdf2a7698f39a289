// Who did what and when; what was taken back stays, struck out and said to be so.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api.ts";
import type { AuditEntry, OrganiserView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { showToast } from "../ui/toast.tsx";

export function LogDesk({ of }: { of: OrganiserView }) {
  const wanted = useSignal(false);
  const whole = useSignal<AuditEntry[]>([]);
  const known = whole.value.length ? whole.value : of.audit;
  useEffect(() => {
    if (!wanted.value) return;
    ask<{ audit: AuditEntry[] }>(`/api/club/${of.id}/log`).then(({ audit }) => (whole.value = audit), (error: Error) => showToast(error.message));
  }, [wanted.value, of.sequence]);
  return (
    <div class="club-page">
      <ul class="acts">
        {known.map((act) => (
          <li key={act.line} class={act.counts ? "" : "undone"}>
            <b>{act.line}</b>
            <span><small>{act.by}</small> {act.said}{!act.counts && <em>taken back</em>}</span>
            <small>{new Date(act.at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })}</small>
          </li>
        ))}
      </ul>
      {known.length > 0 && known.at(-1)!.line > 1 && <Press class="big" data-earlier onPress={() => (wanted.value = true)}>Show what came before as well</Press>}
    </div>
  );
}
