// A question asked again and again while its step is open, each time only after the last one was answered.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, post, Refusal } from "../net/api.ts";

const HIDDEN_MS = 1500;

export interface Polled<T> {
  told: Signal<T | null>;
  /** Why the last command, or the last question, was refused; the next one that is not takes it away. */
  says: Signal<string>;
  busy: Signal<boolean>;
  /** Does something; its answer is the new state. Whether it was done. */
  act: (path: string, body?: object) => Promise<boolean>;
}

export function usePolled<T>(path: string, gapMs: number): Polled<T> {
  const told = useSignal<T | null>(null);
  const says = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    const stopped = new AbortController();
    async function follow(): Promise<void> {
      while (!stopped.signal.aborted) {
        if (!document.hidden && !busy.peek()) {
          await ask<T>(path, stopped.signal).then(
            // what was asked before a command must not undo its answer
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
      says.value = "";
      return true;
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { told, says, busy, act };
}
