// What is seldom needed, at one button: the game's log and other games, this screen, the other pages, breaking off.

import { signal, useSignal } from "@preact/signals";
import { may } from "../net/me.ts";
import { select } from "../net/state.ts";
import { bothWays, flipped } from "../table/flip.tsx";
import { go } from "../ui/go.ts";
import { JoinSheet } from "../ui/joinsheet.tsx";
import { Press } from "../ui/press.tsx";
import { send } from "../ui/queue.ts";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { startRuling } from "./ruling.tsx";
import { sounding, trembling } from "./calls.ts";
import { hands, showHand } from "./hand.tsx";
import { readingLog } from "./log.tsx";
import { beginning } from "./newgame.tsx";
import { game, isTable, mayBegin, mayRule, offline, role, running, seatName } from "./play.ts";

const open = signal(false);
const joining = signal(false);
const REASONS = ["Begun by mistake", "The table was knocked", "We agreed on it"];

export function MenuButton() {
  return <Press class="menu-button" aria-label="Menu of the game and the table" aria-haspopup="dialog" onPress={() => (open.value = true)}>☰</Press>;
}

export function Menu() {
  if (joining.value) return <JoinSheet onClose={() => (joining.value = false)} />;
  if (!open.value) return null;
  const then = (deed: () => void) => () => {
    open.value = false;
    deed();
  };
  const rules = mayBegin.value;
  return (
    <Sheet title="Menu" onClose={() => (open.value = false)}>
      <div class="menu">
        <div class="choices of-two">
          {game.value && <Press class="big" data-log onPress={then(() => { select(null); readingLog.value = true; })}>What happened: log and corrections</Press>}
          {rules && <Press class="big" data-new-game disabled={offline.value} onPress={then(() => (beginning.value = true))}>Another game …</Press>}
          <Press class="big" data-join onPress={then(() => (may("codes") ? (joining.value = true) : go("/join")))}>Join with another device …</Press>
          {hands.value && <Press class="big" onPress={then(showHand)}>Demo hand: move the models</Press>}
          <Press class="big" onPress={then(() => go("/setup"))}>Set up the table</Press>
          <Press class="big" onPress={then(() => go("/replay"))}>Games played</Press>
          <Press class="big" onPress={then(() => go("/club"))}>Club night</Press>
        </div>
        <section>
          <h2>This screen</h2>
          <Readings />
          <Calls />
        </section>
        {running.value && rules && <AskFacts />}
        {running.value && rules && <BreakOff />}
        {running.value && mayRule.value && role.value !== "umpire" && <Concede />}
        {running.value && rules && (
          <section>
            <Press class="big" data-ruling onPress={then(startRuling)}>Umpire: say what happened …</Press>
          </section>
        )}
      </div>
    </Sheet>
  );
}

/** For the player opposite: the page turned round, and names that can be read from both sides. */
function Readings() {
  return (
    <div class="choice" role="group" aria-label="Reading from both sides">
      <Press aria-pressed={flipped.value} data-turn-round onPress={() => (flipped.value = !flipped.value)}>Turned round</Press>
      <Press aria-pressed={bothWays.value} onPress={() => (bothWays.value = !bothWays.value)}>Names both ways</Press>
    </div>
  );
}

function Calls() {
  return (
    <div class="choice" role="group" aria-label="When it is my turn">
      <Press aria-pressed={sounding.value} onPress={() => (sounding.value = !sounding.value)}>Sound</Press>
      <Press aria-pressed={trembling.value} onPress={() => (trembling.value = !trembling.value)}>Vibration</Press>
    </div>
  );
}

function AskFacts() {
  const set = (on: boolean) => () => send("/api/game/settings", { ask_facts: on }, on ? "Each measurement is asked about" : "Measurements are taken by themselves");
  return (
    <section>
      <h2>Ranges, sight and contact</h2>
      <div class="choice" role="group" aria-label="Measurements">
        <Press disabled={offline.value} aria-pressed={!game.value!.ask_facts} onPress={set(false)}>Measured by the table</Press>
        <Press disabled={offline.value} aria-pressed={game.value!.ask_facts} onPress={set(true)}>Ask us each time</Press>
      </div>
    </section>
  );
}

/** Breaking off what is in progress: a reason, then the second tap at the other end. */
function BreakOff() {
  const why = useSignal("");
  const armed = useSignal(false);
  return (
    <section class="break-off">
      <h2>Break off: {game.value!.heading}</h2>
      <p>What has happened stands; the rest of it is dropped.</p>
      <div class="choices">
        {REASONS.map((reason) => (
          <Press key={reason} aria-pressed={why.value === reason} data-reason onPress={() => (why.value = reason)}>{reason}</Press>
        ))}
      </div>
      <label>
        Another reason <input type="text" maxLength={200} value={REASONS.includes(why.value) ? "" : why.value} onInput={(event) => (why.value = event.currentTarget.value)} />
      </label>
      <TwoTaps first="Break off …" second="Yes, break off" armed={armed.value} arm={(on) => (armed.value = on)} disabled={offline.value || !why.value} onDo={() => { send("/api/game/abandon", { why: why.value }, "Broken off"); open.value = false; }} />
    </section>
  );
}

function Concede() {
  const armed = useSignal("");
  const seats = isTable.value ? game.value!.seats : game.value!.seats.filter((seat) => seat === role.value);
  return (
    <section class="concede">
      {seats.map((seat) => (
        <TwoTaps key={seat} first={`${seatName(seat)} concedes …`} second={`Yes, ${seatName(seat)} gives up`} armed={armed.value === seat} arm={(on) => (armed.value = on ? seat : "")} disabled={offline.value} onDo={() => { send("/api/game/concede", { seat }, `${seatName(seat)} concedes`); open.value = false; }} />
      ))}
    </section>
  );
}
