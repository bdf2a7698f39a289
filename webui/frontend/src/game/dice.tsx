// The dice pad: what is needed first, one tap a die, and the last one sends them all.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, tn } from "../i18n.ts";
import type { Check, Die, Duel, Ladder, Question } from "../types/game.ts";
import { OddsWithSums } from "../ui/odds_bars.tsx";
import { Keys } from "../ui/keypad.tsx";
import { Press } from "../ui/press.tsx";
import { keepDraft, readDraft } from "./drafts.ts";
import { sendAnswer, throwDice } from "./mutations.ts";
import { Odds } from "./odds.tsx";
import { TrayRoll } from "./tray_roll.tsx";
import { trayHasRoll } from "./tray_store.ts";

// ten faces stand in 5+5, six in 3+3
const COLUMNS: Record<number, number> = { 6: 3, 10: 5 };
// the source of an answer, as the log keeps it
const SOURCE = "dice pad"; // no text
const TRAY = "dice tray"; // no text

/** give: where the faces go; the question's answer unless told otherwise. */
export function DicePad({
  question,
  disabled,
  give,
}: {
  question: Question;
  disabled: boolean;
  give?: (faces: number[]) => void;
}) {
  const die = question.ask.die as unknown as Die;
  const count = Number(question.ask.count ?? 1);
  const check = question.ask.check as unknown as Check | Ladder | Duel | undefined;
  const faces = useSignal<(number | null)[]>(diceSlots(readDraft(question), count));
  const next = useSignal<number | null>(null);
  const send =
    give ??
    ((all: number[]) => {
      const source = trayHasRoll(question) ? TRAY : SOURCE;
      sendAnswer(question, all, source, t("Dice: {faces}", { faces: all.join(", ") }));
    });

  function tap(face: number): void {
    const at = next.value ?? (count === 1 ? 0 : faces.value.indexOf(null));
    if (at < 0) return;
    const now = faces.value.with(at, face);
    next.value = null;
    faces.value = now;
    if (!give) keepDraft(question, now);
    if (!now.includes(null)) send(now as number[]);
  }

  const keys = useRef<HTMLDivElement>(null);
  useSamePlace(keys);
  const values = Array.from({ length: die.last - die.first + 1 }, (_face, n) => die.first + n);
  return (
    <div class="dice">
      {check && <Odds check={check} die={die} count={count} />}
      {!give && !disabled && <TrayRoll question={question} faces={faces} next={next} onTake={send} />}
      {count > 1 && (
        <div class="slots" role="group" aria-label={tn("{n} die", "{n} dice", count)}>
          {faces.value.map((face, at) => (
            <Press
              key={at}
              class="slot"
              disabled={disabled || face === null}
              aria-label={
                face === null
                  ? t("Die {which} of {count}", { which: at + 1, count })
                  : t("Die {which} of {count}: {face}, tap to correct it", { which: at + 1, count, face })
              }
              aria-pressed={next.value === at}
              onPress={() => (next.value = next.value === at ? null : at)}
            >
              {face ?? "·"}
            </Press>
          ))}
        </div>
      )}
      <Keys
        box={keys}
        good={(face) => succeeds(check, face)}
        columns={COLUMNS[values.length]}
        values={values}
        label={(face) => (face === 10 && die.first === 1 ? "10" : String(face))}
        name={t("Result on the {die}", { die: die.name })}
        disabled={disabled}
        onKey={tap}
      />
      {die.first === 1 && die.last === 10 && <p class="hint">{t("A printed 0 is 10.")}</p>}
      {/* below the keys: what comes a moment later must not move them under a finger */}
      <OddsWithSums odds={(question.advice?.rows ?? []).flatMap(({ odds }) => odds)} />
      {!give && (
        <Press class="plain-button" disabled={disabled} onPress={() => throwDice(question)}>
          {tn("Let the app roll the die", "Let the app roll {n} dice", count)}
        </Press>
      )}
    </div>
  );
}

/** Whether a die's face alone passes a check; of a ladder, whether it counts at all. */
function succeeds(check: Check | Ladder | Duel | undefined, face: number): boolean {
  if (!check || "sides" in check || (check.dice ?? 1) > 1) return false;
  const needs = "steps" in check ? check.needs : [check.needed];
  return needs.some((needed) => needed !== null && face >= needed);
}

/** How far down the keys of the last dice stood. */
let lastTop = 0;

/** Keeps the keys where those of the last question stood, as far as the panel has room. */
function useSamePlace(keys: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const panel = keys.current!.closest<HTMLElement>(".game-body");
    if (!panel) return;
    const top = keys.current!.getBoundingClientRect().top - panel.getBoundingClientRect().top + panel.scrollTop;
    const lowest = panel.clientHeight - keys.current!.offsetHeight;
    if (lastTop > top && lastTop <= lowest) keys.current!.style.marginTop = `${lastTop - top}px`;
    else lastTop = top;
  }, []);
}

function diceSlots(kept: unknown, count: number): (number | null)[] {
  const before = Array.isArray(kept) && kept.length === count ? (kept as (number | null)[]) : [];
  return before.includes(null) ? before : Array.from({ length: count }, () => null);
}
