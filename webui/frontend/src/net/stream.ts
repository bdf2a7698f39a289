// The one connection to the server: it opens by itself, notices silence, and opens again.

import { askedAs } from "./asked_as.ts";
import { connected, full, ground, heldBack, news, pulse, silentSince, table } from "./table_store.ts";

// The server says something each second.
const SILENCE_MS = 2500;
const AGAIN_MS = 1000;
// how long a page waits that finds no room, where the server does not say
const FULL_S = 15;
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
// A server that has no room for a spectator says when to ask again.
let notBefore = 0;
// Nobody looks at the page: it is out of view, or was left and may come back from the browser's cache.
let isAway = false;

function noteHeard(): void {
  heardAt = performance.now();
  connected.value = true;
  silentSince.value = null;
  full.value = "";
}

function noteLost(): void {
  if (!connected.value) return;
  connected.value = false;
  silentSince.value = Date.now() - (performance.now() - heardAt);
}

/** Sets the handler of an event of that name; call it before `follow()`, or at any time after. */
export function onEvent<T>(name: string, take: (data: T) => void): void {
  takers.set(name, take as EventHandler);
  if (!source || opening) return;
  // what the server has said already it does not say again: a page that comes later hears it all from the beginning
  opening = true;
  queueMicrotask(openStream);
}

/** Sent to the server whenever the stream opens, so that it need not send again what the page has. */
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
  if (isAway) return;
  source?.close();
  openedAt = performance.now();
  notBefore = 0;
  const have = [...having].map(([name, say]) => [name, say()]);
  if (padding > 0) have.push(["pad", String(PADDINGS[padding])]);
  const opened = new EventSource(askedAs(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(have)}`));
  source = opened;
  for (const [name, take] of takers) listenFor(name, take);
  source.onerror = () => {
    noteLost();
    // a browser gives up a stream that is refused, and does not tell the page why
    if (opened.readyState === EventSource.CLOSED && opened === source) void askWhy(opened.url);
  };
}

/** Asks why the stream is refused; where there is no room, the page says so and waits as long as the server asks. */
async function askWhy(url: string): Promise<void> {
  const asked = new AbortController();
  const timer = setTimeout(() => asked.abort(), HELD_MS);
  notBefore = performance.now() + HELD_MS;
  let waitS = 0;
  try {
    const answer = await fetch(url, { cache: "no-store", signal: asked.signal });
    if (answer.status === 503) {
      const refused = (await answer.json()) as { error?: { code?: string; says?: string } };
      if (refused.error?.code === "full") {
        full.value = refused.error.says ?? "";
        waitS = Number(answer.headers.get("Retry-After")) || FULL_S;
      }
    }
  } catch {
    // the server is gone: the page looks for it as ever
  }
  clearTimeout(timer);
  asked.abort();
  notBefore = performance.now() + 1000 * waitS;
}

function checkSilence(): void {
  const now = performance.now();
  if (isAway || document.hidden || now < notBefore) return;
  if (now - heardAt > SILENCE_MS) noteLost();
  // a browser tries again ever more rarely, and a sleeping radio leaves a stream that is silent for ever
  if (!connected.value && !asking && now - openedAt > (answeredAt > heardAt ? HELD_MS : AGAIN_MS)) void reopenStream();
}

/** Reopens the stream if the server answers; a server whose stream stays silent is asked to send more at a time. */
async function reopenStream(): Promise<void> {
  asking = true;
  const there = await fetch(askedAs("/api/me"), { cache: "no-store", signal: AbortSignal.timeout(HELD_MS) }).then(
    (answer) => answer.status < 500,
    () => false,
  );
  asking = false;
  if (connected.value || document.hidden) return;
  if (!there) {
    answeredAt = -Infinity;
    full.value = "";
    openedAt = performance.now();
    return;
  }
  if (answeredAt > heardAt && full.value === "") padding = Math.min(padding + 1, PADDINGS.length - 1);
  answeredAt = performance.now();
  heldBack.value = padding > 0;
  openStream();
}

/** Closes the stream: a browser has only six connections to a host, and WebKit keeps those of pages that were left. */
function leave(): void {
  isAway = true;
  source?.close();
}

function comeBack(): void {
  if (!isAway || document.hidden) return;
  isAway = false;
  heardAt = performance.now();
  openStream();
}

/** Opens the stream, the table's or that of another address of ours, while somebody looks at the page. */
export function followStream(of: string = TABLE): void {
  const elsewhere = of !== address;
  address = of;
  if (following && elsewhere) openStream();
  if (following) return;
  following = true;
  openStream();
  setInterval(checkSilence, 250);
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : comeBack()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
}
