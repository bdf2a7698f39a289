// The table's measurements for the action in progress, and their correction: choose the true value, the other side
// agrees.

import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { Side } from "../board/seat_marks.tsx";
import { listed, t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, isTable, mayRule, offline, role, seatIds } from "../net/game_store.ts";
import type { GivenAnswer, Json, Proposal, Question } from "../types/game.ts";
import { optionText, seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { showToast } from "../ui/toast.tsx";
import { CountForm, PickForm } from "./amounts.tsx";
import { IntendedThen } from "./declaring.tsx";
import { DicePad } from "./dice.tsx";
import { ByHand } from "./measured.tsx";
import { DrawForm } from "./drawn_items.tsx";
import { PoolPad } from "./pool.tsx";
import { optionsOf, shapeOf } from "./question_shape.ts";

const correcting = signal<GivenAnswer | null>(null);
/** The proposal that somebody has put aside to look at the table. */
const proposalAside = signal("");

export function Facts() {
  const facts = game.value!.facts;
  if (facts.length === 0) return null;
  return (
    <section class="facts">
      <h2 tabIndex={-1} data-measured-first>
        {t("As measured")}
      </h2>
      <ul>
        {facts.map((fact) => (
          <li key={`${fact.line} ${fact.text}`}>
            <span>
              {fact.text}
              {!fact.sure && <em>{t("settled by the players")}</em>}
            </span>
            {mayRule.value && (
              <Press
                disabled={offline.value}
                data-not-so={fact.line}
                aria-label={t("Wrong? {text}", { text: fact.text })}
                onPress={() => openCorrection(fact.line)}
              >
                {t("Wrong?")}
              </Press>
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
    const why = t("“{text}” was wrong", { text: wrong.text });
    sendCommand(
      "/api/game/overrule",
      { line: wrong.line, raw, why },
      t("Correction of “{text}”", { text: wrong.text }),
    );
  };
  return (
    <Sheet title={t("Wrong? {text}", { text: wrong.text })} onClose={() => (correcting.value = null)}>
      <p class="lead">{t("What is right? It counts only when both players confirm it.")}</p>
      <IntendedThen texts={wrong.intended} />
      <RightValue wrong={wrong} propose={propose} />
    </Sheet>
  );
}

function RightValue({ wrong, propose }: { wrong: GivenAnswer; propose: (raw: Json) => void }) {
  const shape = shapeOf(wrong.ask);
  if (shape === "roll") return <DicePad question={asQuestion(wrong)} disabled={offline.value} give={propose} />;
  if (shape === "throw") return <PoolPad question={asQuestion(wrong)} disabled={offline.value} give={propose} />;
  if (shape === "draw") return <DrawForm question={asQuestion(wrong)} disabled={offline.value} give={propose} />;
  if (shape === "count")
    return <CountForm question={asQuestion(wrong)} disabled={offline.value} give={propose} was={wrong.raw} />;
  if (shape === "pick")
    return <PickForm question={asQuestion(wrong)} disabled={offline.value} give={propose} was={wrong.raw} />;
  if (shape === "choose") {
    return (
      <div class="choices">
        {optionsOf(wrong.ask)
          .filter((option) => !option.why_not && option.id !== wrong.raw)
          .map((option) => (
            <Press
              key={option.id}
              class="big"
              disabled={offline.value}
              data-option={option.id}
              onPress={() => propose(option.id)}
            >
              {optionText(option)}
            </Press>
          ))}
      </div>
    );
  }
  if (shape === "confirm" || shape === "settle") {
    const other = wrong.raw !== true;
    return (
      <Press class="big go" disabled={offline.value} data-option={other ? "yes" : "no"} onPress={() => propose(other)}>
        {other ? t("Yes") : t("No")}
      </Press>
    );
  }
  if (shape === "assign" || shape === "other")
    return <p class="lead">{t("This cannot be corrected here: take it back with Undo.")}</p>;
  return <ByHand ask={wrong.ask} shape={shape} was={wrong.raw} disabled={offline.value} give={propose} />;
}

function asQuestion({ line, text, ask }: GivenAnswer): Question {
  return {
    // no text
    key: `correction ${line}`,
    line,
    kind: String(ask.kind),
    verb: "roll",
    seat: null,
    mine: true,
    text,
    ask,
    measured: null,
  };
}

/** A proposed correction and what it would take back: the other side confirms or declines it. */
export function ProposalSheet() {
  const proposal = game.value!.proposal;
  if (!proposal || proposalAside.value === proposal.key) return null;
  return (
    <Sheet
      title={
        seatIds.value.includes(proposal.by)
          ? t("{side} proposes a correction", { side: seatName(proposal.by) })
          : t("A correction is proposed")
      }
      wide
      onClose={() => (proposalAside.value = proposal.key)}
    >
      <div class="proposal" data-proposal={proposal.key}>
        {proposal.instead_of && <p>{t("Recorded: {text}", { text: proposal.instead_of })}</p>}
        <IntendedThen texts={proposal.intended} />
        <p class="lead">
          <b>{t("Proposed: {text}", { text: proposal.text })}</b>
        </p>
        {proposal.why && <p>{t("Reason: {why}", { why: proposal.why })}</p>}
        <Taken title={t("This would be undone")} lines={proposal.undone} />
        <Taken title={t("This would have happened instead")} lines={proposal.told} />
        {proposal.lost > 0 && (
          <p>
            {tn(
              "The game would ask again for {n} later answer.",
              "The game would ask again for {n} later answers.",
              proposal.lost,
            )}
          </p>
        )}
        <Agreement proposal={proposal} />
      </div>
    </Sheet>
  );
}

/** The way back to a proposal that was put aside. */
export function PutAside() {
  const proposal = game.value!.proposal;
  if (!proposal || proposalAside.value !== proposal.key) return null;
  return (
    <Press class="big proposal-aside" onPress={() => (proposalAside.value = "")}>
      {t("Proposed correction: {text}", { text: proposal.text })}
    </Press>
  );
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

/** Each side's button lies at its own end, with the refusal between them. keep, confirms: what those two say. */
export function Agreement({
  proposal,
  keep = t("Keep it"),
  confirms = t("confirms"),
}: {
  proposal: Pick<Proposal, "key" | "agreed" | "needs">;
  keep?: string;
  confirms?: string;
}) {
  const seats = isTable.value ? seatIds.value : [role.value];
  const mine = isTable.value ? proposal.needs : proposal.needs.filter((seat) => seat === role.value);
  const umpire = role.value === "umpire";
  const agree = (seat: string): void =>
    sendCommand(
      "/api/game/agree",
      { proposal: proposal.key, seat },
      t("{side} confirms", { side: seatName(seat) }),
      `agree ${proposal.key} ${seat}`, // no text
    );
  const decline = (): void => sendCommand("/api/game/decline", { proposal: proposal.key }, keep);
  if (mine.length === 0 && !umpire) {
    return (
      <p class="waiting" role="status">
        {t("Waiting for {sides} …", { sides: listed(proposal.needs.map(seatName)) })}
      </p>
    );
  }
  return (
    <div class="ends">
      {(umpire ? ["umpire"] : seats).map((seat, end) => (
        <Fragment key={seat}>
          {end === 1 && (
            <Press class="big" data-decline disabled={offline.value} onPress={decline}>
              {keep}
            </Press>
          )}
          <Press
            class="big end"
            data-agree={seat}
            disabled={offline.value || proposal.agreed.includes(seat)}
            onPress={() => agree(seat)}
          >
            {umpire ? t("Confirm ruling") : <Side seat={seat} />}
            <span>{proposal.agreed.includes(seat) ? t("confirmed ✓") : umpire ? "" : confirms}</span>
          </Press>
        </Fragment>
      ))}
      {seats.length < 2 && (
        <Press class="big" data-decline disabled={offline.value} onPress={decline}>
          {keep}
        </Press>
      )}
    </div>
  );
}
