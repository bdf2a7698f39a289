// The side of the page that is read: who stands where, and how far everyone is from the chosen model.

import type { ComponentChildren } from "preact";
import { Badge, sideNumber } from "../board/marks.tsx";
import { capital } from "../game/play.ts";
import { byId, chosen, ghost, listed, models, ranges, reaching, reachInches, region, select, selected, table, target, whom } from "../net/state.ts";
import type { Model } from "../net/state.ts";
import { awake } from "../ui/awake.ts";
import { go } from "../ui/go.ts";
import { condition, inches, percent, whereabouts } from "../ui/words.ts";
import { FloorsButton } from "./floors.tsx";
import { banded, type Charge, type Foresight, foresight, reachKind, showBands } from "./foresight.ts";
import { Lately } from "./news.tsx";
import { Name, RangeRow } from "./rows.tsx";
import { Why } from "./sight.tsx";
import { Supposing } from "./supposing.tsx";
import { Taping } from "./taping.tsx";
import { suppose, tape } from "./tools.ts";

// No model goes further in a turn, and the server draws no more.
const MOST_IN = 24;

/** lead: what comes above it, where something else waits for the players. */
export function Panel({ lead }: { lead?: ComponentChildren }) {
  const gone = selected.value !== null && !byId.value.has(selected.value) && table.value !== null;
  return (
    <aside class="panel" aria-label={chosen.value ? `Ranges and sight from ${chosen.value.name}` : "Models"}>
      {lead}
      {tape.value ? (
        <Taping />
      ) : chosen.value && ghost.value ? (
        <Supposing from={chosen.value} />
      ) : chosen.value && target.value ? (
        <Why key="why" from={chosen.value} to={target.value} />
      ) : chosen.value ? (
        <Ranges from={chosen.value} />
      ) : (
        <Everyone gone={gone} />
      )}
    </aside>
  );
}

function Everyone({ gone }: { gone: boolean }) {
  const order = [...models.value].sort((a, b) => a.code.localeCompare(b.code, undefined, { numeric: true }));
  return (
    <>
      <header class="head">
        <h1>{models.value.length} models on the table</h1>
        <p>{gone ? "That model is no longer on the table. " : ""}Tap a model to see its ranges and what it sees.</p>
      </header>
      <ul class="rows">
        {order.map((model) => (
          <li key={model.id}>
            <button type="button" class={`row side-${sideNumber(model.side)}`} onClick={() => select(model.id)}>
              <Badge model={model} />
              <Name model={model} />
            </button>
          </li>
        ))}
      </ul>
      <Lately />
      <Notes />
    </>
  );
}

function Ranges({ from }: { from: Model }) {
  const waiting = ranges.value?.model !== from.id;
  return (
    <>
      <header class={`head chosen side-${sideNumber(from.side)}`}>
        <Badge model={from} />
        <div>
          <h1>{from.name}</h1>
          <p>
            {whereabouts(from)}
            {condition(from) && <em>{condition(from)}</em>}
          </p>
        </div>
        <button type="button" class="close" aria-label="Let go of this model" onClick={() => select(null)}>×</button>
      </header>
      <div class="choice" role="group" aria-label="Whose models">
        {([["all", "All"], ["other", "Other side"], ["own", "Own side"]] as const).map(([value, label]) => (
          <button type="button" key={value} aria-pressed={whom.value === value} onClick={() => (whom.value = value)}>
            {label}
          </button>
        ))}
      </div>
      <Around />
      {foresight.value?.priority && foresight.value.priority.targets.length > 0 && (
        <p class="first-why"><strong class="first-target">★ priority</strong> {named(foresight.value.priority)}</p>
      )}
      <ul class="rows ranges" aria-busy={waiting}>
        {listed.value.map(({ range, model }) => (
          <li key={model.id}>
            <RangeRow range={range} model={model} />
          </li>
        ))}
      </ul>
      {!waiting && listed.value.length === 0 && <p class="none">Nobody else is there.</p>}
      <Deeds from={from} />
      <p class="foot">
        Tap a row to see why. Ranges in inches between nearest base edges; the true one lies within ± nineteen times out of twenty.
        Seen: at least {percent(listed.value[0]?.range.sight.enough ?? 0.25)} shows. Too close to call: the error decides. Near: within 1″ of {from.name}.
      </p>
    </>
  );
}

