// Doing something to a club night: the answer is waited for where it was asked, so that what was filled in stays there
// until it is done; a try that was not answered goes out again under its own id.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { newId, post, Refusal } from "../net/api.ts";
import { connected } from "../net/table_store.ts";
import { Press } from "../ui/press.tsx";
import { showToast } from "../ui/toast.tsx";
import { organiserView } from "./organiser_store.ts";

export interface Mutation {
  busy: boolean;
  /** Why it was refused, in the server's words. */
  says: string;
  /** Does a command on the night that is open; whether it was done. */
  act: (command: string, said?: object, told?: string) => Promise<boolean>;
  /** Sends anything else; what was answered, null where it was refused. */
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

  async function act(command: string, said: object = {}, told = ""): Promise<boolean> {
    const done = await send(`/api/club/${organiserView.peek()!.id}/act`, { command, ...said });
    if (done && told) showToast(told);
    return done !== null;
  }

  return { busy: busy.value || !connected.value, says: says.value, act, send, quiet: () => (says.value = "") };
}

/** Why not, where it was asked. */
export function Says({ mutation }: { mutation: Mutation }) {
  return <p class="why-not" role="alert">{mutation.says}</p>;
}

/** Reasons that are often given, by tap; or another one by hand. */
export function Reason({ usual, value, onChange }: { usual: string[]; value: string; onChange: (reason: string) => void }) {
  return (
    <div class="reasons">
      <div class="one-of" role="group" aria-label="Why?">
        {usual.map((reason) => (
          <Press key={reason} data-reason aria-pressed={value === reason} onPress={() => onChange(value === reason ? "" : reason)}>{reason}</Press>
        ))}
      </div>
      <label>
        Why? It stands in the log
        <input type="text" maxLength={200} autocomplete="off" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      </label>
    </div>
  );
}
