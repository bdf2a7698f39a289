// Tables that ask for a judge, on every page of the desk until somebody goes there.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import type { JudgeCall, OrganiserView } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { clockText, serverTime, useSeconds } from "./clock.ts";
import { playTone, sounding } from "./desk_clock.tsx";
import { Says, useMutation } from "./mutations.tsx";

export function JudgeCalls({ of }: { of: OrganiserView }) {
  const before = useRef(of.calls.length);
  useEffect(() => {
    if (of.calls.length > before.current && sounding.peek()) playTone();
    before.current = of.calls.length;
  }, [of.calls.length]);
  return (
    <div role="alert">
      {of.calls.map((call) => (
        <Call key={call.table} call={call} />
      ))}
    </div>
  );
}

function Call({ call }: { call: JudgeCall }) {
  useSeconds();
  const mutation = useMutation();
  const waited = clockText(Math.max(0, serverTime() - call.time));
  return (
    <div class="judge-call" data-call={call.table}>
      <p>
        <b>{t("Table {table} asks for a judge", { table: call.table })}</b>{" "}
        <small>{t("{player}, for {time}", { player: call.name, time: waited })}</small>
      </p>
      <Press
        class="big"
        data-take={call.table}
        disabled={mutation.busy}
        onPress={() => void mutation.act("take_call", { table: call.table })}
      >
        {t("I am going there")}
      </Press>
      <Says mutation={mutation} />
    </div>
  );
}
