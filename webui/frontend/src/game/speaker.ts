// What is asked, rolled and ruled, and warnings, in the device's voice. Others at the table hear it too: without
// headphones, a seat's screen speaks only what a spectator may read.

import { effect } from "@preact/signals";
import { ask } from "../net/api.ts";
import { game, isTable, logLines, openQuestions, questionKey, seatIds } from "../net/game_store.ts";
import type { Game, LogLine, Question } from "../types/game.ts";
import { asSentence } from "../ui/words.ts";
import { inHeadphones, remember, speakOnce, speaks } from "../ui/voice.ts";

// More lines at once are not listened to.
const MOST_LINES = 6;

interface Told {
  lines: readonly LogLine[];
  questions: readonly Question[];
  /** As whom the page asked. */
  to: string;
}

/** The game that is listened to, and as whom. */
let heard = "";
let asking = false;
let changed = false;

let started = false;

/** Begins to speak; once for the life of the page. */
export function startSpeaking(): void {
  if (started) return;
  started = true;
  effect(() => {
    void [game.value, logLines.value, inHeadphones.value];
    changed = true;
    if (speaks.value && !asking) void speakNews();
  });
}

/** Speaks what is new, and again while more comes. */
async function speakNews(): Promise<void> {
  asking = true;
  while (changed && speaks.peek()) {
    changed = false;
    const shown = game.peek();
    if (!shown) continue;
    const told = await findTold(shown).catch(() => null);
    if (told && shown.id === game.peek()?.id) speakAll(shown, told);
  }
  asking = false;
}

/** What may be spoken: on a seat's own screen without headphones, what a spectator is told. */
async function findTold(shown: Game): Promise<Told> {
  const isOwn = inHeadphones.peek() || !seatIds.peek().includes(shown.role);
  if (isOwn)
    return { lines: logLines.peek(), questions: openQuestions.peek().filter(({ mine }) => mine), to: shown.role };
  // a spectator's lines have numbers of their own
  const { game: seen } = await ask<{ game: Game | null }>("/api/game?as=spectator");
  const since = Math.max(0, (seen?.number ?? 0) - MOST_LINES);
  const { lines } = await ask<{ lines: LogLine[] }>(`/api/game/log?had=${shown.id}.${since}&as=spectator`);
  const questions = (seen?.questions ?? []).filter(({ seat }) => seat === shown.role || seat === null);
  return { lines, questions, to: "spectator" }; // no text
}

function speakAll(shown: Game, { lines, questions, to }: Told): void {
  const name = `${shown.id} ${to}`; // no text: the game as one reader knows it
  const keyed = lines.map((line) => ({ key: `${name} line ${line.n}`, text: line.brief ?? line.text, line })); // no text
  if (name !== heard) {
    // what was there before somebody listened is history
    heard = name;
    for (const { key } of keyed) remember(key);
  }
  for (const { key, text, line } of keyed.slice(-MOST_LINES)) if (isNews(line)) speakOnce(key, asSentence(text));
  for (const question of questions) speakOnce(`${to} ${questionKey(question)}`, question.text);
  for (const alert of inHeadphones.peek() || isTable.peek() ? shown.alerts : [])
    speakOnce(`${name} ${shown.turn} ${alert.model} ${alert.text}`, asSentence(alert.text));
}

/** A roll, an event, or what was taken back; not what only repeats the lines around it. */
function isNews({ kind, clause, aside }: LogLine): boolean {
  return !aside && (kind === "event" || kind === "struck" || (kind === "answer" && Boolean(clause)));
}
