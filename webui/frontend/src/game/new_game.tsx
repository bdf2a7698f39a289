// Starting a game: its rulebook, a force for each seat, the house rules if wanted; or continuing one that was kept.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import { type SeatedPairing, Seating } from "../club/seating.tsx";
import { t, timeText } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { gameRunning, offline } from "../net/game_store.ts";
import type { BookSetup, ChosenForces, GameSetups, HouseRule, KeptGame, RuleValue } from "../types/game.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { capital } from "../ui/words.ts";
import { AddBook } from "./add_book.tsx";
import { type MachineChoice, MachineChoices } from "./machine.tsx";

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
    // without a set-up, or for a role that may not see it, the first forces are chosen
    const setUp = ask<{ chosen: ChosenForces }>("/api/setup/roster", stop.signal).then(
      (found) => found.chosen ?? {},
      () => ({}),
    );
    Promise.all([ask<GameSetups>("/api/game/setups", stop.signal), setUp]).then(
      ([found, forces]) => {
        chosen.current = forces;
        setups.value = found;
      },
      (error: Error) => error.name !== "AbortError" && (trouble.value = error.message),
    );
    return () => stop.abort();
  }, []);
  if (trouble.value)
    return (
      <p class="why-not" role="alert">
        {trouble.value}
      </p>
    );
  /** A book that was added is offered at once. */
  async function reload(): Promise<void> {
    setups.value = await ask<GameSetups>("/api/game/setups");
  }
  return setups.value ? (
    <Setup setups={setups.value} chosen={chosen.current} reload={reload} />
  ) : (
    <p class="lead" role="status">
      {t("Loading …")}
    </p>
  );
}

function Setup(props: { setups: GameSetups; chosen: ChosenForces; reload: () => Promise<void> }) {
  const { setups, chosen, reload } = props;
  const bookName = useSignal(setups.books[0]?.name ?? "");
  const book = setups.books.find(({ name }) => name === bookName.value);
  return (
    <div class="new-game">
      {setups.kept.length > 0 && <Kept kept={setups.kept} />}
      <h2>{t("New game")}</h2>
      {setups.books.length > 1 && (
        <div class="one-of" role="group" aria-label={t("Rulebook")}>
          {setups.books.map(({ name, title }) => (
            <Press
              key={name}
              data-book={name}
              aria-pressed={name === bookName.value}
              onPress={() => (bookName.value = name)}
            >
              {title}
            </Press>
          ))}
        </div>
      )}
      {setups.broken?.map(({ name, reason }) => (
        <p key={name} class="why-not" data-broken={name}>
          {t("The rulebook {name} cannot be used: {reason}", { name, reason })}
        </p>
      ))}
      {setups.may_add_books && <AddBook onAdded={(name) => void reload().then(() => (bookName.value = name))} />}
      {book && <BookChoices key={book.name} book={book} chosen={chosen} />}
    </div>
  );
}

