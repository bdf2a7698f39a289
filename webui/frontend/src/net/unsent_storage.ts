// Unsent commands, kept in this browser until sent: they outlive a closed tab. One entry a command, so that two
// tabs do not write over each other; both may send it, and the server does it once.

export interface QueuedCommand {
  id: string;
  path: string;
  body: object;
  /** In the players' words, without what is nobody else's business. */
  label: string;
  /** The question that it answers, if any. */
  about: string;
  at: number;
  /** The game and role, or the score card, that it was meant for. */
  scope: string;
  /** Stays in the memory of this page, for the other side may hold this device next. */
  secret: boolean;
  /** Why it was refused. */
  says?: string;
}

const PREFIX = "unsent ";

/** The unsent commands of this browser, the oldest first. */
export function storedCommands(): QueuedCommand[] {
  const stored = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "").filter(
    (key) => key.startsWith(PREFIX),
  );
  return stored.flatMap(readCommand).sort((one, other) => one.at - other.at);
}

function readCommand(key: string): QueuedCommand[] {
  try {
    return [JSON.parse(localStorage.getItem(key) ?? "") as QueuedCommand];
  } catch {
    localStorage.removeItem(key);
    return [];
  }
}

export function storeCommand(command: QueuedCommand): void {
  if (command.secret) return;
  try {
    localStorage.setItem(PREFIX + command.id, JSON.stringify(command));
  } catch {
    // a browser that keeps nothing: the page itself still does, for as long as it is open
  }
}

export function dropCommand(id: string): void {
  localStorage.removeItem(PREFIX + id);
}

/** Another tab has sent or discarded a command. */
export function onDropped(take: (id: string) => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX) && newValue === null) take(key.slice(PREFIX.length));
  });
}
