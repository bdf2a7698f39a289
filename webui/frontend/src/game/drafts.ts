// Half-entered answers: they outlive a reload, and private ones are kept in the page alone.

import { isPrivate, questionKey } from "../net/game_store.ts";
import type { Json, Question } from "../types/game.ts";

export function readDraft(question: Question): Json {
  try {
    return JSON.parse(sessionStorage.getItem(`draft ${questionKey(question)}`) ?? "null") as Json;
  } catch {
    return null;
  }
}

export function keepDraft(question: Question, entered: Json): void {
  if (!isPrivate(question.ask)) sessionStorage.setItem(`draft ${questionKey(question)}`, JSON.stringify(entered));
}

export function forgetDraft(question: Question): void {
  sessionStorage.removeItem(`draft ${questionKey(question)}`);
  secrets.delete(questionKey(question));
}

// half-given orders while a finger lets go for a moment; never written anywhere
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