/** The choices for a game of one rulebook: players, forces, the scenario and the house rules. */
function BookChoices({ book, chosen }: { book: BookSetup; chosen: ChosenForces }) {
  const known = (name: string | undefined) => book.forces.find((force) => force.name === name)?.name;
  const inScenario = (id: string, seat: string) =>
    known(book.scenarios.find((scenario) => scenario.id === id)?.forces?.[seat]);
  const { usual } = book;
  const first = usual.scenario ?? book.scenarios[0]?.id ?? "";
  const forces = useSignal<Record<string, string>>(
    Object.fromEntries(
      book.seats.map(({ id }, at) => [
        id,
        known(chosen[id]) ??
          known(usual.forces[id]) ??
          inScenario(first, id) ??
          (book.forces[at] ?? book.forces[0])?.name ??
          "",
      ]),
    ),
  );
  const players = useSignal<Record<string, string>>({});
  const pairing = useSignal<Record<string, string>>({});
  const machines = useSignal<string[]>([]);
  const machine = useSignal<MachineChoice>({ level: 3, people_roll: false });
  const warbands = useSignal<SeatedPairing["warbands"]>({});
  const scenario = useSignal(first);
  const rules = useSignal<Record<string, RuleValue>>({});
  const playing = book.scenarios.find(({ id }) => id === scenario.value)?.seats;
  const seats = book.seats.filter(({ id }) => playing?.includes(id) ?? true);
  const ofSeats = (chosen: Record<string, string>) =>
    Object.fromEntries(seats.flatMap(({ id }) => (chosen[id] ? [[id, chosen[id]]] : [])));
  const byMachine = seats.map(({ id }) => id).filter((id) => machines.value.includes(id));
  const incomplete = book.forces.length > 0 && seats.some(({ id }) => !forces.value[id]);
  /** A scenario brings the forces that it is written for; others may be chosen after it. */
  function chooseScenario(id: string): void {
    scenario.value = id;
    forces.value = Object.fromEntries(
      book.seats.map((seat) => [seat.id, inScenario(id, seat.id) ?? forces.value[seat.id] ?? ""]),
    );
  }
  function begin(): void {
    const setup = {
      book: book.name,
      ...(book.forces.length > 0 ? { forces: ofSeats(forces.value) } : {}),
      ...(scenario.value ? { scenario: scenario.value } : {}),
      rules: rules.value,
      players: ofSeats(players.value),
      tags: pairing.value,
      ...(byMachine.length > 0 ? { machine: { seats: byMachine, ...machine.value } } : {}),
      warbands: warbands.value,
    };
    sendCommand("/api/game/new", { ...setup, ...(gameRunning.value ? { instead: true } : {}) }, t("A new game"));
    newGameOpen.value = false;
  }
  return (
    <>
      {book.club_events && seats.length === 2 && (
        <Seating
          key={seats.map(({ id }) => id).join(" ")}
          book={book.name}
          seats={seats}
          onSeated={(seated) => {
            pairing.value = seated.tags;
            warbands.value = seated.warbands;
            players.value = seated.players;
          }}
        />
      )}
      {book.scenarios.length > 1 && <Scenarios book={book} chosen={scenario.value} choose={chooseScenario} />}
      <div class="two-forces">
        {seats.map((seat) => (
          <section key={seat.id}>
            <SideMark seat={seat.id} seats={seats} named />
            <Press
              class="machine-seat"
              aria-pressed={machines.value.includes(seat.id)}
              data-machine-seat={seat.id}
              onPress={() => (machines.value = toggled(machines.value, seat.id, seats.length - 1))}
            >
              {t("The machine plays")}
            </Press>
            {!machines.value.includes(seat.id) && (
              <label>
                {t("Player")}{" "}
                <input
                  type="text"
                  maxLength={40}
                  autocomplete="off"
                  value={players.value[seat.id] ?? ""}
                  placeholder={t("no name")}
                  onInput={(event) => (players.value = { ...players.value, [seat.id]: event.currentTarget.value })}
                />
              </label>
            )}
            {book.forces.map((force) => (
              <Press
                key={force.name}
                class="big force"
                aria-pressed={forces.value[seat.id] === force.name}
                data-force={`${seat.id} ${force.name}`}
                onPress={() => (forces.value = { ...forces.value, [seat.id]: force.name })}
              >
                <b>{force.title}</b>
                <small>{force.facts.filter((fact) => fact !== force.title).join(", ")}</small>
                {force.faults.map((fault) => (
                  <em key={fault}>{fault}</em>
                ))}
              </Press>
            ))}
          </section>
        ))}
      </div>
      {byMachine.length > 0 && (
        <section class="machine-choices">
          <h2>{t("The machine")}</h2>
          <MachineChoices
            chosen={machine.value}
            choose={(changes) => (machine.value = { ...machine.value, ...changes })}
          />
        </section>
      )}
      {book.rules.length > 0 && (
        <Rules
          rules={book.rules}
          chosen={rules.value}
          choose={(key, value) => (rules.value = { ...rules.value, [key]: value })}
        />
      )}
      {gameRunning.value && <p class="lead">{t("The game in progress is kept; you can continue it later.")}</p>}
      <Press class="big go" data-begin disabled={offline.value || incomplete} onPress={begin}>
        {gameRunning.value ? t("Start this one instead") : t("Start")}
      </Press>
    </>
  );
}

