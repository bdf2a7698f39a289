// The modifiers of a finished roll, each with its clause, as the dice pad showed it before the roll.

import { t } from "../i18n.ts";
import type { Modifier } from "../types/game.ts";
import { signed } from "../ui/words.ts";
import "./roll_reasons.css";

export function RollReasons({ reasons }: { reasons: Modifier[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul class="roll-reasons" aria-label={t("Dice modifiers")}>
      {reasons.map((reason) => (
        <li key={reason.why}>
          <b>{signed(reason.amount)}</b> {reason.why} {reason.clause && <small>{reason.clause}</small>}
        </li>
      ))}
    </ul>
  );
}
