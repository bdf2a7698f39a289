// The score card of one game under the organiser's hands.

import { useSignal } from "@preact/signals";
import type { ReportedSide, RoundGame, ScoredHalf } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { FromGame } from "./desk_games.tsx";
import { Reason, Says, useMutation } from "./mutations.tsx";
import { countOf } from "./organiser_store.ts";

interface EnteredScore {
  lost: number | null;
  withdrew: boolean;
  conceded: boolean;
  bonus: number;
}

const BLANK: EnteredScore = { lost: null, withdrew: false, conceded: false, bonus: 0 };
const WHY_CORRECT = ["the sides were swapped", "a number was misread", "a bonus was forgotten"];

export function ScoreSheet({ game, since, onClose }: { game: RoundGame; since: number; onClose: () => void }) {
  const halves = useSignal<[EnteredScore, EnteredScore]>([enteredScore(game, 0), enteredScore(game, 1)]);
  const reason = useSignal("");
  const armed = useSignal(false);
  const mutation = useMutation();
  const over = game.stands === "over";
  const ready = halves.value.every((half) => half.lost !== null || half.conceded);
  const gone = game.players.filter((_, at) => halves.value[at]!.conceded);
  const take = (sides: ReportedSide[]): void => {
    halves.value = game.players.map((player) => {
      const side = sides.find((reported) => reported.player === player.id);
      return side ? { lost: side.lost, withdrew: side.withdrew, conceded: side.conceded, bonus: side.bonus } : BLANK;
    }) as [EnteredScore, EnteredScore];
  };
  async function enter(): Promise<void> {
    const sides = game.players.map((player, at) => ({ player: player.id, ...halves.value[at]!, lost: halves.value[at]!.lost ?? 0 }));
    const said = over ? { round: game.round, sides, reason: reason.value } : { sides };
    if (await mutation.act(over ? "correct" : "report", said, `Table ${game.table} is in`)) onClose();
  }
  const does = over ? "Put it right" : "Enter it";
  return (
    <Sheet title={`Table ${game.table}: ${game.players[0].name} against ${game.players[1].name}`} onClose={onClose} wide>
      <Reports game={game} take={take} />
      {!over && <FromGame game={game} />}
      <div class="side-by-side">
        {game.players.map((player, at) => <HalfCard key={player.id} player={player} half={halves.value[at]!} onChange={(half) => (halves.value = halves.value.with(at, half) as [EnteredScore, EnteredScore])} />)}
      </div>
      {over && since > 0 && <p class="note">Totals and tie-breaks follow; the rounds drawn since stand as published.</p>}
      {over && <Reason usual={WHY_CORRECT} value={reason.value} onChange={(why) => (reason.value = why)} />}
      {gone.length > 0 && <p class="why-not">{gone.map((player) => player.name).join(" and ")} {gone.length > 1 ? "count" : "counts"} as having lost everything and {gone.length > 1 ? "are" : "is"} out of the event.</p>}
      <div class="stuck">
        <p class="lead" role="status">{ready ? game.players.map((player, at) => scoreText(player, halves.value[at]!)).join("; ") : "Tap what each side has lost."}</p>
        <Says mutation={mutation} />
        {gone.length > 0 ? (
          <TwoTaps first={`${does} …`} second={`Yes, ${gone.map((player) => player.name).join(" and ")} conceded`} armed={armed.value} arm={(on) => (armed.value = on)} disabled={mutation.busy || !ready || (over && !reason.value.trim())} onDo={() => void enter()} />
        ) : (
          <div class="ends">
            <Press class="big" onPress={onClose}>Leave it</Press>
            <Press class="big go" data-yes disabled={mutation.busy || !ready || (over && !reason.value.trim())} onPress={() => void enter()}>{does}</Press>
          </div>
        )}
      </div>
    </Sheet>
  );
}

function enteredScore(game: RoundGame, at: number): EnteredScore {
  const { lost, withdrew = false, conceded = false, bonus = 0 } = game.players[at]!;
  return game.stands === "over" ? { lost: lost ?? 0, withdrew, conceded, bonus } : BLANK;
}

