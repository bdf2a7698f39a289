// The two seats of a game, with the shapes and letters that they have everywhere.

/** Seat, letter, and the class of its colour. */
export const SEAT_SIGNS = [["red", "A", "side-0"], ["blue", "B", "side-1"]] as const;
export const SEATS: readonly string[] = SEAT_SIGNS.map(([seat]) => seat);

/** A disc for A, a diamond for B, as on the board. */
export function SideSign({ side }: { side: string }) {
  return (
    <svg class="side-sign" viewBox="-12 -12 24 24" aria-hidden="true">
      {side === "red" ? <circle r="9" /> : <polygon points="0,-11 11,0 0,11 -11,0" />}
    </svg>
  );
}

/** A seat's shape beside its name in large letters; nothing for who has no seat. */
export function SeatSign({ role }: { role: string }) {
  if (!SEATS.includes(role)) return null;
  return <svg viewBox="0 0 24 24" aria-hidden="true">{role === "red" ? <circle cx="12" cy="12" r="10" /> : <path d="M3 3h18v18H3Z" />}</svg>;
}
