// The one connection to the server: it opens by itself, notices silence, and opens again.

import { effect } from "@preact/signals";
import {
  connected,
  ground,
  models,
  news,
  partner,
  places,
  pulse,
  ranges,
  reach,
  reaching,
  reachInches,
  selected,
  silentSince,
  table,
  why,
} from "./state.ts";

// The server says something each second.
const SILENCE_MS = 2500;
const AGAIN_MS = 1000;
// Ranges of a moving model are asked for at most so often.
const RANGES_GAP_MS = 120;
// What is drawn with more work, less often.
const DRAWN_GAP_MS = 250;

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
  on<{ list: typeof news.value }>("news", (data) => (news.value = data.list));
  source.onerror = lost;
}

function watch(): void {
  if (document.hidden) return;
  const now = performance.now();
  if (now - heardAt > SILENCE_MS) lost();
  // a browser tries again ever more rarely, and a sleeping radio leaves a stream that is silent for ever
  if (!connected.value && now - openedAt > AGAIN_MS) open();
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
  const askRanges = keptFresh<NonNullable<typeof ranges.value>>(RANGES_GAP_MS, (answer) => (ranges.value = answer));
  const askWhy = keptFresh<NonNullable<typeof why.value>>(DRAWN_GAP_MS, (answer) => (why.value = answer));
  const askReach = keptFresh<NonNullable<typeof reach.value>>(DRAWN_GAP_MS, (answer) => (reach.value = answer));
  effect(() => {
    // the ranges change with the models, and with what is selected
    void models.value;
    askRanges(selected.value && address("ranges", { model: selected.value }));
  });
  effect(() => {
    void [places.value, ground.value];
    const [viewer, target] = [selected.value, partner.value];
    askWhy(viewer && target && address("why", { viewer, target }));
  });
  effect(() => {
    void [places.value, ground.value];
    const [model, inches] = [selected.value, String(reachInches.value)];
    askReach(reaching.value && model ? address("reach", { model, inches }) : null);
  });
}

function address(name: string, asked: Record<string, string>): string {
  return `/api/${name}?${new URLSearchParams(asked)}`;
}

/** Asks an address whenever it is told to, one question at a time and not too often; null asks nothing. */
function keptFresh<T>(gap: number, take: (answer: T) => void): (url: string | null) => void {
  let asking = false;
  let wanted: string | null = null;
  async function run(): Promise<void> {
    asking = true;
    while (wanted !== null) {
      const url: string = wanted;
      wanted = null;
      const answer = await ask<T>(url);
      if (answer) take(answer);
      await new Promise((done) => setTimeout(done, gap));
    }
    asking = false;
  }
  return (url) => {
    wanted = url;
    if (!asking) void run();
  };
}

async function ask<T>(url: string): Promise<T | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(3000) });
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    // the banner tells of a lost server; the next change asks again
    return null;
  }
}
