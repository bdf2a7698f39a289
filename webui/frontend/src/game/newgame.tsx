// Beginning a game: two forces, the house rules for those who want them; or going on with one that was kept.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../net/api.ts";
import { Press } from "../ui/press.tsx";
import { Seating } from "../club/seating.tsx";
import { send } from "../ui/queue.ts";
import { Sheet } from "../ui/sheet.tsx";
import { Side } from "./marks.tsx";
import { capital, game, offline, running } from "./play.ts";

interface Force {
  name: string;
  title: string;
  faction: string;
  points: number;
  models: number | unknown[];
  faults: string[];
}

interface Rule {
  key: string;
  title: string;
  /** What is played, in one sentence. */
  says?: string;
  group?: string;
  /** What its values are called. */
  words?: Record<string, string>;
  kind?: string;
  options?: (string | boolean | null)[];
  default: Value;
  value: Value;
}

type Value = string | number | boolean | null;

interface Setups {
  forces: Force[];
  rules: Rule[];
  kept: { id: number; begun: string; open: boolean; tags: Record<string, string> }[];
}

/** The forces that the set-up has given tags to, by seat. */
type Chosen = Partial<Record<string, string>>;

// Older ones are found among the games played.
const MOST_KEPT = 6;
const SEATS = ["red", "blue"];

export const beginning = signal(false);

export function NewGame() {
  return beginning.value ? (
    <Sheet title="A game" wide onClose={() => (beginning.value = false)}>
      <Choosing />
    </Sheet>
  ) : null;
}

function Choosing() {
  const setups = useSignal<Setups | null>(null);
  const chosen = useRef<Chosen>({});
  const trouble = useSignal("");
  useEffect(() => {
    const stop = new AbortController();
    // without a set-up, or for whom it is closed, the first two forces are as good as any
    const setUp = ask<{ chosen: Chosen }>("/api/setup/roster", stop.signal).then((found) => found.chosen ?? {}, () => ({}));
    Promise.all([ask<Setups>("/api/game/setups", stop.signal), setUp]).then(
      ([found, forces]) => {
        chosen.current = forces;
        setups.value = found;
      },
      (error: Error) => error.name !== "AbortError" && (trouble.value = error.message),
    );
    return () => stop.abort();
  }, []);
  if (trouble.value) return <p class="why-not" role="alert">{trouble.value}</p>;
  return setups.value ? <Setup setups={setups.value} chosen={chosen.current} /> : <p class="lead" role="status">Looking for forces …</p>;
}

function Setup({ setups, chosen }: { setups: Setups; chosen: Chosen }) {
  const [first, second] = setups.forces;
  const known = (name: string | undefined) => setups.forces.find((force) => force.name === name)?.name;
  const forces = useSignal<Record<string, string>>({
    red: known(chosen.red) ?? first?.name ?? "",
    blue: known(chosen.blue) ?? (second ?? first)?.name ?? "",
  });
  const players = useSignal<Record<string, string>>({});
  const pairing = useSignal<Record<string, string>>({});
  const rules = useSignal<Record<string, Value>>({});
  const seats = game.value?.seats ?? SEATS;
  function begin(): void {
    const tags = Object.fromEntries(Object.entries(players.value).flatMap(([seat, name]) => (name.trim() ? [[`${capital(seat)} player`, name.trim()]] : [])));
    send("/api/game/new", { forces: forces.value, rules: rules.value, tags: { ...tags, ...pairing.value }, ...(running.value ? { instead: true } : {}) }, "A new game");
    beginning.value = false;
  }
  return (
    <div class="new-game">
      {setups.kept.length > 0 && <Kept kept={setups.kept} />}
      <h2>New game</h2>
      <Seating
        onSeated={(seated) => {
          pairing.value = seated.tags;
          players.value = seated.players;
        }}
      />
      <div class="two-forces">
        {seats.map((seat) => (
          <section key={seat}>
            <Side seat={seat} />
            <label>
              Player <input type="text" maxLength={40} autocomplete="off" value={players.value[seat] ?? ""} placeholder="no name" onInput={(event) => (players.value = { ...players.value, [seat]: event.currentTarget.value })} />
            </label>
            {setups.forces.map((force) => (
              <Press key={force.name} class="big force" aria-pressed={forces.value[seat] === force.name} data-force={`${seat} ${force.name}`} onPress={() => (forces.value = { ...forces.value, [seat]: force.name })}>
                <b>{force.title}</b>
                <small>{[force.faction, `${force.points} points`, `${typeof force.models === "number" ? force.models : force.models.length} models`].filter(Boolean).join(", ")}</small>
                {force.faults.map((fault) => <em key={fault}>{fault}</em>)}
              </Press>
            ))}
          </section>
        ))}
      </div>
      <Rules rules={setups.rules} chosen={rules.value} choose={(key, value) => (rules.value = { ...rules.value, [key]: value })} />
      {running.value && <p class="lead">The game in progress is kept as it stands; you can go on with it later.</p>}
      <Press class="big go" data-begin disabled={offline.value || seats.some((seat) => !forces.value[seat])} onPress={begin}>
        {running.value ? "Begin this one instead" : "Begin"}
      </Press>
    </div>
  );
}

