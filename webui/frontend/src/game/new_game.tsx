// Beginning a game: two forces, the house rules for those who want them; or going on with one that was kept.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Side } from "../board/seat_marks.tsx";
import { Seating } from "../club/seating.tsx";
import { t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, gameRunning, offline } from "../net/game_store.ts";
import { SEATS } from "../rulebooks/urban_war/seats.tsx";
import type { ChosenForces, GameSetups, HouseRule, RuleValue } from "../types/game.ts";
import { versusText } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { capital } from "../ui/words.ts";

// Older ones are found among the games played.
const MOST_KEPT = 6;

export const newGameOpen = signal(false);

export function NewGame() {
  return newGameOpen.value ? (
    <Sheet title={t("Start a game")} wide onClose={() => (newGameOpen.value = false)}>
      <Choosing />
    </Sheet>
  ) : null;
}

function Choosing() {
  const setups = useSignal<GameSetups | null>(null);
  const chosen = useRef<ChosenForces>({});
  const trouble = useSignal("");
  useEffect(() => {
    const stop = new AbortController();
    // without a set-up, or for whom it is closed, the first two forces are as good as any
    const setUp = ask<{ chosen: ChosenForces }>("/api/setup/roster", stop.signal).then((found) => found.chosen ?? {}, () => ({}));
    Promise.all([ask<GameSetups>("/api/game/setups", stop.signal), setUp]).then(
      ([found, forces]) => {
        chosen.current = forces;
        setups.value = found;
      },
      (error: Error) => error.name !== "AbortError" && (trouble.value = error.message),
    );
    return () => stop.abort();
  }, []);
  if (trouble.value) return <p class="why-not" role="alert">{trouble.value}</p>;
  return setups.value ? <Setup setups={setups.value} chosen={chosen.current} /> : <p class="lead" role="status">{t("Loading …")}</p>;
}

function Setup({ setups, chosen }: { setups: GameSetups; chosen: ChosenForces }) {
  const known = (name: string | undefined) => setups.forces.find((force) => force.name === name)?.name;
  const forces = useSignal<Record<string, string>>(Object.fromEntries(SEATS.map((seat, at) => [seat, known(chosen[seat]) ?? (setups.forces[at] ?? setups.forces[0])?.name ?? ""])));
  const players = useSignal<Record<string, string>>({});
  const pairing = useSignal<Record<string, string>>({});
  const rules = useSignal<Record<string, RuleValue>>({});
  const seats = game.value?.seats ?? SEATS;
  function begin(): void {
    const tags = Object.fromEntries(Object.entries(players.value).flatMap(([seat, name]) => (name.trim() ? [[`${capital(seat)} player` /* no text */, name.trim()]] : [])));
    sendCommand("/api/game/new", { forces: forces.value, rules: rules.value, tags: { ...tags, ...pairing.value }, ...(gameRunning.value ? { instead: true } : {}) }, t("A new game"));
    newGameOpen.value = false;
  }
  return (
    <div class="new-game">
      {setups.kept.length > 0 && <Kept kept={setups.kept} />}
      <h2>{t("New game")}</h2>
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
              {t("Player")} <input type="text" maxLength={40} autocomplete="off" value={players.value[seat] ?? ""} placeholder={t("no name")} onInput={(event) => (players.value = { ...players.value, [seat]: event.currentTarget.value })} />
            </label>
            {setups.forces.map((force) => (
              <Press key={force.name} class="big force" aria-pressed={forces.value[seat] === force.name} data-force={`${seat} ${force.name}`} onPress={() => (forces.value = { ...forces.value, [seat]: force.name })}>
                <b>{force.title}</b>
                <small>{[force.faction, tn("{n} point", "{n} points", force.points), tn("{n} model", "{n} models", typeof force.models === "number" ? force.models : force.models.length)].filter(Boolean).join(", ")}</small>
                {force.faults.map((fault) => <em key={fault}>{fault}</em>)}
              </Press>
            ))}
          </section>
        ))}
      </div>
      <Rules rules={setups.rules} chosen={rules.value} choose={(key, value) => (rules.value = { ...rules.value, [key]: value })} />
      {gameRunning.value && <p class="lead">{t("The game in progress is kept; you can continue it later.")}</p>}
      <Press class="big go" data-begin disabled={offline.value || seats.some((seat) => !forces.value[seat])} onPress={begin}>
        {gameRunning.value ? t("Start this one instead") : t("Start")}
      </Press>
    </div>
  );
}

function Kept({ kept }: { kept: GameSetups["kept"] }) {
  const open = kept.filter((each) => !each.open).slice(0, MOST_KEPT);
  if (open.length === 0) return null;
  return (
    <section>
      <h2>{t("Continue")}</h2>
      <div class="choices">
        {open.map((each) => (
          <Press key={each.id} class="big" data-kept={each.id} disabled={offline.value} onPress={() => { sendCommand("/api/game/open", { game: each.id, ...(gameRunning.value ? { instead: true } : {}) }, t("Game {number}", { number: each.id })); newGameOpen.value = false; }}>
            <b>{versusText(SEATS.flatMap((seat) => each.tags[capital(seat)] ?? [])) || t("Game {number}", { number: each.id })}</b>
            <small>{t("Game {number}, started {time}", { number: each.id, time: beginText(each.begun) })}</small>
          </Press>
        ))}
      </div>
    </section>
  );
}

/** Where the books leave room; most tables never open this. */
function Rules({ rules, chosen, choose }: { rules: HouseRule[]; chosen: Record<string, RuleValue>; choose: (key: string, value: RuleValue) => void }) {
  const open = useSignal(false);
  return (
    <section class="house-rules">
      <Press class="plain-button" aria-expanded={open.value} onPress={() => (open.value = !open.value)}>
        {Object.keys(chosen).length ? t("House rules ({n} changed)", { n: Object.keys(chosen).length }) : t("House rules")} {open.value ? "▴" : "▾"}
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

function Switch({ rule, now, choose }: { rule: HouseRule; now: RuleValue; choose: (value: RuleValue) => void }) {
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

function beginText(begun: string): string {
  const time = new Date(begun);
  return Number.isNaN(time.getTime()) ? begun : time.toLocaleString(document.documentElement.lang || undefined, { dateStyle: "medium", timeStyle: "short" });
}

function wordFor(value: RuleValue): string {
  if (value === null) return t("Default");
  return typeof value === "boolean" ? (value ? t("Yes") : t("No")) : capital(String(value));
}