/** What can be drawn around the model: its bands, and where it can get to. */
function Around() {
  return (
    <div class="choice around" role="group" aria-label="Drawn around it">
      <button type="button" aria-pressed={banded.value} onClick={() => showBands(!banded.value)}>Bands</button>
      {foresight.value ? <GameReaches of={foresight.value} /> : <ReachChoice />}
    </div>
  );
}

/** The moves that the rules give the model; off until one is asked for. */
function GameReaches({ of }: { of: Foresight }) {
  const kinds = [...of.reach.map((each) => [each.kind, `${capital(each.kind)} ${each.inches}″`]), ...(of.charges.length > 0 ? [["charge", "Charge"]] : [])];
  return (
    <>
      {kinds.map(([kind, label]) => (
        <button type="button" key={kind} aria-pressed={reachKind.value === kind} onClick={() => (reachKind.value = reachKind.value === kind ? null : kind!)}>
          {label}
        </button>
      ))}
      {reachKind.value === "charge" && <Charges charges={of.charges} />}
    </>
  );
}

function Charges({ charges }: { charges: Charge[] }) {
  return (
    <ul class="charge-list">
      {charges.map((charge) => (
        <li key={charge.target} class={charge.lawful ? "" : "too-far"}>
          {byId.value.get(charge.target)?.name ?? charge.target}: {charge.length_in === null ? "no way" : `${inches(charge.length_in)}″ of ${charge.allowance_in}″`}
          {charge.lawful ? " ✓" : " ✗"}
        </li>
      ))}
    </ul>
  );
}

/** Where the model can get to in so many inches: off until it is asked for. */
function ReachChoice() {
  const step = (by: number) => () => (reachInches.value = Math.min(MOST_IN, Math.max(1, reachInches.value + by)));
  return (
    <>
      <button type="button" aria-pressed={reaching.value} onClick={() => (reaching.value = !reaching.value)}>Reach</button>
      {reaching.value && (
        <>
          <button type="button" aria-label="One inch less" disabled={reachInches.value <= 1} onClick={step(-1)}>−</button>
          <output aria-busy={!region.value}>{reachInches.value}″</output>
          <button type="button" aria-label="One inch more" disabled={reachInches.value >= MOST_IN} onClick={step(1)}>+</button>
        </>
      )}
    </>
  );
}

/** What can be asked, or put right, of the model itself. */
function Deeds({ from }: { from: Model }) {
  return (
    <div class="choice" role="group" aria-label="This model">
      <button type="button" onClick={suppose}>What if …</button>
      <FloorsButton model={from} />
      <button type="button" onClick={() => go("/setup/roster")}>Another model?</button>
    </div>
  );
}

function Notes() {
  const { absent = [], problems = [], unknown_tags = [] } = table.value ?? {};
  const sleepy = awake.value === false;
  if (absent.length + problems.length + unknown_tags.length === 0 && !sleepy) return null;
  return (
    <section class="notes">
      <h2>Notes</h2>
      <ul>
        {problems.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {sleepy && <li data-note="sleep">This screen may fall asleep: set the tablet to never sleep.</li>}
        {absent.length > 0 && <li>Not on the table: {absent.map((model) => `${model.name} (${model.code})`).join(", ")}.</li>}
        {unknown_tags.length > 0 && <li>Tags that belong to no model: {unknown_tags.join(", ")}.</li>}
      </ul>
    </section>
  );
}

/** The reason, with the names of the targets where it does not give them itself. */
function named({ targets, why }: { targets: string[]; why: string }): string {
  const names = targets.map((id) => byId.value.get(id)?.name ?? id);
  return names.every((name) => why.includes(name)) ? why : `${names.join(", ")}: ${why}`;
}
