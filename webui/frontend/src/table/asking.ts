// What the table page asks the server for: ranges, reasons and reach of what the player has chosen, kept fresh.

import { effect } from "@preact/signals";
import { ask } from "../net/api.ts";
import { game } from "../game/play.ts";
import { ghost, ground, models, partner, places, ranges, reach, reaching, reachInches, selected, supposed, why } from "../net/state.ts";
import { type Foresight, foresight, inGame, told as foretold } from "./foresight.ts";
import { endName, tape, type Taped, told as tapeTold } from "./tools.ts";

// Ranges of a moving model are asked for at most so often.
const RANGES_GAP_MS = 120;
// What is drawn with more work, less often.
const DRAWN_GAP_MS = 250;
const FORESIGHT_GAP_MS = 500;
const PATIENCE_MS = 3000;

let asking = false;

/** Begins to ask; once for the life of the page. */
export function askAbout(): void {
  if (asking) return;
  asking = true;
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
    askReach(reaching.value && !foresight.value && model ? address("reach", { model, inches }) : null);
  });
  askAhead();
}

/** What only some are asked for: foresight of a game, what if, and the tape. */
function askAhead(): void {
  const askForesight = keptFresh<Foresight>(FORESIGHT_GAP_MS, (answer) => (foretold.value = answer));
  const askSupposed = keptFresh<NonNullable<typeof supposed.value>>(RANGES_GAP_MS, (answer) => (supposed.value = answer));
  const askTape = keptFresh<Taped>(RANGES_GAP_MS, (answer) => (tapeTold.value = answer));
  effect(() => {
    void [places.value, ground.value, game.value?.number];
    askForesight(inGame.value ? address("foresight", { model: selected.value! }) : null);
  });
  effect(() => {
    void [places.value, ground.value];
    const [model, at] = [selected.value, ghost.value];
    askSupposed(model && at && address("whatif", { model, x_in: at[0].toFixed(2), y_in: at[1].toFixed(2) }));
  });
  effect(() => {
    void places.value;
    const [from, to] = tape.value ?? [];
    askTape(from && to ? address("tape", { from: endName(from), to: endName(to) }) : null);
  });
}

function address(name: string, asked: Record<string, string>): string {
  return `/api/${name}?${new URLSearchParams(asked)}`;
}

/** Asks an address whenever it is told to, one question at a time and not too often; null asks nothing. */
export function keptFresh<T>(gap: number, take: (answer: T) => void): (url: string | null) => void {
  let asking = false;
  let wanted: string | null = null;
  async function run(): Promise<void> {
    asking = true;
    while (wanted !== null) {
      const url: string = wanted;
      wanted = null;
      const answer = await tried<T>(url);
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

async function tried<T>(url: string): Promise<T | null> {
  try {
    return await ask<T>(url, AbortSignal.timeout(PATIENCE_MS));
  } catch {
    // the banner tells of a lost server; the next change asks again
    return null;
  }
}
