// A request that is repeated while its step is open, each time only after the last answer.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, post, Refusal } from "../net/api.ts";

const HIDDEN_MS = 1500;

export interface Polled<T> {
  told: Signal<T | null>;
  /** The refusal of the last command or request; the next success clears it. */
  says: Signal<string>;
  /** The code of that refusal, if it was a command's. */
  code: Signal<string>;
  busy: Signal<boolean>;
  /** Sends a command; its answer is the new state. Whether it was done. */
  act: (path: string, body?: object) => Promise<boolean>;
}

export function usePolled<T>(path: string, gapMs: number): Polled<T> {
  const told = useSignal<T | null>(null);
  const says = useSignal("");
  const code = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    const stopped = new AbortController();
    async function follow(): Promise<void> {
      while (!stopped.signal.aborted) {
        if (!document.hidden && !busy.peek()) {
          await ask<T>(path, stopped.signal).then(
            // an answer to a request from before a command must not replace the command's
            (answer) => !busy.peek() && (told.value = answer),
            (error: unknown) => error instanceof Refusal && error.status > 0 && (says.value = error.message),
          );
        }
        await new Promise((done) => setTimeout(done, document.hidden ? HIDDEN_MS : gapMs));
      }
    }
    void follow();
    return () => stopped.abort();
  }, [path]);

  async function act(command: string, body: object = {}): Promise<boolean> {
    busy.value = true;
    try {
      told.value = await post<T>(command, body);
      says.value = code.value = "";
      return true;
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
      code.value = error instanceof Refusal ? error.code : "";
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { told, says, code, busy, act };
}
