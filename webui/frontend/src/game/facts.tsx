// What the table measured for the action in progress, and putting it right: choose the true value, the other side agrees.

import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { Side } from "../board/seat_marks.tsx";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, isTable, mayRule, offline, role } from "../net/game_store.ts";
import type { GivenAnswer, Json, Proposal, Question } from "../types/game.ts";
import { optionText, seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { showToast } from "../ui/toast.tsx";
import { DicePad } from "./dice.tsx";
import { ByHand } from "./measured.tsx";
import { optionsOf, shapeOf } from "./question_shape.ts";

const correcting = signal<GivenAnswer | null>(null);
/** The proposal that somebody has put aside to look at the table. */
const proposalAside = signal("");

export function Facts() {
  const facts = game.value!.facts;
  if (facts.length === 0) return null;
  return (
    <section class="facts">
      <h2>As measured</h2>
      <ul>
        {facts.map((fact) => (
          <li key={`${fact.line} ${fact.text}`}>
            <span>
              {fact.text}
              {!fact.sure && <em>settled by you</em>}
            </span>
            {mayRule.value && (
              <Press disabled={offline.value} data-not-so={fact.line} aria-label={`Not so: ${fact.text}`} onPress={() => openCorrection(fact.line)}>Not so …</Press>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the form for an answer of the log, as it was asked. */
export function openCorrection(line: number): void {
  ask<GivenAnswer>(`/api/game/line?line=${line}`).then(
    (found) => (correcting.value = found),
    (error: Error) => showToast(error.message),
  );
}

/** The true value in the place of one that was taken; nothing is changed before it is agreed. */
export function Correction() {
  const wrong = correcting.value;
  if (!wrong) return null;
  const propose = (raw: Json): void => {
    correcting.value = null;
    const why = `“${wrong.text}” was not so`;
    sendCommand("/api/game/overrule", { line: wrong.line, raw, why }, `A correction of “${wrong.text}”`);
  };
  return (
    <Sheet title={`Not so: ${wrong.text}`} onClose={() => (correcting.value = null)}>
      <p class="lead">What is true? It counts only when both of you agree.</p>
      <RightValue wrong={wrong} propose={propose} />
    </Sheet>
  );
}

function RightValue({ wrong, propose }: { wrong: GivenAnswer; propose: (raw: Json) => void }) {
  const shape = shapeOf(wrong.ask);
  if (shape === "roll") return <DicePad question={asQuestion(wrong)} disabled={offline.value} give={propose} />;
  if (shape === "choose") {
    return (
      <div class="choices">
        {optionsOf(wrong.ask).filter((each) => !each.why_not && each.id !== wrong.raw).map((each) => (
          <Press key={each.id} class="big" disabled={offline.value} data-option={each.id} onPress={() => propose(each.id)}>{optionText(each)}</Press>
        ))}
      </div>
    );
  }
  if (shape === "confirm" || shape === "settle") {
    const other = wrong.raw !== true;
    return <Press class="big go" disabled={offline.value} data-option={other ? "yes" : "no"} onPress={() => propose(other)}>{other ? "Yes, it is so" : "No, it is not so"}</Press>;
  }
  if (shape === "assign" || shape === "other") return <p class="lead">This cannot be put right here: take it back with Undo.</p>;
  return <ByHand ask={wrong.ask} shape={shape} was={wrong.raw} disabled={offline.value} give={propose} />;
}

function asQuestion({ line, text, ask }: GivenAnswer): Question {
  return { key: `correction ${line}`, line, kind: String(ask.kind), verb: "roll", seat: null, mine: true, text, ask, measured: null };
}

/** What somebody wants changed, and what that takes back: the other side agrees, or it stays as it was. */
export function ProposalSheet() {
  const proposal = game.value!.proposal;
  if (!proposal || proposalAside.value === proposal.key) return null;
  return (
    <Sheet title={`${seatName(proposal.by)} wants to correct`} wide onClose={() => (proposalAside.value = proposal.key)}>
      <div class="proposal" data-proposal={proposal.key}>
        {proposal.instead_of && <p>Not: {proposal.instead_of}</p>}
        <p class="lead"><b>But: {proposal.text}</b></p>
        {proposal.why && <p>Because {proposal.why}.</p>}
        <Taken title="This would no longer have happened" lines={proposal.undone} />
        <Taken title="This would have happened instead" lines={proposal.told} />
        {proposal.lost > 0 && <p>{proposal.lost === 1 ? "One later answer" : `${proposal.lost} later answers`} would be asked for again.</p>}
        <Agreement proposal={proposal} />
      </div>
    </Sheet>
  );
}

/** The way back to a proposal that was put aside. */
export function PutAside() {
  const proposal = game.value!.proposal;
  if (!proposal || proposalAside.value !== proposal.key) return null;
  return <Press class="big proposal-aside" onPress={() => (proposalAside.value = "")}>A correction waits: {proposal.text}</Press>;
}

function Taken({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line, number) => (
          <li key={`${number} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** Each side's button lies at its own end of the sheet, with the refusal between them. */
function Agreement({ proposal }: { proposal: Proposal }) {
  const seats = isTable.value ? [...(game.value?.seats ?? [])] : [role.value];
  const mine = isTable.value ? proposal.needs : proposal.needs.filter((seat) => seat === role.value);
  const umpire = role.value === "umpire";
  const agree = (seat: string): void => sendCommand("/api/game/agree", { proposal: proposal.key, seat }, `${seatName(seat)} agrees`, `agree ${proposal.key} ${seat}`);
  const decline = (): void => sendCommand("/api/game/decline", { proposal: proposal.key }, "It stays as it was");
  if (mine.length === 0 && !umpire) {
    return <p class="waiting" role="status">Waiting for {proposal.needs.map(seatName).join(" and ")} …</p>;
  }
  return (
    <div class="ends">
      {(umpire ? ["umpire"] : seats).map((seat, end) => (
        <Fragment key={seat}>
          {end === 1 && <Press class="big" data-decline disabled={offline.value} onPress={decline}>It stays as it was</Press>}
          <Press class="big end" data-agree={seat} disabled={offline.value || proposal.agreed.includes(seat)} onPress={() => agree(seat)}>
            {umpire ? "So ruled" : <Side seat={seat} />}
            <span>{proposal.agreed.includes(seat) ? "agrees ✓" : umpire ? "" : "agrees"}</span>
          </Press>
        </Fragment>
      ))}
      {seats.length < 2 && <Press class="big" data-decline disabled={offline.value} onPress={decline}>It stays as it was</Press>}
    </div>
  );
}
