// A round: drafted, looked at, changed by tapping two players or a table, and published. What it breaks is listed by name.

import { useSignal } from "@preact/signals";
import type { ClubRound, EntrantName, OrganiserView, Remedy, RoundPairing } from "../types/club.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { TablesSheet } from "./desk_tables.tsx";
import { Reason, Says, useMutation } from "./mutations.tsx";

const WHY_SWAP = ["they arrive together", "they met last week", "brothers", "a seat that is easier to reach"];
const WHY_MOVE = ["a seat that is easier to reach", "the table is not ready", "they played there last time"];
const WHY_REMEDY = ["there is no other way", "the players agree"];

export function RoundDesk({ of, rest }: { of: OrganiserView; rest: string }) {
  const past = Number(rest) || 0;
  return (
    <div class="club-page">
      {of.drawn.length > 0 && (
        <div class="one-of rounds" role="group" aria-label="Rounds">
          {of.drawn.map((round) => <Press key={round.number} aria-pressed={past === round.number} onPress={() => openPage(`/club/${of.id}/round/${round.number}`)}>Round {round.number}</Press>)}
          <Press aria-pressed={!past} data-next-round onPress={() => openPage(`/club/${of.id}/round`)}>{of.draft ? `Draft of round ${of.draft.number}` : of.over ? "What is next" : `Round ${of.next.number} …`}</Press>
        </div>
      )}
      {past && of.drawn[past - 1] ? <Published round={of.drawn[past - 1]!} /> : of.draft ? <Draft of={of} draft={of.draft} /> : <Next of={of} />}
    </div>
  );
}

function Published({ round }: { round: OrganiserView["drawn"][number] }) {
  return (
    <section class="club-form">
      <h2>Round {round.number} of {round.rounds}{round.edited && `, made by hand: ${round.reason}`}</h2>
      <Broken breaches={round.breaches} />
      <ul class="club-list">
        {round.games.map((game) => (
          <li key={game.table} class="club-pair">
            <b class="tag">{game.table}</b>
            {game.players.map((player) => <span key={player.id} class="name"><b>{player.name}</b><small>{game.stands === "over" ? `${player.points} points, lost ${player.lost}, ${player.level}` : player.faction}</small></span>)}
          </li>
        ))}
      </ul>
      <Apart round={round} />
    </section>
  );
}

function Apart({ round }: { round: ClubRound }) {
  return (
    <>
      {round.byes.map((player) => <p key={player.id} class="lead">Bye: {player.name}</p>)}
      {round.sitting_out.map((player) => <p key={player.id} class="lead">Sits out: {player.name}</p>)}
      {round.passed_over.length > 0 && <p class="note">Passed over for the bye (B5): {round.passed_over.map((player) => player.name).join(", ")}</p>}
    </>
  );
}

function Broken({ breaches }: { breaches: string[] }) {
  if (breaches.length === 0) return null;
  return (
    <div class="broken" role="status">
      <h2>This round breaks {breaches.length === 1 ? "one clause" : `${breaches.length} clauses`} of the guide</h2>
      <ul>{breaches.map((violation) => <li key={violation}>{violation}</li>)}</ul>
    </div>
  );
}