function Kept({ kept }: { kept: Setups["kept"] }) {
  const open = kept.filter((each) => !each.open).slice(0, MOST_KEPT);
  if (open.length === 0) return null;
  return (
    <section>
      <h2>Go on with</h2>
      <div class="choices">
        {open.map((each) => (
          <Press key={each.id} class="big" data-kept={each.id} disabled={offline.value} onPress={() => { send("/api/game/open", { game: each.id, ...(running.value ? { instead: true } : {}) }, `Game ${each.id}`); beginning.value = false; }}>
            <b>{[each.tags.Red, each.tags.Blue].filter(Boolean).join(" against ") || `Game ${each.id}`}</b>
            <small>Game {each.id}, begun {when(each.begun)}</small>
          </Press>
        ))}
      </div>
    </section>
  );
}

/** Where the books leave room; most tables never open this. */
function Rules({ rules, chosen, choose }: { rules: Rule[]; chosen: Record<string, Value>; choose: (key: string, value: Value) => void }) {
  const open = useSignal(false);
  return (
    <section class="house-rules">
      <Press class="plain-button" aria-expanded={open.value} onPress={() => (open.value = !open.value)}>
        House rules{Object.keys(chosen).length ? ` (${Object.keys(chosen).length} changed)` : ""} {open.value ? "▴" : "▾"}
      </Press>
      {open.value && [...new Set(rules.map((rule) => rule.group ?? ""))].map((group) => (
        <section key={group}>
          {group && <h3>{group}</h3>}
          <ul>
            {rules.filter((rule) => (rule.group ?? "") === group).map((rule) => (
              <Switch key={rule.key} rule={rule} now={rule.key in chosen ? (chosen[rule.key] ?? null) : rule.value} choose={(value) => choose(rule.key, value)} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Switch({ rule, now, choose }: { rule: Rule; now: Value; choose: (value: Value) => void }) {
  const options = rule.options ?? (rule.kind === "number" ? null : rule.default === null ? [null, false, true] : [false, true]);
  return (
    <li data-rule={rule.key}>
      <p>
        <b>{rule.title}</b>
        {rule.says && <small>{rule.says}</small>}
      </p>
      {options ? (
        <div class="choice" role="group" aria-label={rule.title}>
          {options.map((value) => (
            <Press key={String(value)} aria-pressed={now === value} onPress={() => choose(value)}>{rule.words?.[String(value)] ?? wordFor(value)}</Press>
          ))}
        </div>
      ) : (
        <input type="number" inputMode="decimal" step="any" min="0" aria-label={rule.title} value={Number(now)} onChange={(event) => Number.isFinite(event.currentTarget.valueAsNumber) && choose(event.currentTarget.valueAsNumber)} />
      )}
    </li>
  );
}

function when(begun: string): string {
  const time = new Date(begun);
  return Number.isNaN(time.getTime()) ? begun : time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

function wordFor(value: Value): string {
  if (value === null) return "As usual";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : capital(String(value));
}
