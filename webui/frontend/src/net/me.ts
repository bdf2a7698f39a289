// The role of this browser at the table, and, for roles that may know them, the codes to join with.

import { effect, signal } from "@preact/signals";
import type { Me } from "../types/access.ts";
import { ask, post } from "./api.ts";
import { connected } from "./table_store.ts";

/** null until the server has said it. */
export const me = signal<Me | null>(null);

/** Asks again; the last answer stays when the server does not answer. */
export async function learnMe(): Promise<void> {
  // not `me.value`: the effect below would run again at each answer
  const before = me.peek();
  me.value = await ask<Me>("/api/me").catch(() => before);
  // the page's data was sent to a seat, and new data is for a spectator: the two do not fit together
  if (before && !before.ended && me.value?.ended) location.reload();
}

/** Whether this browser may do that, such as "codes" or "answer near" (near being a seat). */
export function mayDo(command: string): boolean {
  return me.value?.may.includes(command) ?? false;
}

/** Takes the seat that the code opens. Refusal with the server's sentence. */
export async function joinSeat(code: string): Promise<void> {
  await post("/api/join", { code });
  await learnMe();
}

export async function leaveSeat(): Promise<void> {
  await post("/api/leave");
  await learnMe();
}

/** Reloads the table, whose stream was opened for the earlier role. */
export function reloadTable(): void {
  location.replace("/");
}

// a server that was away may have new codes, and then nobody is joined any more
effect(() => {
  if (connected.value) void learnMe();
});