/** Nothing is drafted: draft it, or see why that cannot be, and what can be done instead. */
function Next({ of }: { of: OrganiserView }) {
  const mutation = useMutation();
  const remedy = useSignal<Remedy | null>(null);
  const tables = useSignal(false);
  const { says, number, remedies } = of.next;
  if (of.over && remedies.length === 0) return <p class="lead" data-over>All {of.rounds} rounds are played. The standings are final.</p>;
  return (
    <section class="club-form">
      {says === "" ? (
        <>
          <p class="lead">Round {number} of {of.rounds} can be drawn. You see it before anybody else does.</p>
          <Press class="big go" data-draft disabled={mutation.busy} onPress={() => void mutation.act("draft")}>Draft round {number}</Press>
        </>
      ) : (
        <p class="lead why-not" data-refused>{says.split("; remedies (P6)")[0]}.</p>
      )}
      {says.includes("tables and there are") && <Press class="big" data-tables onPress={() => (tables.value = true)}>Put up more tables …</Press>}
      {of.games.some((game) => game.stands !== "over") && <Press class="big" onPress={() => openPage(`/club/${of.id}/scores`)}>Enter scores</Press>}
      {remedies.length > 0 && <h2>What you may do instead</h2>}
      {remedies.map((offered) => <Press key={offered.number} class="big" data-remedy={offered.number} onPress={() => (remedy.value = offered)}>{offered.says[0]!.toUpperCase() + offered.says.slice(1)} …</Press>)}
      <Says mutation={mutation} />
      {remedy.value && <RemedySheet remedy={remedy.value} onClose={() => (remedy.value = null)} />}
      {tables.value && <TablesSheet of={of} onClose={() => (tables.value = false)} />}
    </section>
  );
}

function RemedySheet({ remedy, onClose }: { remedy: Remedy; onClose: () => void }) {
  const reason = useSignal("");
  const mutation = useMutation();
  const take = async (): Promise<void> => {
    if (await mutation.act(remedy.ends ? "end" : "remedy", { number: remedy.number, reason: reason.value })) onClose();
  };
  return (
    <Sheet title={remedy.says[0]!.toUpperCase() + remedy.says.slice(1)} onClose={onClose}>
      {remedy.pairs.length > 0 && <ul class="pairs">{remedy.pairs.map(([one, other]) => <li key={one}>{one} against {other}</li>)}</ul>}
      <p class="hint">{remedy.ends ? "The rounds that are drawn are all there will be; undo takes it back." : "It becomes the draft, marked as made by hand, with all that it breaks."}</p>
      <Reason usual={WHY_REMEDY} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy || !reason.value.trim()} onPress={() => void take()}>{remedy.ends ? "End the event" : "Draft it so"}</Press>
      </div>
    </Sheet>
  );
}

function Draft({ of, draft }: { of: OrganiserView; draft: NonNullable<OrganiserView["draft"]> }) {
  const first = useSignal<EntrantName | null>(null);
  const swap = useSignal<[EntrantName, EntrantName] | null>(null);
  const moved = useSignal<RoundPairing | null>(null);
  const armed = useSignal("");
  const mutation = useMutation();
  const tap = (player: EntrantName) => (): void => {
    if (first.value?.id === player.id) first.value = null;
    else if (!first.value) first.value = player;
    else {
      const both: [EntrantName, EntrantName] = [first.value, player];
      first.value = null;
      if (draft.reason) void mutation.act("swap", { one: both[0].id, other: both[1].id });
      else swap.value = both;
    }
  };
  const seat = (player: EntrantName) => <Press key={player.id} class="seat" data-seat={player.id} aria-pressed={first.value?.id === player.id} onPress={tap(player)}><b>{player.name}</b><small>{[player.faction, player.points === undefined || draft.number === 1 ? "" : `${player.points} points`].filter(Boolean).join(", ")}</small></Press>;
  return (
    <section class="club-form">
      <h2>Draft of round {draft.number} of {draft.rounds}{draft.edited && `, made by hand: ${draft.reason}`}</h2>
      <p class="hint" role="status">{first.value ? `Tap whom ${first.value.name} changes places with.` : "Nobody else sees it. Tap two players, and they change places; tap a table’s number, and its pair plays elsewhere."}</p>
      <Broken breaches={draft.breaches} />
      <ul class="club-draft">
        {draft.pairs.map((pair) => (
          <li key={pair.table} class="club-pair">
            <Press class="table-of" data-move={pair.table} aria-label={`Table ${pair.table}: move the pair`} onPress={() => (moved.value = pair)}>{pair.table}</Press>
            {pair.players.map(seat)}
          </li>
        ))}
        {draft.byes.map((player) => <li key={player.id} class="club-pair"><b class="tag">Bye</b>{seat(player)}</li>)}
        {draft.sitting_out.map((player) => <li key={player.id} class="club-pair"><b class="tag">Out</b>{seat(player)}</li>)}
      </ul>
      {draft.passed_over.length > 0 && <p class="note">Passed over for the bye (B5): {draft.passed_over.map((player) => player.name).join(", ")}</p>}
      {draft.breaches.length === 0 && !draft.fits && <p class="good-news">✓ It breaks no clause of the guide.</p>}
      {draft.fits && <p class="why-not" role="status">{draft.fits}</p>}
      <Says mutation={mutation} />
      <TwoTaps first={`Publish round ${draft.number} …`} second={`Yes, publish round ${draft.number}`} armed={armed.value === "publish"} arm={(on) => (armed.value = on ? "publish" : "")} disabled={mutation.busy || draft.fits !== ""} onDo={() => void mutation.act("publish", { sequence: of.sequence }, `Round ${draft.number} is published`).then((done) => done && openPage(`/club/${of.id}/round/${draft.number}`))} />
      <div class="aside-deed"><TwoTaps first="Drop the draft …" second="Yes, drop it" armed={armed.value === "drop"} arm={(on) => (armed.value = on ? "drop" : "")} disabled={mutation.busy} onDo={() => void mutation.act("drop_draft")} /></div>
      {moved.value && <MoveSheet of={of} draft={draft} pair={moved.value} onClose={() => (moved.value = null)} />}
      {swap.value && <SwapSheet pair={swap.value} onClose={() => (swap.value = null)} />}
    </section>
  );
}

