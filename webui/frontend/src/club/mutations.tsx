// Commands on an event: a form waits for the answer and keeps its input until the command is done; a try without an
// answer is sent again under its own id.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { newId, post, Refusal } from "../net/api.ts";
import { connected } from "../net/table_store.ts";
import { Press } from "../ui/press.tsx";
import { showToast } from "../ui/toast.tsx";
import { organiserView } from "./organiser_store.ts";

export interface Mutation {
  busy: boolean;
  /** The server's refusal. */
  says: string;
  /** Runs a command on the open event; whether it was done. report: shown on success. */
  act: (command: string, values?: object, report?: string) => Promise<boolean>;
  /** Sends anything else; the answer, null if it was refused. */
  send: <T>(path: string, body: object) => Promise<T | null>;
  quiet: () => void;
}

export function useMutation(): Mutation {
  const busy = useSignal(false);
  const says = useSignal("");
  const unheard = useRef({ text: "", id: "" });

  async function send<T>(path: string, body: object): Promise<T | null> {
    if (busy.peek()) return null;
    const text = path + JSON.stringify(body);
    const id = unheard.current.text === text ? unheard.current.id : newId();
    unheard.current = { text: "", id: "" };
    busy.value = true;
    says.value = "";
    try {
      return await post<T>(path, body, id);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
      if (refusal.status === 0 || refusal.status >= 502) unheard.current = { text, id };
      says.value = refusal.message;
      return null;
    } finally {
      busy.value = false;
    }
  }

  async function act(command: string, values: object = {}, report = ""): Promise<boolean> {
    const done = await send(`/api/club/${organiserView.peek()!.id}/act`, { command, ...values });
    if (done && report) showToast(report);
    return done !== null;
  }

  return { busy: busy.value || !connected.value, says: says.value, act, send, quiet: () => (says.value = "") };
}

/** The refusal, beside the form. */
export function Says({ mutation }: { mutation: Mutation }) {
  return (
    <p class="why-not" role="alert">
      {mutation.says}
    </p>
  );
}

/** Usual reasons to tap, or another one typed. */
export function Reason({ usual, value, onChange }: { usual: string[]; value: string; onChange: (to: string) => void }) {
  return (
    <div class="reasons">
      <div class="one-of" role="group" aria-label={t("Why?")}>
        {usual.map((reason) => (
          <Press
            key={reason}
            data-reason
            aria-pressed={value === reason}
            onPress={() => onChange(value === reason ? "" : reason)}
          >
            {reason}
          </Press>
        ))}
      </div>
      <label>
        {t("Reason for the log")}
        <input
          type="text"
          maxLength={200}
          autocomplete="off"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
