// The machine in a game: its thinking, the move that people make for it, and its pause for their reactions.

import { Who } from "../board/seat_marks.tsx";
import { listed, t, tx } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, gameRunning, mayBegin, mayRule, offline } from "../net/game_store.ts";
import type { Question } from "../types/game.ts";
import type { MachineMove, MachineView } from "../types/views.ts";
import { lengthText } from "../ui/lengths.ts";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import "./machine.css";

export const LEVELS = [1, 2, 3, 4, 5];
// what the server lets the machine do
const GO_ON = "go on"; // no text

/** Whether people answer a question: not the machine's own, nor the move that the camera measures for it. */
export function isForPeople({ ask, seat, mine, measured }: Question): boolean {
  const machine = game.value?.machine;
  if (!machine) return true;
  if (seat !== null && machine.seats.includes(seat)) return mine;
  const moves = measured && machine.move?.model === ask.model;
  const isOwn = machine.seats.includes(game.value!.names[String(ask.model)]?.side ?? "");
  return !isOwn || (mine && !moves);
}

/** What the machine does now; nothing while it is not asked. */
export function MachineTurn() {
  const machine = game.value?.machine;
  if (!gameRunning.value || !machine?.state) return null;
  return (
    <section class="machine-turn" role="status" data-machine={machine.state}>
      {machine.state === "thinking" && (
        <p class="waiting">{t("{side} thinks …", { side: listed(machine.seats.map(seatName)) })}</p>
      )}
      {machine.move && <MoveSentence move={machine.move} />}
      {machine.state === "moving" && <p class="soft">{t("The camera waits for it there, at rest.")}</p>}
      {(machine.state === "pausing" || machine.state === "held") && <Reacting machine={machine} />}
    </section>
  );
}

/** Where a model goes: "Move B3 to the corner of the chapel: 4.2 in". */
export function MoveSentence({ move }: { move: MachineMove }) {
  const words = { model: <Who id={move.model} />, far: <b>{lengthText(move.length_in, 1)}</b> };
  switch (move.goal) {
    case "stay":
      return <p class="machine-move">{tx("Leave {model} where it stands.", words)}</p>;
    case "corner":
      return (
        <p class="machine-move">
          {tx("Move {model} to the corner of the {place}: {far}", { ...words, place: move.place })}
        </p>
      );
    case "piece":
      return <p class="machine-move">{tx("Move {model} to the {place}: {far}", { ...words, place: move.place })}</p>;
    case "model":
      return (
        <p class="machine-move">
          {tx("Move {model} up to {other}: {far}", { ...words, other: <Who id={move.place} /> })}
        </p>
      );
  }
  return <p class="machine-move">{tx("Move {model} along the arrow: {far}", words)}</p>;
}

/** The pause in which people may answer their own questions first. */
function Reacting({ machine }: { machine: MachineView }) {
  const held = machine.state === "held";
  const direct = (what: string) => () => sendCommand("/api/game/machine", { do: what }, t("The machine"));
  return (
    <>
      <p>{held ? t("The machine waits for you.") : t("The machine goes on in a moment. You may react first.")}</p>
      {mayRule.value && (
        <div class="ends">
          {!held && (
            <Press class="big" disabled={offline.value} data-hold-machine onPress={direct("hold")}>
              {t("Wait")}
            </Press>
          )}
          <Press class="big" disabled={offline.value} data-machine-goes-on onPress={direct(GO_ON)}>
            {t("Go on")}
          </Press>
        </div>
      )}
    </>
  );
}

/** In the settings: how well the machine plays, and who rolls its dice. */
export function MachineSettings() {
  const machine = game.value?.machine;
  if (!machine || !mayBegin.value) return null;
  const set = (changes: Partial<MachineChoice>) =>
    sendCommand("/api/game/machine", { do: "set", ...changes }, t("The machine"));
  return (
    <section>
      <h2>{t("The machine")}</h2>
      <MachineChoices chosen={machine} choose={set} />
    </section>
  );
}

export interface MachineChoice {
  level: number;
  people_roll: boolean;
}

/** The level, and who rolls the dice. */
export function MachineChoices(props: { chosen: MachineChoice; choose: (changes: Partial<MachineChoice>) => void }) {
  const { chosen, choose } = props;
  return (
    <>
      <div class="choice" role="group" aria-label={t("How well the machine plays")}>
        {LEVELS.map((level) => (
          <Press key={level} data-level={level} aria-pressed={level === chosen.level} onPress={() => choose({ level })}>
            {t("Level {level}", { level })}
          </Press>
        ))}
      </div>
      <div class="choice" role="group" aria-label={t("The machine’s dice")}>
        {[false, true].map((people_roll) => (
          <Press
            key={String(people_roll)}
            data-people-roll={people_roll}
            aria-pressed={people_roll === chosen.people_roll}
            onPress={() => choose({ people_roll })}
          >
            {people_roll ? t("We roll its dice") : t("The app rolls its dice")}
          </Press>
        ))}
      </div>
    </>
  );
}