/** A pair goes to another table; where somebody is drawn there, the two pairs change tables. */
function MoveSheet({ of, draft, pair, onClose }: { of: OrganiserView; draft: ClubRound; pair: RoundPairing; onClose: () => void }) {
  const to = useSignal<number | null>(null);
  const reason = useSignal(draft.reason);
  const mutation = useMutation();
  const named = (pairing: RoundPairing): string => pairing.players.map((player) => player.name).join(" and ");
  const tables = [...new Set([...of.advice.tables, ...draft.pairs.map((pairing) => pairing.table)])].sort((a, b) => a - b);
  const there = draft.pairs.find((pairing) => pairing.table === to.value);
  const move = async (): Promise<void> => {
    if (await mutation.act("move", { table: pair.table, to: to.value, reason: reason.value })) onClose();
  };
  return (
    <Sheet title={`${named(pair)} play elsewhere than at table ${pair.table}`} onClose={onClose}>
      <div class="table-keys" role="group" aria-label="Which table?">
        {tables.filter((table) => table !== pair.table).map((table) => <Press key={table} class="key" rest={90} data-to={table} aria-pressed={to.value === table} onPress={() => (to.value = table)}>{table}</Press>)}
      </div>
      <p class="hint" role="status">{there ? `${named(there)} come to table ${pair.table} instead.` : to.value === null ? "A table where others are drawn changes places with this one." : `Table ${to.value} is free.`}</p>
      <Reason usual={WHY_MOVE} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy || to.value === null || !reason.value.trim()} onPress={() => void move()}>{to.value === null ? "Tap a table" : `To table ${to.value}`}</Press>
      </div>
    </Sheet>
  );
}

function SwapSheet({ pair: [one, other], onClose }: { pair: [EntrantName, EntrantName]; onClose: () => void }) {
  const reason = useSignal("");
  const mutation = useMutation();
  const swap = async (): Promise<void> => {
    if (await mutation.act("swap", { one: one.id, other: other.id, reason: reason.value })) onClose();
  };
  return (
    <Sheet title={`${one.name} and ${other.name} change places`} onClose={onClose}>
      <p class="hint">From then on the round is made by hand; the reason stands for all that you change in it.</p>
      <Reason usual={WHY_SWAP} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy || !reason.value.trim()} onPress={() => void swap()}>Swap {one.name} and {other.name}</Press>
      </div>
    </Sheet>
  );
}
