// Commands on their way to the server, in their order. One that cannot be sent is kept, also when the tab is closed,
// and goes out with its own id when the server is back; one that is refused is shown until somebody has read it.

import { effect, signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { newId, post, Refusal } from "./api.ts";
import { game, gameKnown, role } from "./game_store.ts";
import { connected } from "./table_store.ts";
import { dropCommand, onDropped, type QueuedCommand, storeCommand, storedCommands } from "./unsent_storage.ts";

const RETRY_MS = 1500;
// what is found the next day was meant for another evening
const STALE_MS = 24 * 3600 * 1000;

export const unsentCommands = signal<QueuedCommand[]>(storedCommands());
export const refusedCommands = signal<QueuedCommand[]>([]);
/** Questions whose answer the server has taken, though the page may still show them for a moment. */
export const acceptedKeys = signal<ReadonlySet<string>>(new Set());
/** The score card of this browser, as scopes name it; null until it is known. */
export const cardScope = signal<string | null>(null);

/** Found in the browser when the page was opened: these go out only where they were meant to. */
const found = new Set(unsentCommands.value.map((command) => command.id));
let sending = false;

/** The present subject of a command of that address; null until the server has sent it. */
function scopeOf(path: string): string | null {
  if (path.startsWith("/api/card/")) return cardScope.value;
  return gameKnown.value ? `game ${game.value?.id ?? 0} ${role.value}` : null; // no text
}

/** Does something, at once or as soon as it can be; `unsentCommands` and `refusedCommands` show how it went.
 * secret: whether the other side, which may hold this device next, must not find it here. */
export function sendCommand(path: string, body: object, label: string, about = "", secret = false): void {
  if (about && (acceptedKeys.value.has(about) || unsentCommands.value.some((command) => command.about === about)))
    return;
  const command = { id: newId(), path, body, label, about, at: Date.now(), scope: scopeOf(path) ?? "", secret };
  storeCommand(command);
  unsentCommands.value = [...unsentCommands.value, command];
  void sendQueue();
}

/** The server asks again what it had an answer to. */
export function reopenKey(about: string): void {
  if (acceptedKeys.value.has(about))
    acceptedKeys.value = new Set([...acceptedKeys.value].filter((key) => key !== about));
}

/** Gives up a command that was not sent. */
export function discardCommand(id: string): void {
  dropCommand(id);
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
    for (let command = nextCommand(); command && (await trySend(command)); command = nextCommand())
      discardCommand(command.id);
  } finally {
    sending = false;
  }
}

/** The first that can be sent; what was found waits until the page knows what it is about. */
function nextCommand(): QueuedCommand | undefined {
  return unsentCommands.value.find((command) => !found.has(command.id) || scopeOf(command.path) !== null);
}

/** Whether the command is settled, in whatever way. */
async function trySend(command: QueuedCommand): Promise<boolean> {
  if (found.has(command.id) && command.scope !== scopeOf(command.path)) {
    refuse(command, t("It was meant for another game, or for another player’s device"));
    return true;
  }
  if (Date.now() - command.at > STALE_MS) {
    refuse(command, t("It is more than a day old"));
    return true;
  }
  try {
    await post(command.path, command.body, command.id);
    if (command.about) acceptedKeys.value = new Set([...acceptedKeys.value, command.about]);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
    if (refusal.status === 0 || refusal.status >= 502) {
      setTimeout(() => void sendQueue(), refusal.retryS * 1000 || RETRY_MS);
      return false;
    }
    refuse(command, refusal.message);
  }
  return true;
}

function refuse(command: QueuedCommand, says: string): void {
  // the same once more is no news
  const others = refusedCommands.value.filter((one) => one.label !== command.label || one.says !== says);
  refusedCommands.value = [...others, { ...command, says }];
}

onDropped((id) => (unsentCommands.value = unsentCommands.value.filter((command) => command.id !== id)));
effect(() => {
  const known = gameKnown.value || cardScope.value !== null;
  if (connected.value && (known || unsentCommands.peek().length)) void sendQueue();
});
addEventListener("beforeunload", (event) => {
  const secret = unsentCommands.value.some((command) => command.secret);
  if (unsentCommands.value.length && (secret || !connected.value)) event.preventDefault();
});
