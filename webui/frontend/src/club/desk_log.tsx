// The log: who did what and when; undone entries stay, struck out and marked.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, timeText } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { AuditEntry, OrganiserView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { showToast } from "../ui/toast.tsx";
import { doerName } from "./doer.ts";

export function LogDesk({ of }: { of: OrganiserView }) {
  const showAll = useSignal(false);
  const wholeLog = useSignal<AuditEntry[]>([]);
  const entries = wholeLog.value.length ? wholeLog.value : of.audit;
  useEffect(() => {
    if (!showAll.value) return;
    ask<{ audit: AuditEntry[] }>(`/api/club/${of.id}/log`).then(
      ({ audit }) => (wholeLog.value = audit),
      (error: Error) => showToast(error.message),
    );
  }, [showAll.value, of.sequence]);
  return (
    <div class="club-page">
      <ul class="acts">
        {entries.map((entry) => (
          <li key={entry.line} class={entry.counts ? "" : "undone"}>
            <b>{entry.line}</b>
            <span>
              <small>{doerName(entry.by)}</small> {entry.sentence}
              {!entry.counts && <em>{t("undone")}</em>}
            </span>
            <small>{timeText(entry.at, { hour: "2-digit", minute: "2-digit" })}</small>
          </li>
        ))}
      </ul>
      {entries.length > 0 && entries.at(-1)!.line > 1 && (
        <Press class="big" data-earlier onPress={() => (showAll.value = true)}>
          {t("Show earlier entries")}
        </Press>
      )}
    </div>
  );
}
