// The roll in the dice tray: its picture with each die outlined, and one tap that takes it.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tn } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { isPrivate, isTable, role } from "../net/game_store.ts";
import type { Question } from "../types/game.ts";
import type { TakenRoll, TrayDie } from "../types/tray.ts";
import { Press } from "../ui/press.tsx";
import { isTrayThere, tray, trayConfirms, useTray } from "./tray_store.ts";
import "./tray_roll.css";

// a roll that is read without doubt confirms itself after this; the shared tablet lets a player's own device go first
const CONFIRM_MS = 1500;
const TABLE_LATER_MS = 400;
const TOUCHES = ["pointerdown", "keydown"]; // no text
// width of the picture by its height, and the room left around the dice, as a share of its height
const ASPECT = 244 / 169;
const ROOM = 0.06;
// the label of a die, as a share of the picture's width or height: some 18 pixels on a pad
const LABEL = { width: 1 / 23, height: 1 / 11.5 };

interface Entry {
  question: Question;
  /** The faces on the pad, and the die that the next key corrects. */
  faces: Signal<(number | null)[]>;
  next: Signal<number | null>;
  onTake: (faces: number[]) => void;
}

export function TrayRoll(entry: Entry) {
  useTray();
  const { question } = entry;
  if (!isTrayThere() || isPrivate(question.ask) || !tray.value) return null;
  const taken = tray.value.rolls[question.key];
  return (
    <div class="tray-roll" data-tray={taken ? "taken" : tray.value.resting ? "resting" : "moving"}>
      {taken ? <Taken key={`${question.key} ${taken.roll}`} taken={taken} {...entry} /> : <Waiting />}
      {taken?.later && <Later question={question} taken={taken} later={taken.later} />}
      {tray.value.throws && !taken && (
        <Press
          class="big"
          onPress={() => sendCommand("/api/tray/throw", { key: question.key }, t("Throw the drawn dice"))}
        >
          {t("Throw the drawn dice")}
        </Press>
      )}
    </div>
  );
}

/** Nothing that counts yet: why the last roll does not, or that the tray is ready. */
function Waiting() {
  const { ignored, trouble, roll, resting } = tray.value!;
  const why = trouble || (resting ? ignored : "");
  return (
    <>
      <div class="tray-frame">
        {ignored && resting && roll && roll.dice.length > 0 ? (
          <Picture number={roll.number} dice={roll.dice} places={[]} labels={roll.dice.map(labelDie)} />
        ) : (
          !why && <p role="status">{resting ? t("Roll in the tray.") : t("The dice are rolling …")}</p>
        )}
      </div>
      {why && (
        <p class="why-not" role="status">
          {why}
        </p>
      )}
    </>
  );
}

function Taken({ taken, faces, next, onTake }: Entry & { taken: TakenRoll }) {
  const stopped = useSignal(!taken.sure || !trayConfirms.value);
  const unread = faces.value.filter((face) => face === null).length;
  useEffect(() => {
    faces.value = taken.faces;
    next.value = null;
    return stopped.peek() ? undefined : confirmLater(take, stopped);
  }, []);
  const take = (): void => {
    const now = faces.peek();
    if (!now.includes(null)) onTake(now as number[]);
  };
  return (
    <>
      <div class="tray-frame">
        <Picture
          number={taken.roll}
          dice={taken.dice}
          places={taken.places}
          labels={taken.dice.map((_die, place) => labelFace(faces.value, taken.places.indexOf(place)))}
          chosen={taken.places[next.value ?? faces.value.indexOf(null)] ?? null}
          onChoose={(place) => (next.value = taken.places.indexOf(place))}
        />
      </div>
      {unread === 0 ? (
        <Press class="big go" data-take-roll onPress={take}>
          {t("Take {faces}", { faces: faces.value.join(", ") })}
          {!stopped.value && <small>{t("Confirms itself; a tap stops it.")}</small>}
        </Press>
      ) : (
        <p class="ask-die" role="status">
          {tn(
            "One die cannot be read for certain: enter what it shows.",
            "{n} dice cannot be read for certain: enter what they show.",
            unread,
          )}
        </p>
      )}
    </>
  );
}

