// Who this browser is to the table, and for those who may know them, the codes by which others join.

import { effect, signal } from "@preact/signals";
import { ask, post } from "./api.ts";
import { connected } from "./state.ts";

export type Role = "table" | "red" | "blue" | "umpire" | "spectator";

export interface Me {
  role: Role;
  /** The role in words, as in "this device is …". */
  called: string;
  may: string[];
  /** role -> code; empty for all but the table and the umpire. */
  codes: Partial<Record<Role, string>>;
  /** Where other devices find the page, the best first; none where the server listens to its own machine alone. */
  addresses: string[];
  /** How many devices follow the table in each role. */
  joined: Record<Role, number>;
}

/** null until the server has said it. */
export const me = signal<Me | null>(null);

/** Asks anew; what is known stays when the server does not answer. */
export async function learnMe(): Promise<void> {
  me.value = await ask<Me>("/api/me").catch(() => me.value);
}

/** Whether this browser may do that, such as "codes" or "answer red". */
export function may(deed: string): boolean {
  return me.value?.may.includes(deed) ?? false;
}

/** Takes the seat that the code opens. Refusal with the server's sentence. */
export async function join(code: string): Promise<void> {
  await post("/api/join", { code });
  await learnMe();
}

export async function leave(): Promise<void> {
  await post("/api/leave");
  await learnMe();
}

/** The table, loaded anew: its stream was opened for the role of before. */
export function enter(): void {
  location.replace("/");
}

// a server that was away may have new codes, and then nobody is joined any more
effect(() => {
  if (connected.value) void learnMe();
});
