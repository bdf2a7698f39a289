// The tables in use, the tables reserved for a player, and the number of rounds. Spare tables are suggested, so that
// nobody plays twice at the same one.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet, SheetRow } from "./act_form.tsx";
import { ApartRow } from "./desk_apart.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { findEntrant } from "./organiser_store.ts";
import { TraitsRow } from "./desk_traits.tsx";
import { isByTheGuide, WayRow } from "./desk_way.tsx";
import { pairCount, roundCount } from "./words.ts";

const MOST_TABLES = 64;

export function TablesAndRounds({ of }: { of: OrganiserView }) {
  const mutation = useMutation();
  const { tables, advised, pairs, spare } = of.advice;
  if (of.advice.players < 2) return null;
  const few = tables.length < advised;
  return (
    <section class="club-form">
      <div class="side-by-side">
        <SheetRow
          mark="tables"
          title={tables.length ? t("Tables {tables}", { tables: tableSpans(tables) }) : t("No tables are set")}
          note={[
            t("{pairs}; {advised} tables are recommended, {spare} of them spare", {
              pairs: pairCount(pairs),
              advised,
              spare,
            }),
          ]}
        >
          {(close) => <TablesSheet of={of} onClose={close} />}
        </SheetRow>
        <SheetRow mark="rounds" title={roundCount(of.rounds)} note={[drawnText(of)]}>
          {(close) => (
            <ActSheet
              act="rounds"
              start={{ rounds: of.rounds }}
              least={{ rounds: Math.max(1, of.round) }}
              submit={({ rounds }) => roundCount(Number(rounds))}
              onClose={close}
            />
          )}
        </SheetRow>
      </div>
      <div class="side-by-side">
        <ApartRow of={of} />
        <TraitsRow of={of} />
      </div>
      <WayRow of={of} />
      {few && !of.round && (
        <Press
          class="big"
          data-advised
          disabled={mutation.busy}
          onPress={() => void mutation.act("tables", { tables: upTo(advised), pinned: of.advice.pinned })}
        >
          {tn("Use {n} table", "Use {n} tables", advised)}
        </Press>
      )}
      <Says mutation={mutation} />
    </section>
  );
}

export function TablesSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const { tables, advised, pinned } = of.advice;
  const most = useSignal(Math.max(advised, ...tables));
  const used = useSignal<ReadonlySet<number>>(new Set(tables.length ? tables : upTo(advised)));
  const reserved = useSignal(pinned);
  const choosing = useSignal(false);
  const keeping = useSignal<number | null>(null);
  const toggle = (table: number) => () =>
    (used.value = new Set(
      used.value.has(table) ? [...used.value].filter((other) => other !== table) : [...used.value, table],
    ));
  const inUse = Object.fromEntries(Object.entries(reserved.value).filter(([, table]) => used.value.has(table)));
  return (
    <ActSheet
      act="tables"
      given={{ tables: [...used.value], pinned: inUse }}
      title={t("Tables in use")}
      submit={t("Use tables {tables}", { tables: tableSpans([...used.value]) })}
      onClose={onClose}
      wide
    >
      <p class="lead">
        {t("{pairs}: {advised} tables are recommended. Tap a table to take it out of use or back into use.", {
          pairs: pairCount(of.advice.pairs),
          advised,
        })}
      </p>
      <div class="table-keys" role="group" aria-label={t("Tables")}>
        {upTo(most.value).map((table) => (
          <Press
            key={table}
            class="key"
            rest={90}
            data-table={table}
            aria-pressed={used.value.has(table)}
            onPress={toggle(table)}
          >
            {table}
          </Press>
        ))}
        <Press
          class="key"
          aria-label={t("One table more")}
          disabled={most.value >= MOST_TABLES}
          onPress={() => {
            most.value += 1;
            toggle(most.value)();
          }}
        >
          +
        </Press>
      </div>
      <section class="club-form">
        <h2>{t("Reserved for a player")}</h2>
        <ul class="club-list">
          {Object.entries(reserved.value).map(([player, table]) => (
            <li key={player}>
              <Press
                class="club-row"
                onPress={() =>
                  (reserved.value = Object.fromEntries(
                    Object.entries(reserved.value).filter(([keeper]) => keeper !== player),
                  ))
                }
              >
                <span class="name">
                  <b>{t("Table {table}: {player}", { table, player: findEntrant(of, player)?.called ?? player })}</b>
                  <small>{t("Tap to release it")}</small>
                </span>
              </Press>
            </li>
          ))}
        </ul>
        {!choosing.value && (
          <Press class="big" data-keep onPress={() => (choosing.value = true)}>
            {t("Reserve a table for a player …")}
          </Press>
        )}
        {choosing.value && (
          <div class="table-keys" role="group" aria-label={t("Which table is reserved?")}>
            {[...used.value]
              .sort((a, b) => a - b)
              .map((table) => (
                <Press
                  key={table}
                  class="key"
                  aria-pressed={keeping.value === table}
                  onPress={() => (keeping.value = table)}
                >
                  {table}
                </Press>
              ))}
          </div>
        )}
        {keeping.value !== null && (
          <div
            class="one-of"
            role="group"
            aria-label={t("Who is table {table} reserved for?", { table: keeping.value })}
          >
            {of.entrants
              .filter((entrant) => !entrant.left)
              .map((entrant) => (
                <Press
                  key={entrant.id}
                  onPress={() => {
                    reserved.value = { ...reserved.value, [entrant.id]: keeping.value! };
                    keeping.value = null;
                    choosing.value = false;
                  }}
                >
                  {entrant.called}
                </Press>
              ))}
          </div>
        )}
      </section>
    </ActSheet>
  );
}

function drawnText(of: OrganiserView): string {
  if (of.round) return t("{n} drawn", { n: of.round });
  return isByTheGuide(of.way) ? t("by the guide, for the players at the start") : t("for the players at the start");
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

/** `1–4, 6`. */
function tableSpans(tables: number[]): string {
  const sorted = [...tables].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const table of sorted) {
    const last = found.at(-1);
    if (last && last[1] === table - 1) last[1] = table;
    else found.push([table, table]);
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ") || t("none");
}