/** Takes a roll after a moment, unless somebody touches the page. Returns the end of it. */
function confirmLater(take: () => void, stopped: Signal<boolean>): () => void {
  const timer = setTimeout(take, CONFIRM_MS + (isTable.value ? TABLE_LATER_MS : 0));
  const stop = (): void => {
    clearTimeout(timer);
    stopped.value = true;
  };
  for (const touch of TOUCHES) addEventListener(touch, stop, true);
  return () => {
    clearTimeout(timer);
    for (const touch of TOUCHES) removeEventListener(touch, stop, true);
  };
}

/** A roll after the one that counts. */
function Later({ question, taken, later }: { question: Question; taken: TakenRoll; later: number }) {
  const agreed = taken.agreed.includes(role.value);
  const label = isTable.value ? t("Both sides agree: take the new roll") : t("I agree to take the new roll");
  return (
    <div class="later-roll">
      <p class="why-not" role="status">
        {t("The first roll counts; a new one counts once both sides agree.")}
      </p>
      <Press
        class="plain-button"
        disabled={agreed}
        aria-pressed={agreed}
        onPress={() => sendCommand("/api/tray/agree", { key: question.key, roll: later }, label)}
      >
        {label}
      </Press>
    </div>
  );
}

/** The part of the picture where the dice lie, each with its label.
 *  places: of the dice that count; a tap on one of them chooses it. */
function Picture({
  number,
  dice,
  places,
  labels,
  chosen = null,
  onChoose,
}: {
  number: number;
  dice: TrayDie[];
  places: number[];
  labels: string[];
  chosen?: number | null;
  onChoose?: (place: number) => void;
}) {
  const [left, top, width, height] = frameOf(dice);
  const letter = Math.max(width * LABEL.width, height * LABEL.height);
  return (
    <svg
      class="tray-picture"
      viewBox={`${left} ${top} ${width} ${height}`}
      role="img"
      aria-label={t("The roll in the tray: {dice}", { dice: dice.map(nameDie).join(", ") })}
    >
      <image href={`/api/tray/${number}.jpg`} width={ASPECT} height={1} preserveAspectRatio="none" />
      {dice.map((die, place) => (
        <polygon
          key={place}
          class={die.trouble ? "die-outline troubled" : places.includes(place) ? "die-outline" : "die-outline idle"}
          data-die={place}
          data-chosen={chosen === place ? "" : undefined}
          points={die.outline.map(([x, y]) => `${x * ASPECT},${y}`).join(" ")}
          onClick={places.includes(place) && onChoose ? () => onChoose(place) : undefined}
        />
      ))}
      {dice.map(({ outline }, place) => (
        <text
          key={place}
          class="die-label"
          x={(ASPECT * sum(outline.map(([x]) => x))) / outline.length}
          y={Math.max(top + letter, Math.min(...outline.map(([, y]) => y)) - letter / 5)}
          font-size={letter}
          stroke-width={letter / 4}
        >
          {labels[place]}
        </text>
      ))}
    </svg>
  );
}

/** What the pad has for the die that answers at this place; nothing for a die that does not count. */
function labelFace(faces: (number | null)[], at: number): string {
  return at < 0 ? "" : String(faces[at] ?? "?");
}

function labelDie({ shown, trouble }: TrayDie): string {
  return trouble ? "!" : String(shown ?? "?");
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function nameDie({ kind, shown, trouble }: TrayDie): string {
  return trouble || `${kind} ${shown ?? "?"}`;
}

/** Left, top, width and height around all dice, in shares of the picture's height. */
function frameOf(dice: TrayDie[]): [number, number, number, number] {
  const points = dice.flatMap((die) => die.outline);
  const xs = points.map(([x]) => x * ASPECT);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.max(0, Math.min(...xs) - ROOM), Math.max(0, Math.min(...ys) - ROOM)];
  const [right, bottom] = [Math.min(ASPECT, Math.max(...xs) + ROOM), Math.min(1, Math.max(...ys) + ROOM)];
  return [left, top, right - left, bottom - top];
}

/** Whether a roll in the tray confirms itself on this device. */
export function TraySettings() {
  if (!isTrayThere()) return null;
  return (
    <div class="choice" role="group" aria-label={t("Rolls in the dice tray")}>
      <Press aria-pressed={trayConfirms.value} onPress={() => (trayConfirms.value = true)}>
        {t("Confirm by themselves")}
      </Press>
      <Press aria-pressed={!trayConfirms.value} onPress={() => (trayConfirms.value = false)}>
        {t("With a tap")}
      </Press>
    </div>
  );
}