/** The seats with one more or one less, at most `most` of them: at least one is left to a person. */
function toggled(seats: string[], seat: string, most: number): string[] {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat].slice(-most);
}

function Scenarios({ book, chosen, choose }: { book: BookSetup; chosen: string; choose: (id: string) => void }) {
  return (
    <section>
      <h2>{t("Scenario")}</h2>
      <div class="choices of-two">
        {book.scenarios.map(({ id, title, says }) => (
          <Press key={id} class="big" data-scenario={id} aria-pressed={id === chosen} onPress={() => choose(id)}>
            <b>{title}</b>
            {says && <small>{says}</small>}
          </Press>
        ))}
      </div>
    </section>
  );
}

function Kept({ kept }: { kept: KeptGame[] }) {
  const unfinished = kept.filter((game) => !game.open && !game.closed).slice(0, MOST_KEPT);
  if (unfinished.length === 0) return null;
  function resume(id: number): void {
    sendCommand(
      "/api/game/open",
      { game: id, ...(gameRunning.value ? { instead: true } : {}) },
      t("Game {number}", { number: id }),
    );
    newGameOpen.value = false;
  }
  return (
    <section>
      <h2>{t("Continue")}</h2>
      <div class="choices">
        {unfinished.map(({ id, title, begun }) => (
          <Press key={id} class="big" data-kept={id} disabled={offline.value} onPress={() => resume(id)}>
            <b>{title || t("Game {number}", { number: id })}</b>
            <small>
              {t("Game {number}, started {time}", {
                number: id,
                time: timeText(begun, { dateStyle: "medium", timeStyle: "short" }),
              })}
            </small>
          </Press>
        ))}
      </div>
    </section>
  );
}

/** The house rules, where the books leave a choice; most tables never open this. */
function Rules({
  rules,
  chosen,
  choose,
}: {
  rules: HouseRule[];
  chosen: Record<string, RuleValue>;
  choose: (key: string, value: RuleValue) => void;
}) {
  const open = useSignal(false);
  return (
    <section class="house-rules">
      <Press class="plain-button" aria-expanded={open.value} onPress={() => (open.value = !open.value)}>
        {Object.keys(chosen).length
          ? t("House rules ({n} changed)", { n: Object.keys(chosen).length })
          : t("House rules")}{" "}
        {open.value ? "▴" : "▾"}
      </Press>
      {open.value &&
        [...new Set(rules.map((rule) => rule.group ?? ""))].map((group) => (
          <section key={group}>
            {group && <h3>{group}</h3>}
            <ul>
              {rules
                .filter((rule) => (rule.group ?? "") === group)
                .map((rule) => (
                  <Switch
                    key={rule.key}
                    rule={rule}
                    now={rule.key in chosen ? (chosen[rule.key] ?? null) : rule.value}
                    choose={(value) => choose(rule.key, value)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </section>
  );
}

function Switch({ rule, now, choose }: { rule: HouseRule; now: RuleValue; choose: (value: RuleValue) => void }) {
  const options =
    rule.options ?? (rule.kind === "number" ? null : rule.default === null ? [null, false, true] : [false, true]);
  return (
    <li data-rule={rule.key}>
      <p>
        <b>{rule.title}</b>
        {rule.says && <small>{rule.says}</small>}
      </p>
      {options ? (
        <div class="choice" role="group" aria-label={rule.title}>
          {options.map((value) => (
            <Press key={String(value)} aria-pressed={now === value} onPress={() => choose(value)}>
              {rule.words?.[String(value)] ?? wordFor(value)}
            </Press>
          ))}
        </div>
      ) : (
        <input
          type="number"
          inputMode="decimal"
          step="any"
          min="0"
          aria-label={rule.title}
          value={Number(now)}
          onChange={(event) =>
            Number.isFinite(event.currentTarget.valueAsNumber) && choose(event.currentTarget.valueAsNumber)
          }
        />
      )}
    </li>
  );
}

function wordFor(value: RuleValue): string {
  if (value === null) return t("Default");
  return typeof value === "boolean" ? (value ? t("Yes") : t("No")) : capital(String(value));
}
