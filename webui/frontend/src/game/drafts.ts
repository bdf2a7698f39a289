// Half-entered answers: open ones outlive a reload; private ones are kept in the page alone, and never written
// anywhere.

import { isPrivate, questionKey } from "../net/game_store.ts";
import type { Json, Question } from "../types/game.ts";

// while a finger lets go for a moment
const secrets = new Map<string, Json>();

function storageKey(question: Question): string {
  return `draft ${questionKey(question)}`; // no text
}

/** The draft of the entry; null for nothing. */
export function readDraft(question: Question): Json {
  if (isPrivate(question.ask)) return secrets.get(questionKey(question)) ?? null;
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(question)) ?? "null") as Json;
  } catch {
    return null;
  }
}

export function keepDraft(question: Question, entered: Json): void {
  if (isPrivate(question.ask)) secrets.set(questionKey(question), entered);
  else sessionStorage.setItem(storageKey(question), JSON.stringify(entered));
}

export function forgetDraft(question: Question): void {
  sessionStorage.removeItem(storageKey(question));
  secrets.delete(questionKey(question));
}

export function forgetSecrets(): void {
  secrets.clear();
}
