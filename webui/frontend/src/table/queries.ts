// What the table page asks the server for: ranges, reasons and reach of what the player has chosen, kept fresh.

import { effect } from "@preact/signals";
import { actionPair } from "../game/acting_store.ts";
import { ask } from "../net/api.ts";
import { game } from "../net/game_store.ts";
import { actionWhy, ghostPlace, ground, models, partnerId, positionsKey, ranges, reach, reachInches, reaching, selectedId, whatIf, why } from "../net/table_store.ts";
import type { Advice } from "../types/advice.ts";
import type { TapeReading } from "../types/table.ts";
import { advice, isChosenInGame, latestAdvice } from "./advice.ts";
import { endName, tapeAnswer, tapeEnds } from "./tools.ts";

// Ranges of a moving model are asked for at most so often.
const RANGES_GAP_MS = 120;
// What is drawn with more work, less often.
const DRAWN_GAP_MS = 250;
const ADVICE_GAP_MS = 500;
const PATIENCE_MS = 3000;

let started = false;

/** Begins to ask; once for the life of the page. */
export function startQueries(): void {
  if (started) return;
  started = true;
  const askRanges = freshQuery<NonNullable<typeof ranges.value>>(RANGES_GAP_MS, (answer) => (ranges.value = answer));
  const askWhy = freshQuery<NonNullable<typeof why.value>>(DRAWN_GAP_MS, (answer) => (why.value = answer));
  const askReach = freshQuery<NonNullable<typeof reach.value>>(DRAWN_GAP_MS, (answer) => (reach.value = answer));
  effect(() => {
    // the ranges change with the models, and with what is selected
    void models.value;
    askRanges(selectedId.value && address("ranges", { model: selectedId.value }));
  });
  effect(() => {
    void [positionsKey.value, ground.value];
    const [viewer, target] = [selectedId.value, partnerId.value];
    askWhy(viewer && target && address("why", { viewer, target }));
  });
  effect(() => {
    void [positionsKey.value, ground.value];
    const [model, inches] = [selectedId.value, String(reachInches.value)];
    askReach(reaching.value && !advice.value && model ? address("reach", { model, inches }) : null);
  });
  startAdvice();
  startActionLine();
}

/** What lies across the line of an action. */
function startActionLine(): void {
  const askWhy = freshQuery<NonNullable<typeof actionWhy.value>>(DRAWN_GAP_MS, (answer) => (actionWhy.value = answer));
  effect(() => {
    void [positionsKey.value, ground.value];
    const pair = actionPair.value;
    askWhy(pair && address("why", { viewer: pair.from, target: pair.to }));
  });
}

/** What is asked for less often: the advice of a game, what if, and the tape. */
function startAdvice(): void {
  const askAdvice = freshQuery<Advice>(ADVICE_GAP_MS, (answer) => (latestAdvice.value = answer));
  const askSupposed = freshQuery<NonNullable<typeof whatIf.value>>(RANGES_GAP_MS, (answer) => (whatIf.value = answer));
  const askTape = freshQuery<TapeReading>(RANGES_GAP_MS, (answer) => (tapeAnswer.value = answer));
  effect(() => {
    void [positionsKey.value, ground.value, game.value?.number];
    askAdvice(isChosenInGame.value ? address("advice", { model: selectedId.value! }) : null);
  });
  effect(() => {
    void [positionsKey.value, ground.value];
    const [model, at] = [selectedId.value, ghostPlace.value];
    askSupposed(model && at && address("whatif", { model, x_in: at[0].toFixed(2), y_in: at[1].toFixed(2) }));
  });
  effect(() => {
    void positionsKey.value;
    const [from, to] = tapeEnds.value ?? [];
    askTape(from && to ? address("tape", { from: endName(from), to: endName(to) }) : null);
  });
}

function address(name: string, asked: Record<string, string>): string {
  return `/api/${name}?${new URLSearchParams(asked)}`;
}

/** Asks an address whenever it is told to, one question at a time and not too often; null asks nothing. */
export function freshQuery<T>(gap: number, take: (answer: T) => void): (url: string | null) => void {
  let asking = false;
  let wanted: string | null = null;
  async function run(): Promise<void> {
    asking = true;
    while (wanted !== null) {
      const url: string = wanted;
      wanted = null;
      const answer = await askOrNull<T>(url);
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

async function askOrNull<T>(url: string): Promise<T | null> {
  try {
    return await ask<T>(url, AbortSignal.timeout(PATIENCE_MS));
  } catch {
    // the banner tells of a lost server; the next change asks again
    return null;
  }
}
