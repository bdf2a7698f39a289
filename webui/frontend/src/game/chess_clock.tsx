// The players' clocks: each side's own time, which runs while the game waits for that side.

import { effect, signal } from "@preact/signals";
import { clockText, now, useSeconds } from "../club/clock.ts";
import { Shape } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, mayBegin, mayRule, offline } from "../net/game_store.ts";
import type { PlayersClocks } from "../types/game.ts";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";

// The minutes to choose from; 0: no clocks.
const CHOICES = [0, 30, 45, 60, 90, 120];
// How often the page asks for the time again, so that it does not drift.
const AGAIN_MS = 30_000;

/** The server's last word, and when it came by this device's clock. */
const told = signal<{ clocks: PlayersClocks; at: number } | null>(null);
const mark = signal("");

function refresh(): void {
  if (!game.peek()?.clocks) return;
  void ask<{ clocks: PlayersClocks | null }>("/api/game/clocks").then(
    ({ clocks }) => (told.value = clocks && { clocks, at: Date.now() / 1000 }),
    // without a connection the page counts on by itself
    () => undefined,
  );
}

effect(() => {
  // other clocks run than before, or others are set
  mark.value = JSON.stringify(game.value?.clocks ?? null);
});
effect(() => {
  if (mark.value === "null") told.value = null;
  else refresh();
});
setInterval(refresh, AGAIN_MS);

/** Above the questions: the time of each side, and a key to pause. */
export function PlayersTime() {
  useSeconds();
  if (!game.value?.clocks || !told.value) return null;
  const { clocks, at } = told.value;
  const spent = Math.max(0, now.value - at);
  const up = game.value.seats.filter(({ id }) => leftOf(clocks, id, spent) <= 0);
  return (
    <div class="players-time" data-clocks={clocks.paused ? "paused" : clocks.runs.join(" ")}>
      {game.value.seats.map(({ id }) => {
        const left = leftOf(clocks, id, spent);
        return (
          <p
            key={id}
            class={[clocks.runs.includes(id) && "runs", left <= 0 && "up"].filter(Boolean).join(" ")}
            data-clock={id}
          >
            <Shape seat={id} />
            <span class="spoken">{seatName(id)}</span>
            <b>{clockText(left)}</b>
          </p>
        );
      })}
      {mayRule.value && !game.value.over && (
        <Press
          data-pause-clocks
          disabled={offline.value}
          onPress={() =>
            sendCommand(
              "/api/game/pause_clocks",
              { paused: !clocks.paused },
              clocks.paused ? t("Let the clocks run") : t("Pause the clocks"),
            )
          }
        >
          {clocks.paused ? t("Go on") : t("Pause")}
        </Press>
      )}
      <div role="alert">
        {up.map(({ id }) => (
          <p key={id} class="why-not" data-time-up={id}>
            {t("{side} has no time left: the rulebook or the event says what that means.", { side: seatName(id) })}
          </p>
        ))}
      </div>
    </div>
  );
}

function leftOf(clocks: PlayersClocks, seat: string, spent: number): number {
  return (clocks.left_s[seat] ?? 0) - (clocks.runs.includes(seat) ? spent : 0);
}

/** In the settings: the time of each player. */
export function ClockChoice() {
  if (!mayBegin.value || game.value?.over) return null;
  const has = Boolean(game.value?.clocks);
  return (
    <section>
      <h2>{t("Players’ clocks")}</h2>
      <div class="choice" role="group" aria-label={t("Players’ clocks")}>
        {CHOICES.map((minutes) => (
          <Press
            key={minutes}
            data-clock-minutes={minutes}
            disabled={offline.value}
            aria-pressed={minutes === 0 && !has}
            onPress={() => sendCommand("/api/game/set_clocks", { minutes }, t("Players’ clocks"))}
          >
            {minutes ? t("{n} min", { n: minutes }) : t("None")}
          </Press>
        ))}
      </div>
      <p class="hint">{t("A player’s time runs while the game waits for that player. Undo gives no time back.")}</p>
    </section>
  );
}
