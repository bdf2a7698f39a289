// The table page's questions to the server: ranges, reasons and reach of the player's choice, kept fresh.

import { computed, effect } from "@preact/signals";
import { actionPair } from "../game/acting_store.ts";
import { ask, post, Refusal } from "../net/api.ts";
import { isShownToAll } from "../net/asked_as.ts";
import { game } from "../net/game_store.ts";
import { me } from "../net/me.ts";
import {
  actionWhy,
  ghostDrawn,
  ghostPlace,
  ghostTurns,
  ground,
  models,
  partnerId,
  positionsKey,
  pulse,
  ranges,
  reach,
  reachInches,
  reaching,
  selectedId,
  whatIf,
  why,
} from "../net/table_store.ts";
import type { TapeReading } from "../types/table.ts";
import type { AdviceView } from "../types/views.ts";
import { advice, adviceAwaited, isChosenInGame, latestAdvice } from "./advice.ts";
import { endName, pulledTape, tapeAnswer, tapeEnds } from "./tools.ts";

// Ranges of a moving model are asked for at most so often.
const RANGES_GAP_MS = 120;
// Costlier drawings are updated less often.
const DRAWN_GAP_MS = 250;
const ADVICE_GAP_MS = 500;
const PATIENCE_MS = 3000;
// If a busy server takes longer, the page waits and asks again, and says that it waits.
const LONG_PATIENCE_MS = 30_000;
const AGAIN_MS = 1000;

// The pauses after answers, each with what ends it; and how often models have come to rest.
const pauses = new Set<() => void>();
let rests = 0;

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      done();
    };
    const timer = setTimeout(end, ms);
    pauses.add(end);
  });
}

/** Asks at once what waits for its turn: the players wait for the answers about a model that has come to rest. */
function endPauses(): void {
  rests += 1;
  for (const end of [...pauses]) end();
}

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
  startShowing();
  startActionLine();
  watchRests();
}

/** Ends all pauses whenever a model comes to rest. */
function watchRests(): void {
  const moving = computed(() => models.value.filter((model) => model.state === "moving").length);
  let before = 0;
  effect(() => {
    if (moving.value < before) endPauses();
    before = moving.value;
  });
}

/** What this device measures, for a projector that shows it on the table. */
function startShowing(): void {
  const isLit = computed(() => pulse.value?.beam === true && me.value?.role !== "spectator" && !isShownToAll());
  effect(() => {
    const chosen = { model: selectedId.value, target: partnerId.value };
    if (isLit.value) post("/api/beam/choose", chosen).catch(() => undefined);
  });
}

/** The obstructions of the line of an action. */
function startActionLine(): void {
  const askWhy = freshQuery<NonNullable<typeof actionWhy.value>>(DRAWN_GAP_MS, (answer) => (actionWhy.value = answer));
  effect(() => {
    void [positionsKey.value, ground.value];
    const pair = actionPair.value;
    askWhy(pair && address("why", { viewer: pair.from, target: pair.to }));
  });
}

/** The less frequent questions: the advice of a game, what if, and the tape. */
function startAdvice(): void {
  const askAdvice = freshQuery<AdviceView>(
    ADVICE_GAP_MS,
    (answer) => (latestAdvice.value = answer),
    (waits) => (adviceAwaited.value = waits),
  );
  const askSupposed = freshQuery<NonNullable<typeof whatIf.value>>(RANGES_GAP_MS, (answer) => (whatIf.value = answer));
  const askTape = freshQuery<TapeReading>(RANGES_GAP_MS, (answer) => (tapeAnswer.value = answer));
  effect(() => {
    void [positionsKey.value, ground.value, game.value?.number];
    askAdvice(isChosenInGame.value ? address("advice", { model: selectedId.value! }) : null);
  });
  effect(() => {
    void [positionsKey.value, ground.value];
    const [model, at] = [selectedId.value, ghostPlace.value];
    const via = ghostTurns.value.map((turn) => turn.map((n) => n.toFixed(2)).join()).join(";");
    askSupposed(
      model &&
        at &&
        address("whatif", {
          model,
          x_in: at[0].toFixed(2),
          y_in: at[1].toFixed(2),
          ...(via && { via }),
          ...(via && ghostDrawn.value && { drawn: "1" }),
        }),
    );
  });
  effect(() => {
    void positionsKey.value;
    const [from, to] = tapeEnds.value ?? pulledTape.value ?? [];
    askTape(from && to ? address("tape", { from: endName(from), to: endName(to) }) : null);
  });
}

function address(name: string, asked: Record<string, string>): string {
  return `/api/${name}?${new URLSearchParams(asked)}`;
}

/** Asks an address on demand, one question at a time and not too often; null asks nothing. awaited: called with whether
 * somebody waits for the answer; the query then gives up only if the server refuses. */
export function freshQuery<T>(
  gap: number,
  take: (answer: T) => void,
  awaited?: (waits: boolean) => void,
): (url: string | null) => void {
  let asking = false;
  let wanted: string | null = null;
  let latest: string | null = null;
  async function run(): Promise<void> {
    asking = true;
    while (wanted !== null) {
      const url: string = wanted;
      wanted = null;
      const restsBefore = rests;
      awaited?.(true);
      const answer = await askOrNull<T>(url, awaited ? LONG_PATIENCE_MS : PATIENCE_MS);
      if (answer && answer !== "unheard") take(answer);
      const again = answer === "unheard" && awaited && latest === url;
      if (again) wanted ??= url;
      awaited?.(wanted !== null);
      if (again || rests === restsBefore) await pause(again ? AGAIN_MS : gap);
    }
    asking = false;
  }
  return (url) => {
    wanted = latest = url;
    if (!asking) void run();
  };
}

/** The answer; "unheard" where none came, null where the server refuses. */
async function askOrNull<T>(url: string, patience: number): Promise<T | "unheard" | null> {
  try {
    return await ask<T>(url, AbortSignal.timeout(patience));
  } catch (error) {
    // the banner tells of a lost server; the next change asks again
    return error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429
      ? null
      : "unheard";
  }
}
