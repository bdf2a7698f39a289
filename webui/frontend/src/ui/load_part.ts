// Parts of the page that are loaded when they are needed. A server that was updated meanwhile has them under other
// names, and one that is away has none: the page reloads as soon as the server answers, at the same address.

import { askedAs } from "../net/asked_as.ts";

const AGAIN_MS = 1000;
// A part that is broken for good must not load the page over and over.
const LEAST_MS = 15_000;
const KEPT = "reloaded";

/** The part that `load` loads. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (Date.now() - Number(sessionStorage.getItem(KEPT) ?? 0) < LEAST_MS) throw error;
    await serverAnswers();
    sessionStorage.setItem(KEPT, String(Date.now()));
    location.reload();
    return new Promise(() => undefined);
  }
}

async function serverAnswers(): Promise<void> {
  while (
    !(await fetch(askedAs("/api/me"), { cache: "no-store" }).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}
