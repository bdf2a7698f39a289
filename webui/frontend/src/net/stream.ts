// The one connection to the server: it opens by itself, notices silence, and opens again.

import { connected, ground, heldBack, news, pulse, silentSince, table } from "./table_store.ts";

// The server says something each second.
const SILENCE_MS = 2500;
const AGAIN_MS = 1000;
// So long a stream that was opened to a server that answers may be silent before it is held for held back; and the
// letters that are asked for after each event then, to fill what a proxy gathers.
const HELD_MS = 2000;
const PADDINGS = [0, 1 << 13, 1 << 16];

type EventHandler = (data: never) => void;

const takers = new Map<string, EventHandler>();
const having = new Map<string, () => string>();
const TABLE = "/api/events";

let source: EventSource | null = null;
let address = TABLE;
let following = false;
let asking = false;
let opening = false;
// An answer that came while the stream is silent: something between here and there gathers it before it passes it on.
let answeredAt = -Infinity;
let padding = 0;
let heardAt = performance.now();
let openedAt = 0;

function noteHeard(): void {
  heardAt = performance.now();
  connected.value = true;
  silentSince.value = null;
}

function noteLost(): void {
  if (!connected.value) return;
  connected.value = false;
  silentSince.value = Date.now() - (performance.now() - heardAt);
}

/** What is done with an event of that name, from now on; to be said before `follow()`, or at any time after. */
export function onEvent<T>(name: string, take: (data: T) => void): void {
  takers.set(name, take as EventHandler);
  if (!source || opening) return;
  // what the server has said already it does not say again: a page that comes later hears it all from the beginning
  opening = true;
  queueMicrotask(openStream);
}

/** What the server is told whenever the stream opens, so that it need not say again what the page has. */
export function reportOnOpen(name: string, have: () => string): void {
  having.set(name, have);
}

function listenFor(name: string, take: EventHandler): void {
  source!.addEventListener(name, (event) => {
    noteHeard();
    take(JSON.parse((event as MessageEvent<string>).data) as never);
  });
}

onEvent<typeof ground.value>("ground", (data) => (ground.value = data));
onEvent<NonNullable<typeof table.value>>("table", (data) => (table.value = data));
onEvent<NonNullable<typeof pulse.value>>("pulse", (data) => (pulse.value = data));
onEvent<{ list: typeof news.value }>("news", (data) => (news.value = data.list));

function openStream(): void {
  opening = false;
  source?.close();
  openedAt = performance.now();
  const have = [...having].map(([name, say]) => [name, say()]);
  if (padding > 0) have.push(["pad", String(PADDINGS[padding])]);
  source = new EventSource(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(have)}`);
  for (const [name, take] of takers) listenFor(name, take);
  source.onerror = noteLost;
}

function checkSilence(): void {
  if (document.hidden) return;
  const now = performance.now();
  if (now - heardAt > SILENCE_MS) noteLost();
  // a browser tries again ever more rarely, and a sleeping radio leaves a stream that is silent for ever
  if (!connected.value && !asking && now - openedAt > (answeredAt > heardAt ? HELD_MS : AGAIN_MS)) void reopenStream();
}

/** Reopens the stream if the server answers; a server whose stream stays silent is asked to send more at a time. */
async function reopenStream(): Promise<void> {
  asking = true;
  const there = await fetch("/api/me", { cache: "no-store", signal: AbortSignal.timeout(HELD_MS) }).then((answer) => answer.status < 500, () => false);
  asking = false;
  if (connected.value || document.hidden) return;
  if (!there) {
    answeredAt = -Infinity;
    openedAt = performance.now();
    return;
  }
  if (answeredAt > heardAt) padding = Math.min(padding + 1, PADDINGS.length - 1);
  answeredAt = performance.now();
  heldBack.value = padding > 0;
  openStream();
}

/** Opens the stream, the table's or that of another address of ours, while the page is in view: a browser has only six
 * connections to a host. */
export function followStream(of: string = TABLE): void {
  const elsewhere = of !== address;
  address = of;
  if (following && elsewhere) openStream();
  if (following) return;
  following = true;
  openStream();
  setInterval(checkSilence, 250);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
    } else {
      heardAt = performance.now();
      openStream();
    }
  });
}
