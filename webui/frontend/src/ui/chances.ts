// Chances as players say them, from the exact fractions that the server sends.

import { t } from "../i18n.ts";

/** The chance as a number: .3 from 3/10. */
export function shareOf(chance: string): number {
  const [over, under = "1"] = chance.split("/");
  return Number(over) / Number(under);
}

/** In per cent: 30 % from 3/10; what is not certain never rounds to it. */
export function percentChance(chance: string): string {
  const share = shareOf(chance);
  if (share > 0 && share < 0.01) return t("under {share}", { share: "1\u00a0%" });
  if (share > 0.99 && share < 1) return t("over {share}", { share: "99\u00a0%" });
  return `${Math.round(100 * share)}\u00a0%`;
}
