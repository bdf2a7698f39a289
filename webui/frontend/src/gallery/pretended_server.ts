// A server inside the page, for the gallery: it answers what a state needs, so that no request leaves the page.

import base from "./game.json";
import type { GalleryState } from "./states.ts";
import table from "./table.json";

const PULSE_MS = 500;
// The words of a rulebook are the same in every state.
const REAL = /^\/api\/glossary/;
const JSON_TYPE = { "Content-Type": "application/json" };

let state: GalleryState | null = null;
/** Whether the state has been said, after which a server that is silent says no more. */
let isSilent = false;
const streams = new Set<PretendedStream>();

class PretendedStream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly readyState = PretendedStream.OPEN;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    streams.add(this);
    // its listeners come right after it
    queueMicrotask(() => sayAll(this));
  }

  close(): void {
    streams.delete(this);
  }
}

const fetchReally = globalThis.fetch.bind(globalThis);

function answerTo(path: string, isPost: boolean): Response {
  const known = state?.answers?.[path] ?? state?.answers?.[path.split("?")[0]!];
  if (known === undefined) {
    if (path === "/api/me") return new Response(JSON.stringify(base.me), { headers: JSON_TYPE });
    return new Response("{}", { status: isPost ? 200 : 404, headers: JSON_TYPE });
  }
  const { status = 200, body = known } = known as { status?: number; body?: unknown };
  return new Response(JSON.stringify(body, withTable), { status, headers: JSON_TYPE });
}

/** "@ground" and "@table" in an answer stand for the usual table's. */
function withTable(_key: string, value: unknown): unknown {
  if (value === "@ground") return table.ground; // no text
  return value === "@table" ? { sides: table.table.sides, models: table.table.models } : value; // no text
}

function fetchPretended(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href);
  if (!pathname.startsWith("/api/") || REAL.test(pathname)) return fetchReally(input, init);
  if (isSilent) return Promise.reject(new TypeError("no server"));
  return Promise.resolve(answerTo(pathname + search, init?.method === "POST"));
}

/** The parts that a stream of the real server says first. */
function parts(): [string, unknown][] {
  const { game, log = [] } = state ?? {};
  return [
    ["ground", { ...table.ground, ...state?.ground }],
    ["table", { ...table.table, ...state?.table }],
    ["news", state?.news ?? table.news],
    ["pulse", { ...table.pulse, ...state?.pulse }],
    ["log", { game: base.game.id, from: 1, lines: log }],
    ["game", { game: game === null ? null : { ...base.game, ...game } }],
    ...(state?.says ?? []),
  ];
}

function say(stream: PretendedStream, name: string, data: unknown): void {
  stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
}

function sayAll(stream: PretendedStream): void {
  for (const [name, data] of parts()) say(stream, name, data);
}

/** Puts the pretended server in place of the real one, for good. */
export function pretendServer(): void {
  globalThis.fetch = fetchPretended;
  globalThis.EventSource = PretendedStream as unknown as typeof EventSource;
  setInterval(() => {
    if (isSilent) return;
    for (const stream of streams) say(stream, "pulse", { ...table.pulse, ...state?.pulse });
  }, PULSE_MS);
}

/** The server says another state from now on, on every open stream. */
export function sayState(next: GalleryState): void {
  state = next;
  isSilent = false;
  for (const stream of streams) sayAll(stream);
}

/** The server says and answers nothing any more. */
export function fallSilent(): void {
  isSilent = true;
}
