// Games played: the list of them, and each to be gone through again.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, timeText } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { AllStatistics } from "./charts.tsx";
import { GameReplay } from "./game_replay.tsx";
import { pairingTitle, sideTitle } from "./position_store.ts";
import "./replay.css";
import type { PlayedGame } from "../types/replay.ts";

const rows = signal<PlayedGame[] | null>(null);
const trouble = signal("");

export function ReplayPage({ path }: { path: string }) {
  const statistics = path.startsWith("/replay/statistics");
  const game = Number(/^\/replay\/(\d+)/.exec(path)?.[1]);
  useEffect(() => {
    document.body.classList.add("replaying");
    return () => document.body.classList.remove("replaying");
  }, []);
  if (statistics) return <AllStatistics />;
  return game ? <GameReplay key={game} game={game} /> : <Games />;
}

function Games() {
  useEffect(() => {
    ask<{ games: PlayedGame[] }>("/api/games").then(
      (found) => (rows.value = found.games),
      (error: Error) => (trouble.value = error.message),
    );
  }, []);
  return (
    <main class="games">
      <header>
        <Press class="back-button" onPress={() => openPage("/")}>
          {t("← Table")}
        </Press>
        <h1>{t("Games played")}</h1>
        <AppearanceButton />
        <HelpButton page="games" />
      </header>
      {rows.value?.some((row) => row.over) && (
        <Press class="big" data-statistics onPress={() => openPage("/replay/statistics")}>
          {t("Statistics of all games")}
        </Press>
      )}
      {trouble.value && (
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      )}
      {rows.value?.length === 0 && (
        <>
          <p class="lead">{t("No games yet. The first one starts at the table.")}</p>
          <Press class="big" data-to-table onPress={() => openPage("/")}>
            {t("Start a game at the table")}
          </Press>
        </>
      )}
      <ul>
        {rows.value?.map((row) => (
          <li key={row.id}>
            <Press
              class="game-row"
              data-game={row.id}
              disabled={row.broken !== undefined}
              onPress={() => openPage(`/replay/${row.id}`)}
            >
              <strong>{pairingTitle(row.seats)}</strong>
              <span>{standingText(row)}</span>
              <small>
                {t("Game {number}, {title}, {day}", {
                  number: row.id,
                  title: row.title,
                  day: timeText(row.begun, { dateStyle: "long", timeStyle: "short" }),
                })}
              </small>
            </Press>
          </li>
        ))}
      </ul>
      <ThisDevice />
    </main>
  );
}

function standingText(row: PlayedGame): string {
  if (row.broken) return row.broken;
  if (!row.over)
    return row.open
      ? t("{turn}, in progress", { turn: row.turn_title })
      : t("{turn}, not ended", { turn: row.turn_title });
  const winner = row.seats.find((seat) => seat.id === row.result?.winner);
  return winner
    ? t("{turn}: {side} won", { side: sideTitle(winner), turn: row.turn_title })
    : t("{turn}, over", { turn: row.turn_title });
}
