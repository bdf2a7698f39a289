// Chances as bars: the text says all of it, the bar shows it at a glance, and a tap opens the sum behind it.
//
// <OddsBars odds={row.odds} />            the bars alone, fit to stand in a button
// <OddsSums odds={row.odds} of={name} />  the button that opens the sums, and the sums; not inside another button
// <OddsWithSums odds={row.odds} />        both

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../i18n.ts";
import { percentChance, shareOf } from "./chances.ts";
import { Press } from "./press.tsx";
import "./odds_bars.css";
import type { AdviceOdds } from "../types/views.ts";

export function OddsBars({ odds }: { odds: AdviceOdds[] }) {
  if (odds.length === 0) return null;
  return (
    <span class="odds-bars">
      {odds.map((chance) => (
        <Chance key={chance.label} share={chance.share}>
          {chance.label}
        </Chance>
      ))}
    </span>
  );
}

/** One chance: what it is of, the bar, the per cent. */
export function Chance({ share, children }: { share: string; children: ComponentChildren }) {
  return (
    <span class="odds-chance">
      <span>{children}</span> <b>{percentChance(share)}</b>
      <ChanceBar share={share} />
    </span>
  );
}

/** The bar alone, which says nothing that is not written beside it. */
export function ChanceBar({ share }: { share: string }) {
  return (
    <span class="odds-bar" aria-hidden="true">
      <span style={{ width: `${100 * shareOf(share)}%` }} />
    </span>
  );
}

/** of: whose chances they are, for those who hear the page and see no row above the button. */
export function OddsSums({ odds, of = "" }: { odds: AdviceOdds[]; of?: string }) {
  const open = useSignal(false);
  if (odds.every(({ sums }) => sums.length === 0)) return null;
  return (
    <span class="odds-sums">
      <Press
        class="plain-button odds-why"
        aria-expanded={open.value}
        aria-label={of ? t("Why? The calculation for: {of}", { of }) : undefined}
        onPress={() => (open.value = !open.value)}
      >
        {t("Why?")}
      </Press>
      {open.value && (
        <ul class="odds-lines">
          {newLines(odds).map(({ label, share, sums }) => (
            <li key={label}>
              {label} <b>{percentChance(share)}</b>
              {sums.length > 0 && (
                <ul>
                  {sums.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}

export function OddsWithSums({ odds, of = "" }: { odds: AdviceOdds[]; of?: string }) {
  return (
    <>
      <OddsBars odds={odds} />
      <OddsSums odds={odds} of={of} />
    </>
  );
}

/** A later chance builds on the one before it, so that only the new part of its sum is shown. */
export function newLines(odds: AdviceOdds[]): AdviceOdds[] {
  const told = new Set<string>();
  return odds.map((chance) => {
    const sums = chance.sums.filter((line) => !told.has(line));
    for (const line of sums) told.add(line);
    return { ...chance, sums };
  });
}
