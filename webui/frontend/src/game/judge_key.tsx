// The key for a judge in the menu of a tablet, while its game is a pairing of a club event.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask, post, Refusal } from "../net/api.ts";
import { offline } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";
import { JudgeQuestion } from "../ui/judge_question.tsx";
import { TwoTaps } from "../ui/sheet.tsx";

interface TableCall {
  title: string;
  table: number;
  called: boolean;
}

export function JudgeKey() {
  const call = useSignal<TableCall | null>(null);
  const says = useSignal("");
  const busy = useSignal(false);
  const armed = useSignal(false);
  const text = useSignal("");
  useEffect(() => {
    ask<{ call: TableCall | null }>("/api/club/call").then(
      (told) => (call.value = told.call),
      // a server without club events, or a game that is none of them
      () => undefined,
    );
  }, []);
  if (!call.value) return null;
  const { title, table, called } = call.value;
  const send = async (): Promise<void> => {
    busy.value = true;
    says.value = "";
    armed.value = false;
    try {
      call.value = (
        await post<{ call: TableCall | null }>("/api/club/call", { wanted: !called, text: text.value })
      ).call;
      text.value = "";
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section data-judge-key={called ? "called" : "quiet"}>
      <h2>{t("{event}, table {table}", { event: title, table })}</h2>
      {called && (
        <p role="status">
          {t("A judge has been called to table {table}. The organiser sees the call until somebody comes.", { table })}
        </p>
      )}
      {called ? (
        <Press class="big" disabled={busy.value || offline.value} onPress={() => void send()}>
          {t("Nobody is needed any more")}
        </Press>
      ) : (
        <>
          {armed.value && <JudgeQuestion text={text} />}
          <TwoTaps
            first={t("Call a judge …")}
            second={t("Yes, to table {table}", { table })}
            armed={armed.value}
            arm={(on) => (armed.value = on)}
            disabled={busy.value || offline.value}
            onDo={() => void send()}
          />
        </>
      )}
      <p class="why-not" role="alert">
        {says.value}
      </p>
    </section>
  );
}
