// Commands on their way to the server, in their order. One that cannot be sent is kept, over a reload too, and goes out
// with its own id when the server is back; one that is refused is shown until somebody has read it.

import { effect, signal } from "@preact/signals";
import { newId, post, Refusal } from "./api.ts";
import { connected } from "./table_store.ts";

interface QueuedCommand {
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
const RETRY_MS = 1500;

export const unsentCommands = signal<QueuedCommand[]>(storedCommands());
export const refusedCommands = signal<QueuedCommand[]>([]);
/** Questions whose answer the server has taken, though the page may still show them for a moment. */
export const acceptedKeys = signal<ReadonlySet<string>>(new Set());

let sending = false;

function storedCommands(): QueuedCommand[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as QueuedCommand[];
  } catch {
    return [];
  }
}

/** Does something, at once or as soon as it can be; whether and how it went is seen in `unsentCommands` and `refusedCommands`. */
export function sendCommand(path: string, body: object, label: string, about = ""): void {
  if (about && (acceptedKeys.value.has(about) || unsentCommands.value.some((command) => command.about === about))) return;
  unsentCommands.value = [...unsentCommands.value, { id: newId(), path, body, label, about, at: Date.now() }];
  void sendQueue();
}

/** The server asks again what it had an answer to. */
export function reopenKey(about: string): void {
  if (acceptedKeys.value.has(about)) acceptedKeys.value = new Set([...acceptedKeys.value].filter((key) => key !== about));
}

/** Gives up a command that was not sent. */
export function discardCommand(id: string): void {
  unsentCommands.value = unsentCommands.value.filter((command) => command.id !== id);
}

/** Has read why a command was refused. */
export function dismissRefusal(id: string): void {
  refusedCommands.value = refusedCommands.value.filter((command) => command.id !== id);
}

async function sendQueue(): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let command = unsentCommands.value[0]; command && (await trySend(command)); command = unsentCommands.value[0]) discardCommand(command.id);
  } finally {
    sending = false;
  }
}

/** Whether the server has answered, in whatever way. */
async function trySend(command: QueuedCommand): Promise<boolean> {
  try {
    await post(command.path, command.body, command.id);
    if (command.about) acceptedKeys.value = new Set([...acceptedKeys.value, command.about]);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
    if (refusal.status === 0 || refusal.status >= 502) {
      setTimeout(() => void sendQueue(), RETRY_MS);
      return false;
    }
    // the same once more is no news
    const others = refusedCommands.value.filter((one) => one.label !== command.label || one.says !== refusal.message);
    refusedCommands.value = [...others, { ...command, says: refusal.message }];
  }
  return true;
}

effect(() => {
  if (unsentCommands.value.length) sessionStorage.setItem(KEPT, JSON.stringify(unsentCommands.value));
  else sessionStorage.removeItem(KEPT);
});
effect(() => {
  if (connected.value) void sendQueue();
});
addEventListener("beforeunload", (event) => {
  if (unsentCommands.value.length && !connected.value) event.preventDefault();
});
