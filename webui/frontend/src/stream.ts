// The one connection to the server: it opens by itself, notices silence, and opens again.

import { effect } from "@preact/signals";
import { connected, ground, models, pulse, type Range, ranges, selected, silentSince, table } from "./state.ts";

// The server says something each second.
const SILENCE_MS = 2500;
const AGAIN_MS = 1000;
// Ranges of a moving model are asked for at most so often.
const RANGES_GAP_MS = 120;

let source: EventSource | null = null;
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

function open(): void {
  source?.close();
  openedAt = performance.now();
  source = new EventSource("/api/events");
  const on = <T>(name: string, take: (data: T) => void) =>
    source!.addEventListener(name, (event) => {
      heard();
      take(JSON.parse((event as MessageEvent<string>).data) as T);
    });
  on<typeof ground.value>("ground", (data) => (ground.value = data));
  on<NonNullable<typeof table.value>>("table", (data) => (table.value = data));
  on<NonNullable<typeof pulse.value>>("pulse", (data) => (pulse.value = data));
  source.onerror = lost;
}

function watch(): void {
  if (document.hidden) return;
  const now = performance.now();
  if (now - heardAt > SILENCE_MS) lost();
  // a browser gives up after some errors, and a sleeping radio leaves a stream that is silent for ever
  if (!connected.value && now - openedAt > AGAIN_MS && (source?.readyState === EventSource.CLOSED || now - openedAt > 2 * SILENCE_MS))
    open();
}

/** Opens the stream while the page is in view: a browser has only six connections to a host. */
export function follow(): void {
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
  effect(() => {
    // the ranges change with the models, and with what is selected
    void models.value;
    const id = selected.value;
    if (id === null) ranges.value = null;
    else void refresh(id);
  });
}

let asking = false;
let wanted: string | null = null;

async function refresh(id: string): Promise<void> {
  wanted = id;
  if (asking) return;
  asking = true;
  while (wanted !== null) {
    const now: string = wanted;
    wanted = null;
    const list = await ask(now);
    if (list && selected.peek() === now) ranges.value = { from: now, list };
    await new Promise((done) => setTimeout(done, RANGES_GAP_MS));
  }
  asking = false;
}

async function ask(id: string): Promise<Range[] | null> {
  try {
    const answer = await fetch(`/api/ranges?model=${encodeURIComponent(id)}`, { signal: AbortSignal.timeout(3000) });
    if (!answer.ok) return null;
    return ((await answer.json()) as { ranges: Range[] }).ranges;
  } catch {
    // the banner tells of a lost server; the next change asks again
    return null;
  }
}