function scoreText(player: ScoredHalf, half: EnteredScore): string {
  if (half.conceded) return `${player.name} conceded`;
  return `${player.name} lost ${half.lost} of ${player.models}${half.withdrew ? " and withdrew" : ""}${half.bonus ? `, bonus ${half.bonus}` : ""}`;
}

/** What the phones have said: either is taken over by a tap, or both are handed back. */
function Reports({ game, take }: { game: RoundGame; take: (sides: ReportedSide[]) => void }) {
  const clearing = useSignal(false);
  if (game.stands === "over" || (game.reports.length === 0 && game.filled.length === 0)) return null;
  const called = (player: string): string => game.players.find((entrant) => entrant.id === player)?.name ?? player;
  return (
    <section class="club-form">
      {game.disputes.map((dispute) => <p key={dispute} class="broken">{dispute}</p>)}
      {[...game.reports.map((report) => ({ key: report.by, who: report.name, sides: report.sides })), ...(game.filled.length ? [{ key: "filled", who: game.source, sides: game.filled }] : [])].map(({ key, who, sides }) => (
        <Press key={key} class="club-row boxed" data-report={key} onPress={() => take(sides)}>
          <span class="name"><b>{who}: {sides.map((side) => `${called(side.player)} ${side.says}`).join(", ")}</b><small>Tap to take it over</small></span>
        </Press>
      ))}
      {game.reports.length > 0 && !clearing.value && <Press class="big" data-clear onPress={() => (clearing.value = true)}>Hand the card back to both …</Press>}
      {clearing.value && <Clear game={game} onDone={() => (clearing.value = false)} />}
    </section>
  );
}

function Clear({ game, onDone }: { game: RoundGame; onDone: () => void }) {
  const reason = useSignal("");
  const mutation = useMutation();
  const clear = async (): Promise<void> => {
    if (await mutation.act("clear", { player: game.players[0].id, reason: reason.value }, `Table ${game.table}: both report again`)) onDone();
  };
  return (
    <div class="club-form">
      <Reason usual={["both report again", "a slip"]} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onDone}>Leave it</Press>
        <Press class="big go" disabled={mutation.busy || !reason.value.trim()} onPress={() => void clear()}>Hand the card of table {game.table} back</Press>
      </div>
    </div>
  );
}

function HalfCard({ player, half, onChange }: { player: ScoredHalf; half: EnteredScore; onChange: (half: EnteredScore) => void }) {
  const title = `${player.name} lost`;
  return (
    <section class="club-form half-card" data-half={player.id}>
      <h2>{title} <small>of {countOf(player.models, "model")}</small></h2>
      <div class="table-keys" role="group" aria-label={title}>
        {Array.from({ length: player.models + 1 }, (_, lost) => (
          <Press key={lost} class="key" rest={90} data-lost={lost} aria-pressed={half.lost === lost} disabled={half.conceded} onPress={() => onChange({ ...half, lost })}>{lost}</Press>
        ))}
      </div>
      <div class="choice wide-choice" role="group" aria-label={`${player.name}: how it ended`}>
        <Press class="big" aria-pressed={half.withdrew} data-withdrew onPress={() => onChange({ ...half, withdrew: !half.withdrew })}>Withdrew</Press>
        <Press class="big" aria-pressed={half.conceded} data-conceded onPress={() => onChange({ ...half, conceded: !half.conceded })}>Conceded, or never came</Press>
      </div>
      <div class="stepper" role="group" aria-label={`Bonus of ${player.name}`}>
        <span>Bonus</span>
        <Press rest={90} aria-label="One less" disabled={half.bonus <= 0} onPress={() => onChange({ ...half, bonus: half.bonus - 1 })}>−</Press>
        <output>{half.bonus}</output>
        <Press rest={90} aria-label="One more" onPress={() => onChange({ ...half, bonus: half.bonus + 1 })}>+</Press>
      </div>
    </section>
  );
}
