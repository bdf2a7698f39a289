// Sides and models as the game names them: shape, letter and colour together.

import { game } from "../net/game_store.ts";
import type { Seat } from "../types/game.ts";
import { nameOf, seatName, seatNumber } from "../ui/names.ts";
import { Emblem, Face } from "./marks.tsx";
import "./seat_marks.css";

export function Side({ seat, large = false }: { seat: string; large?: boolean }) {
  const number = seatNumber(seat);
  return (
    <span class={`side-mark side-${number}${large ? " large" : ""}`}>
      <svg viewBox="-12 -12 24 24" aria-hidden="true">
        <Emblem side={number} size={10} />
      </svg>
      {String.fromCharCode(65 + number)} {seatName(seat)}
    </span>
  );
}

/** A side's shape alone, beside words that name it. */
export function Shape({ seat }: { seat: string }) {
  const number = seatNumber(seat);
  return (
    <svg class={`shape side-${number}`} viewBox="-12 -12 24 24" aria-hidden="true">
      <Emblem side={number} size={10} />
    </svg>
  );
}

/** A seat's shape, for pages without a game. */
export function SeatShape({ seat: { number } }: { seat: Seat }) {
  return (
    <svg class={`shape side-${number % 4}`} viewBox="-12 -12 24 24" aria-hidden="true">
      <Emblem side={number % 4} size={10} />
    </svg>
  );
}

/** A model's portrait and code before its name; any other word as it is. */
export function Who({ id, label }: { id: string; label?: string }) {
  const known = game.value?.names[id];
  if (!known) return <span>{label ?? nameOf(id)}</span>;
  const number = seatNumber(known.side);
  return (
    <span class={`who side-${number}`}>
      <Face id={id} side={number} />
      {known.code && <b>{known.code}</b>}
      <span>{label ?? known.name}</span>
    </span>
  );
}

/** A side by its shape and letter; the name is in the line. */
export function SideMark({ seat: id, seats, named = false }: { seat: string; seats: Seat[]; named?: boolean }) {
  const seat = seats.find((one) => one.id === id);
  const number = (seat?.number ?? 0) % 4;
  const name = seat?.name ?? id;
  return (
    <span class={`seat-mark side-${number}`}>
      <svg viewBox="-12 -12 24 24" role="img" aria-label={name}>
        <Emblem side={number} size={10} />
      </svg>
      {String.fromCharCode(65 + number)} {named && name}
    </span>
  );
}
