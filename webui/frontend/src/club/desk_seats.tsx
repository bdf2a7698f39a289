// The common parts of a draft and a published round: seats and tables to tap, and the sheet that moves a pair.

import { useSignal } from "@preact/signals";
import { listed, t, tn } from "../i18n.ts";
import type { ClubRound, EntrantName, OrganiserView, RoundPairing } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet } from "./act_form.tsx";
import { pointCount } from "./words.ts";

/** A player's place in a round; scored: whether the points are told too. */
export function Seat({
  player,
  chosen,
  scored,
  onPress,
}: {
  player: EntrantName;
  chosen: boolean;
  scored: boolean;
  onPress: () => void;
}) {
  return (
    <Press class="seat" data-seat={player.id} aria-pressed={chosen} onPress={onPress}>
      <b>{player.name}</b>
      <small>
        {[player.faction, player.points === undefined || !scored ? "" : pointCount(player.points)]
          .filter(Boolean)
          .join(", ")}
      </small>
    </Press>
  );
}

export function TableKey({ table, onPress }: { table: number; onPress: () => void }) {
  return (
    <Press
      class="table-of"
      data-move={table}
      aria-label={t("Table {table}: move the pair", { table })}
      onPress={onPress}
    >
      {table}
    </Press>
  );
}

export function Violations({ breaches }: { breaches: string[] }) {
  if (breaches.length === 0) return null;
  return (
    <div class="broken" role="status">
      <h2>
        {tn("This round breaks {n} clause of the guide", "This round breaks {n} clauses of the guide", breaches.length)}
      </h2>
      <ul>
        {breaches.map((violation) => (
          <li key={violation}>{violation}</li>
        ))}
      </ul>
    </div>
  );
}

/** A pair moves to another table; a pair that is there comes to theirs. */
export function MoveSheet({
  of,
  round,
  pair,
  command,
  onClose,
}: {
  of: OrganiserView;
  round: ClubRound;
  pair: RoundPairing;
  command: string;
  onClose: () => void;
}) {
  const to = useSignal<number | null>(null);
  const namesOf = (pairing: RoundPairing): string => listed(pairing.players.map((player) => player.name));
  const tables = [...new Set([...of.advice.tables, ...round.pairs.map((pairing) => pairing.table)])].sort(
    (a, b) => a - b,
  );
  const occupying = round.pairs.find((pairing) => pairing.table === to.value);
  const hint = occupying
    ? t("{players} move to table {table} instead.", { players: namesOf(occupying), table: pair.table })
    : to.value === null
      ? t("If another pair is at that table, the two pairs swap tables.")
      : t("Table {table} is free.", { table: to.value });
  return (
    <ActSheet
      act={command}
      given={{ table: pair.table, to: to.value }}
      // a table that nobody has played on yet is changed because it cannot be used
      start={{ reason: command === "move" ? round.reason : t("the table is not ready") }}
      ready={to.value !== null}
      submit={to.value === null ? t("Tap a table") : t("Move to table {table}", { table: to.value })}
      title={t("Move {players} from table {table}", { players: namesOf(pair), table: pair.table })}
      onClose={onClose}
    >
      <div class="table-keys" role="group" aria-label={t("Which table?")}>
        {tables
          .filter((table) => table !== pair.table)
          .map((table) => (
            <Press
              key={table}
              class="key"
              rest={90}
              data-to={table}
              aria-pressed={to.value === table}
              onPress={() => (to.value = table)}
            >
              {table}
            </Press>
          ))}
      </div>
      <p class="hint" role="status">
        {hint}
      </p>
    </ActSheet>
  );
}
