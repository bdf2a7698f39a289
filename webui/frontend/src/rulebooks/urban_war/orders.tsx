// Orders that lie face down, for their own side's eyes.

import { Who } from "../../board/seat_marks.tsx";
import { capital } from "../../ui/words.ts";

/** orders: model -> order, "" where it has none. */
export function FaceDownOrders({ orders }: { orders: Record<string, string> }) {
  const given = Object.entries(orders).filter(([, order]) => order);
  if (given.length === 0) return null;
  return (
    <ul class="orders" aria-label="Orders">
      {given.map(([model, order]) => (
        <li key={model}>
          <Who id={model} /> <b>{capital(order)}</b>
        </li>
      ))}
    </ul>
  );
}
