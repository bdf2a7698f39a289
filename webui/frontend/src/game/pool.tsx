// A pool of dice: the spread of results first, a key for each face of the next die, and the last one sends them all.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { Json, Pool, Question } from "../types/game.ts";
import { percentChance, shareOf } from "../ui/chances.ts";
import { BOUNCE_MS } from "../ui/keypad.tsx";
import { ChanceBar } from "../ui/odds_bars.tsx";
import { Press } from "../ui/press.tsx";
import { keepDraft, readDraft } from "./drafts.ts";
import { sendAnswer, throwDice } from "./mutations.ts";

// the source of an answer, as the log keeps it
const SOURCE = "dice pad"; // no text
// rarer results are left out of the list
const WORTH_LISTING = 0.005;

/** give: where the faces go; the question's answer unless told otherwise. */
export function PoolPad({
  question,
  disabled,
  give,
}: {
  question: Question;
  disabled: boolean;
  give?: (raw: Json) => void;
}) {
  const pool = question.ask.pool as unknown as Pool;
  const dice = pool.dice.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  const faces = useSignal<(string | null)[]>(slotsOf(readDraft(question), dice.length));
  const next = useSignal<number | null>(null);
  const send = give ?? ((all: Json) => sendAnswer(question, all, SOURCE, t("Dice: {faces}", { faces: String(all) })));
  const at = next.value ?? Math.max(0, faces.value.indexOf(null));
  const kind = dice[at]!;

  function tap(label: string): void {
    const now = faces.value.with(at, label);
    next.value = null;
    faces.value = now;
    if (!give) keepDraft(question, now);
    if (!now.includes(null)) send(now as string[]);
  }

  return (
    <div class="dice pool">
      <Spread pool={pool} />
      <div class="slots" role="group" aria-label={tn("{n} die", "{n} dice", dice.length)}>
        {dice.map(({ title, faces: sides }, place) => {
          const face = faces.value[place];
          const text = sides.find(({ label }) => label === face)?.text ?? "·";
          return (
            <Press
              key={place}
              class="slot"
              disabled={disabled || face === null}
              aria-label={t("{die}, die {which} of {count}: {face}", {
                die: title,
                which: place + 1,
                count: dice.length,
                face: text,
              })}
              aria-pressed={at === place}
              onPress={() => (next.value = next.value === place ? null : place)}
            >
              {text}
            </Press>
          );
        })}
      </div>
      <p class="lead">{t("Die {which} of {count}: {die}", { which: at + 1, count: dice.length, die: kind.title })}</p>
      <div class="choices of-two" role="group" aria-label={t("Result on the {die}", { die: kind.title })}>
        {kind.faces.map(({ label, text }) => (
          <Press
            key={label}
            class="big"
            rest={BOUNCE_MS}
            disabled={disabled}
            data-face={label}
            onPress={() => tap(label)}
          >
            {text}
          </Press>
        ))}
      </div>
      {!give && (
        <Press class="plain-button" disabled={disabled} data-app-dice onPress={() => throwDice(question)}>
          {tn("Let the app roll the die", "Let the app roll {n} dice", dice.length)}
        </Press>
      )}
    </div>
  );
}

/** The chance of every number of each symbol, of the wanted one with bars. */
function Spread({ pool }: { pool: Pool }) {
  return (
    <div class="needed spread">
      {Object.entries(pool.chances).map(([symbol, chances]) => (
        <section key={symbol} data-symbol={symbol}>
          <b>{pool.titles[symbol] ?? symbol}</b>
          <ul>
            {chances.map(
              (chance, number) =>
                shareOf(chance) >= WORTH_LISTING && (
                  <li key={number} data-number={number}>
                    {number}: <b>{percentChance(chance)}</b> {symbol === pool.wants && <ChanceBar share={chance} />}
                  </li>
                ),
            )}
          </ul>
        </section>
      ))}
      {pool.clause && <small>{pool.clause}</small>}
    </div>
  );
}

function slotsOf(kept: unknown, count: number): (string | null)[] {
  const before = Array.isArray(kept) && kept.length === count ? (kept as (string | null)[]) : [];
  return before.includes(null) ? before : Array.from({ length: count }, () => null);
}
