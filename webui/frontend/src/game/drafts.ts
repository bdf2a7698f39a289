// Half-entered answers: they outlive a reload, and private ones are kept in the page alone.

import { isPrivate, questionKey } from "../net/game_store.ts";
import type { Json, Question } from "../types/game.ts";

function storageKey(question: Question): string {
  return `draft ${questionKey(question)}`; // no text
}

export function readDraft(question: Question): Json {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(question)) ?? "null") as Json;
  } catch {
    return null;
  }
}

export function keepDraft(question: Question, entered: Json): void {
  if (!isPrivate(question.ask)) sessionStorage.setItem(storageKey(question), JSON.stringify(entered));
}

export function forgetDraft(question: Question): void {
  sessionStorage.removeItem(storageKey(question));
  secrets.delete(questionKey(question));
}

// half-given secret answers, kept while a finger lets go for a moment; never written anywhere
const secrets = new Map<string, Record<string, string>>();

export function secretDraft(question: Question): Record<string, string> {
  return secrets.get(questionKey(question)) ?? {};
}

export function keepSecret(question: Question, given: Record<string, string>): void {
  secrets.set(questionKey(question), given);
}

export function forgetSecrets(): void {
  secrets.clear();
}
