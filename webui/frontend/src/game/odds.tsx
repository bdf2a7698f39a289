// The checks of dice: a number, a ladder of numbers, or the die of another seat; always with the exact chances.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Side } from "../board/seat_marks.tsx";
import { t, tn } from "../i18n.ts";
import type { Check, Die, Duel, Ladder, Modifier } from "../types/game.ts";
import { percentChance } from "../ui/chances.ts";
import { ChanceBar } from "../ui/odds_bars.tsx";
import { Press } from "../ui/press.tsx";
import { signed } from "../ui/words.ts";

/** count: how many dice are thrown, each for itself unless the check adds them up. */
export function Odds({ check, die, count = 1 }: { check: Check | Ladder | Duel; die: Die; count?: number }) {
  if ("sides" in check) return <DuelOdds duel={check} />;
  return "steps" in check ? (
    <LadderOdds ladder={check} die={die} />
  ) : (
    <Needed check={check} die={die} each={count > (check.dice ?? 1)} />
  );
}

function Needed({ check, die, each }: { check: Check; die: Die; each: boolean }) {
  return (
    <Reasons
      asks={check.needed === null ? t("Why?") : t("Why {number}?", { number: `${check.needed}+` })}
      modifiers={check.modifiers ?? []}
      last={t("{target} or more", { target: check.target })}
      clause={check.clause}
    >
      <strong class="need">{check.needed === null ? t("Cannot pass") : `${check.needed}+`}</strong>
      <span class="on">
        {each ? t("each {dice}", { dice: diceOf(check, die) }) : t("on {dice}", { dice: diceOf(check, die) })}
        <br />
        <b>{percentChance(check.odds)}</b>
        <ChanceBar share={check.odds} />
      </span>
    </Reasons>
  );
}

/** The chance of every number of hits. */
function LadderOdds({ ladder, die }: { ladder: Ladder; die: Die }) {
  const steps = ladder.steps.join(" / ");
  const needs = ladder.needs.map((needed) => (needed === null ? "–" : `${needed}+`)).join(" / ");
  return (
    <Reasons
      asks={t("Why?")}
      modifiers={ladder.modifiers}
      last={t("a hit at each of {steps}", { steps })}
      clause={ladder.clause}
    >
      <span class="on">
        {t("{needs} on {dice}", { needs, dice: diceOf(ladder, die) })}
        <ul class="hit-chances">
          {ladder.chances.map((chance, hits) => (
            <li key={hits} data-hits={hits}>
              {tn("{n} hit", "{n} hits", hits)} <b>{percentChance(chance)}</b> <ChanceBar share={chance} />
            </li>
          ))}
        </ul>
      </span>
    </Reasons>
  );
}

/** Both sides with what is added to their dice, and the chance of each to win. */
function DuelOdds({ duel }: { duel: Duel }) {
  const tied = duel.chances[2] ?? "0";
  return (
    <div class="needed">
      <ul class="duel-odds">
        {duel.sides.map(({ seat, modifiers }, side) => (
          <li key={side} data-side={seat}>
            <Side seat={seat} /> {modifiers.length > 0 && <span>{signed(added(modifiers))}</span>}{" "}
            <b>{percentChance(duel.chances[side] ?? "0")}</b> <ChanceBar share={duel.chances[side] ?? "0"} />
            <ul class="modifiers">
              {modifiers.map((modifier) => (
                <Reason key={modifier.why} modifier={modifier} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p class="hint">
        {tied !== "0" && t("Tie: {chance}.", { chance: percentChance(tied) })} {duel.tie || tieText(duel)}{" "}
        {duel.clause && <small>{duel.clause}</small>}
      </p>
    </div>
  );
}

function tieText({ ties, sides }: Duel): string {
  if (ties === "again") return t("On a tie, both players roll again.");
  const winner = ties === "first" ? sides[0] : ties === "second" ? sides[1] : null;
  return winner ? t("{side} wins a tie.", { side: winner.name ?? winner.seat }) : t("On a tie, nobody wins.");
}

/** The line of numbers, and behind a button where they come from. asks: the button's words. */
function Reasons({
  asks,
  modifiers,
  last,
  clause,
  children,
}: {
  asks: string;
  modifiers: Modifier[];
  last: string;
  clause: string | null | undefined;
  children: ComponentChildren;
}) {
  const open = useSignal(false);
  return (
    <div class="needed">
      <div class="numbers-line">
        {children}
        <Press class="plain-button why-number" aria-expanded={open.value} onPress={() => (open.value = !open.value)}>
          {asks}
        </Press>
      </div>
      {open.value && (
        <ul class="modifiers">
          {modifiers.map((modifier) => (
            <Reason key={modifier.why} modifier={modifier} />
          ))}
          <li>
            {last} {clause && <small>{clause}</small>}
          </li>
        </ul>
      )}
    </div>
  );
}

function Reason({ modifier }: { modifier: Modifier }) {
  return (
    <li>
      <b>{signed(modifier.amount)}</b> {modifier.why} {modifier.clause && <small>{modifier.clause}</small>}
    </li>
  );
}

function added(modifiers: Modifier[]): number {
  return modifiers.reduce((sum, modifier) => sum + modifier.amount, 0);
}

function diceOf({ dice }: { dice?: number }, die: Die): string {
  return `${dice && dice > 1 ? dice : ""}${die.name}`;
}
