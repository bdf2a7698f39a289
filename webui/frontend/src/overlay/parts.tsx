// The texts of the overlay: the sides with their remaining models, the side to act, and the last ruling.

import { Shape } from "../board/seat_marks.tsx";
import { t } from "../i18n.ts";
import { game, latestEvents, logLines, openQuestions } from "../net/game_store.ts";
import type { LogLine } from "../types/game.ts";
import type { GameResultView } from "../types/views.ts";
import { seatName } from "../ui/names.ts";
import { forces } from "./clock.tsx";

/** The seat that is to do something; empty where that is no single one. */
function dueSeat(): string {
  const { over, active, waits } = game.value!;
  if (over) return "";
  const asked = new Set(openQuestions.value.map(({ seat }) => seat ?? ""));
  return asked.size === 1 ? [...asked][0] || active : waits || active;
}

/** Each side with its force and how many of its models stand; in a game that is over, with its result. */
export function Sides() {
  const { seats, result, over } = game.value!;
  const due = dueSeat();
  return (
    <ul class="o-sides">
      {seats.map(({ id }) => (
        <li key={id} class={`o-card o-side${id === due ? " due" : ""}`} data-side={id}>
          <Shape seat={id} />
          <span class="o-name">
            <strong>{seatName(id)}</strong>
            {forces.value[id] && <small>{forces.value[id]}</small>}
          </span>
          <b class="o-score">{(over && result && resultText(result, id)) || standingText(id)}</b>
        </li>
      ))}
    </ul>
  );
}

/** How many of a side's models are in the game still; empty where none are known. */
function standingText(seat: string): string {
  const { state, names } = game.value!;
  const own = Object.entries(state.models ?? {}).filter(([id]) => names[id]?.side === seat);
  if (own.length === 0) return "";
  return t("{standing} of {all}", { standing: own.filter(([, { alive }]) => alive).length, all: own.length });
}

function resultText({ columns, sides }: GameResultView, seat: string): string {
  const cells = sides.find((side) => side.seat === seat)?.cells ?? {};
  return cells[columns[0]?.key ?? ""] ?? "";
}

/** The turn, and what is going on in it. */
export function Heading() {
  const { turn_title, phase, heading, over, result } = game.value!;
  const due = dueSeat();
  return (
    <div class="o-card o-turn">
      <strong>{phase && !over ? t("{turn}, {phase}", { turn: turn_title, phase }) : turn_title}</strong>
      <span>{over ? (result?.headline ?? t("The game is over")) : heading}</span>
      {due && (
        <span class="o-due" data-due={due}>
          <Shape seat={due} /> {t("{side} is to act", { side: seatName(due) })}
        </span>
      )}
    </div>
  );
}

/** The last ruling, in the log's own words. */
export function Ruling() {
  const { over, result } = game.value!;
  const lines = over && result?.reason ? [] : latestLines();
  if (lines.length === 0 && !result?.reason) return null;
  return (
    <div class="o-card o-ruling" aria-live="off">
      {over && result?.reason && <p>{result.reason}</p>}
      {lines.map((line) => (
        <p key={line.n} data-ruling={line.n}>
          {line.text}
        </p>
      ))}
    </div>
  );
}

function latestLines(): LogLine[] {
  if (latestEvents.value.length > 0) return latestEvents.value.slice(-3);
  const last = logLines.value.findLast((line) => (line.kind === "answer" || line.kind === "event") && !line.aside);
  return last ? [last] : [];
}
