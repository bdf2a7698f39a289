// Deeds on their way to the server, in their order. One that cannot be sent is kept, over a reload too, and goes out
// with its own id when the server is back; one that is refused is shown until somebody has read it.

import { effect, signal } from "@preact/signals";
import { newId, post, Refusal } from "../net/api.ts";
import { connected } from "../net/state.ts";

export interface Deed {
  id: string;
  path: string;
  body: object;
  /** In the players' words, without what is nobody else's business. */
  label: string;
  /** The question that it answers, if any. */
  about: string;
  at: number;
  /** Why it was refused. */
  says?: string;
}

const KEPT = "deeds";
const AGAIN_MS = 1500;

export const waiting = signal<Deed[]>(kept());
export const refused = signal<Deed[]>([]);
/** Questions whose answer the server has taken, though the page may still show them for a moment. */
export const taken = signal<ReadonlySet<string>>(new Set());

let sending = false;

function kept(): Deed[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as Deed[];
  } catch {
    return [];
  }
}

/** Does something, at once or as soon as it can be; whether and how it went is seen in `waiting` and `refused`. */
export function send(path: string, body: object, label: string, about = ""): void {
  if (about && (taken.value.has(about) || waiting.value.some((deed) => deed.about === about))) return;
  waiting.value = [...waiting.value, { id: newId(), path, body, label, about, at: Date.now() }];
  void work();
}

/** Gives up a deed that was not sent. */
export function discard(id: string): void {
  waiting.value = waiting.value.filter((deed) => deed.id !== id);
}

/** Has read why a deed was refused. */
export function acknowledge(id: string): void {
  refused.value = refused.value.filter((deed) => deed.id !== id);
}

async function work(): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let deed = waiting.value[0]; deed && (await done(deed)); deed = waiting.value[0]) discard(deed.id);
  } finally {
    sending = false;
  }
}

/** Whether the server has answered, in whatever way. */
async function done(deed: Deed): Promise<boolean> {
  try {
    await post(deed.path, deed.body, deed.id);
    if (deed.about) taken.value = new Set([...taken.value, deed.about]);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
    if (refusal.status === 0 || refusal.status >= 502) {
      setTimeout(() => void work(), AGAIN_MS);
      return false;
    }
    // the same once more is no news
    const others = refused.value.filter((one) => one.label !== deed.label || one.says !== refusal.message);
    refused.value = [...others, { ...deed, says: refusal.message }];
  }
  return true;
}

effect(() => {
  if (waiting.value.length) sessionStorage.setItem(KEPT, JSON.stringify(waiting.value));
  else sessionStorage.removeItem(KEPT);
});
effect(() => {
  if (connected.value) void work();
});
addEventListener("beforeunload", (event) => {
  if (waiting.value.length && !connected.value) event.preventDefault();
});
