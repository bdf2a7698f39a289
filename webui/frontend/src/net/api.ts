// Requests to the server: every command carries an id of its own, so that one sent twice is done once.

import { t } from "../i18n.ts";
import { askedAs } from "./asked_as.ts";

/** A refusal by the server, in its own sentence. status: 0 if no answer came. code: one of `error_codes.ts`, or empty.
 * retryS: after how many seconds the same may be sent again, 0 where the server does not say. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    says: string,
    readonly code = "",
    readonly retryS = 0,
  ) {
    super(says);
  }
}

interface ErrorAnswer {
  error?: { says: string; code?: string };
}

function unheardText(): string {
  return t("The server does not answer. Nothing is lost: try again when it is back.");
}

/** An id that no other page uses; `crypto.randomUUID` is not there over plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The answer to a GET; throws a Refusal with the server's sentence. */
export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return readAnswer<T>(fetch(askedAs(path), { cache: "no-store", ...(signal ? { signal } : {}) }));
}

/** Sends a command. id: the same one again if an earlier try may have arrived. */
export async function post<T>(path: string, body: object = {}, id: string = newId(), signal?: AbortSignal): Promise<T> {
  const headers = { "Content-Type": "application/json", "X-Tablecam": "page" };
  return readAnswer<T>(
    fetch(path, { method: "POST", headers, body: JSON.stringify({ ...body, id }), ...(signal ? { signal } : {}) }),
  );
}

async function readAnswer<T>(sent: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await sent;
  } catch (error) {
    throw asRefusal(error);
  }
  let said: unknown;
  try {
    said = await response.json();
  } catch (error) {
    // an answer that was cut off is none; a refusal without a sentence still is one
    if (response.ok || isAborted(error)) throw asRefusal(error);
  }
  if (!response.ok) {
    const error = (said as ErrorAnswer | null)?.error;
    throw new Refusal(
      response.status,
      error?.says ?? unheardText(),
      error?.code,
      Number(response.headers.get("Retry-After")) || 0,
    );
  }
  return said as T;
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function asRefusal(error: unknown): unknown {
  return isAborted(error) ? error : new Refusal(0, unheardText());
}
