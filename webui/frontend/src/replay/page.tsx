// Games played: the list of them, and each to be gone through again.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { capital } from "../game/play.ts";
import { ask } from "../net/api.ts";
import { go } from "../ui/go.ts";
import { Press } from "../ui/press.tsx";
import { versus } from "./past.ts";
import { Scrub } from "./scrub.tsx";
import "./replay.css";

interface Row {
  id: number;
  begun: string;
  tags: Record<string, string>;
  seats: string[];
  open: boolean;
  over: boolean;
  turn: number;
  result: { winner: string; ending: string } | null;
  broken?: string;
}

const rows = signal<Row[] | null>(null);
const trouble = signal("");

export function ReplayPage({ path }: { path: string }) {
  const game = Number(/^\/replay\/(\d+)/.exec(path)?.[1]);
  useEffect(() => {
    document.body.classList.add("replaying");
    return () => document.body.classList.remove("replaying");
  }, []);
  return game ? <Scrub key={game} game={game} /> : <Games />;
}

function Games() {
  useEffect(() => {
    ask<{ games: Row[] }>("/api/games").then(
      (found) => (rows.value = found.games),
      (error: Error) => (trouble.value = error.message),
    );
  }, []);
  return (
    <main class="games">
      <header>
        <Press class="back-button" onPress={() => go("/")}>← Table</Press>
        <h1>Games played</h1>
      </header>
      {trouble.value && <p class="why-not" role="alert">{trouble.value}</p>}
      {rows.value?.length === 0 && <p class="lead">No game is kept yet. The first one begins at the table.</p>}
      <ul>
        {rows.value?.map((row) => (
          <li key={row.id}>
            <Press class="game-row" data-game={row.id} disabled={row.broken !== undefined} onPress={() => go(`/replay/${row.id}`)}>
              <strong>{versus(row.seats, row.tags)}</strong>
              <span>{standing(row)}</span>
              <small>Game {row.id}, {day(row.begun)}</small>
            </Press>
          </li>
        ))}
      </ul>
    </main>
  );
}

function standing(row: Row): string {
  if (row.broken) return row.broken;
  if (!row.over) return row.open ? `In progress, turn ${row.turn}` : `Left in turn ${row.turn}`;
  const winner = row.result?.winner;
  return winner ? `${row.tags[capital(winner)] ?? capital(winner)} won in turn ${row.turn}` : `Over in turn ${row.turn}`;
}

/** A day as it is written where the reader lives. */
function day(begun: string): string {
  const at = new Date(begun);
  return Number.isNaN(at.getTime()) ? begun : at.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" });
}
