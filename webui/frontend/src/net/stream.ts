// The one connection to the server: it opens by itself, notices silence, and opens again.

import { connected, ground, news, pulse, silentSince, table } from "./state.ts";

// The server says something each second.
const SILENCE_MS = 2500;
const AGAIN_MS = 1000;

type Take = (data: never) => void;

const takers = new Map<string, Take>();
const having = new Map<string, () => string>();
const TABLE = "/api/events";

let source: EventSource | null = null;
let address = TABLE;
let following = false;
let heardAt = performance.now();
let openedAt = 0;

function heard(): void {
  heardAt = performance.now();
  connected.value = true;
  silentSince.value = null;
}

function lost(): void {
  if (!connected.value) return;
  connected.value = false;
  silentSince.value = Date.now() - (performance.now() - heardAt);
}

/** What is done with an event of that name, from now on; to be said before `follow()`, or at any time after. */
export function on<T>(name: string, take: (data: T) => void): void {
  takers.set(name, take as Take);
  if (source) listenTo(name, take as Take);
}

/** What the server is told whenever the stream opens, so that it need not say again what the page has. */
export function tellOf(name: string, have: () => string): void {
  having.set(name, have);
}

function listenTo(name: string, take: Take): void {
  source!.addEventListener(name, (event) => {
    heard();
    take(JSON.parse((event as MessageEvent<string>).data) as never);
  });
}

on<typeof ground.value>("ground", (data) => (ground.value = data));
on<NonNullable<typeof table.value>>("table", (data) => (table.value = data));
on<NonNullable<typeof pulse.value>>("pulse", (data) => (pulse.value = data));
on<{ list: typeof news.value }>("news", (data) => (news.value = data.list));

function open(): void {
  source?.close();
  openedAt = performance.now();
  const have = [...having].map(([name, say]) => [name, say()]);
  source = new EventSource(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(have)}`);
  for (const [name, take] of takers) listenTo(name, take);
  source.onerror = lost;
}

function watch(): void {
  if (document.hidden) return;
  const now = performance.now();
  if (now - heardAt > SILENCE_MS) lost();
  // a browser tries again ever more rarely, and a sleeping radio leaves a stream that is silent for ever
  if (!connected.value && now - openedAt > AGAIN_MS) open();
}

/** Opens the stream, the table's or that of another address of ours, while the page is in view: a browser has only six
 * connections to a host. */
export function follow(of: string = TABLE): void {
  const elsewhere = of !== address;
  address = of;
  if (following && elsewhere) open();
  if (following) return;
  following = true;
  open();
  setInterval(watch, 250);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
    } else {
      heardAt = performance.now();
      open();
    }
  });
}
