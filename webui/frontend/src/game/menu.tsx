// Seldom-needed functions, at one button: the game's log and other games, this screen, the other pages, breaking off.

import { signal, useSignal } from "@preact/signals";
import { ViewChoice } from "../board/view_choice.tsx";
import { t } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, gameRunning, isTable, mayBegin, mayRule, offline, role } from "../net/game_store.ts";
import { mayDo } from "../net/me.ts";
import { selectModel, table } from "../net/table_store.ts";
import { Appearance } from "../ui/appearance.tsx";
import { JoinSheet } from "../ui/join_sheet.tsx";
import { seatName } from "../ui/names.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { namesBothWays, pageRotated } from "../ui/rotate_page.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { soundOn, vibrationOn } from "./attention.ts";
import { DemoTroubles } from "./demo_troubles.tsx";
import { demoHand, showHand } from "./hand.tsx";
import { JudgeKey } from "./judge_key.tsx";
import { logOpen } from "./log.tsx";
import { newGameOpen } from "./new_game.tsx";
import { startRuling } from "./ruling.tsx";
import { startTour } from "./tour.tsx";

const menuOpen = signal(false);
const joinOpen = signal(false);
const REASONS = [t("Started by mistake"), t("The table was knocked"), t("Both players agreed")];

export function MenuButton() {
  return (
    <Press
      class="menu-button"
      aria-label={t("Menu of the game and the table")}
      aria-haspopup="dialog"
      onPress={() => (menuOpen.value = true)}
    >
      ☰
    </Press>
  );
}

export function Menu() {
  if (joinOpen.value) return <JoinSheet onClose={() => (joinOpen.value = false)} />;
  if (!menuOpen.value) return null;
  const then = (command: () => void) => () => {
    menuOpen.value = false;
    command();
  };
  const rules = mayBegin.value;
  return (
    <Sheet title={t("Menu")} onClose={() => (menuOpen.value = false)}>
      <div class="menu">
        <div class="choices of-two">
          {game.value && (
            <Press
              class="big"
              data-log
              onPress={then(() => {
                selectModel(null);
                logOpen.value = true;
              })}
            >
              {t("Log and corrections")}
            </Press>
          )}
          {rules && (
            <Press
              class="big"
              data-new-game
              disabled={offline.value || table.value?.camera.to_set_up}
              onPress={then(() => (newGameOpen.value = true))}
            >
              {t("Another game …")}
            </Press>
          )}
          <Press
            class="big"
            data-join
            onPress={then(() => (mayDo("codes") ? (joinOpen.value = true) : openPage("/join")))}
          >
            {t("Join with another device …")}
          </Press>
          {demoHand.value && (
            <Press class="big" onPress={then(showHand)}>
              {t("Demo hand: move the models")}
            </Press>
          )}
          {demoHand.value && (
            <Press class="big" data-tour-again onPress={then(startTour)}>
              {t("Tour of the demo")}
            </Press>
          )}
          <Press class="big" onPress={then(() => openPage("/setup"))}>
            {t("Set up the table")}
          </Press>
          <Press class="big" onPress={then(() => openPage("/replay"))}>
            {t("Games played")}
          </Press>
          <Press class="big" onPress={then(() => openPage("/club"))}>
            {t("Club event")}
          </Press>
          {table.value && !table.value.camera.to_set_up && (
            <a class="big" href="/api/board.png?download=1" download data-board-now>
              {t("Save the board as an image")}
            </a>
          )}
        </div>
        {gameRunning.value && <JudgeKey />}
        <section>
          <h2>{t("This screen")}</h2>
          <ViewChoice onChosen={then(() => undefined)} />
          <Readings />
          <Calls />
          <ThisDevice />
        </section>
        <DemoTroubles />
        <Appearance />
        {gameRunning.value && rules && <AskFacts />}
        {gameRunning.value && rules && <BreakOff />}
        {gameRunning.value && mayRule.value && role.value !== "umpire" && <Concede />}
        {gameRunning.value && rules && (
          <section>
            <Press class="big" data-ruling onPress={then(startRuling)}>
              {t("Umpire: record what happened …")}
            </Press>
          </section>
        )}
      </div>
    </Sheet>
  );
}

/** For the player opposite: the page turned round, and names that can be read from both sides. */
function Readings() {
  return (
    <div class="choice" role="group" aria-label={t("Reading from both sides")}>
      <Press aria-pressed={pageRotated.value} data-turn-round onPress={() => (pageRotated.value = !pageRotated.value)}>
        {t("Rotated")}
      </Press>
      <Press aria-pressed={namesBothWays.value} onPress={() => (namesBothWays.value = !namesBothWays.value)}>
        {t("Names both ways")}
      </Press>
    </div>
  );
}

function Calls() {
  return (
    <div class="choice" role="group" aria-label={t("When it is my turn")}>
      <Press aria-pressed={soundOn.value} onPress={() => (soundOn.value = !soundOn.value)}>
        {t("Sound")}
      </Press>
      <Press aria-pressed={vibrationOn.value} onPress={() => (vibrationOn.value = !vibrationOn.value)}>
        {t("Vibration")}
      </Press>
    </div>
  );
}

function AskFacts() {
  const set = (on: boolean) => () =>
    sendCommand(
      "/api/game/settings",
      { ask_facts: on },
      on ? t("Confirm each measurement") : t("Take measurements automatically"),
    );
  return (
    <section>
      <h2>{t("Ranges, sight and contact")}</h2>
      <div class="choice" role="group" aria-label={t("Measurements")}>
        <Press disabled={offline.value} aria-pressed={!game.value!.ask_facts} onPress={set(false)}>
          {t("Measured by the table")}
        </Press>
        <Press disabled={offline.value} aria-pressed={game.value!.ask_facts} onPress={set(true)}>
          {t("Ask each time")}
        </Press>
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
      <h2>{t("Break off: {what}", { what: game.value!.heading })}</h2>
      <p>{t("Everything that has happened stands; the rest is dropped.")}</p>
      <div class="choices">
        {REASONS.map((reason) => (
          <Press key={reason} aria-pressed={why.value === reason} data-reason onPress={() => (why.value = reason)}>
            {reason}
          </Press>
        ))}
      </div>
      <label>
        {t("Another reason")}{" "}
        <input
          type="text"
          maxLength={200}
          value={REASONS.includes(why.value) ? "" : why.value}
          onInput={(event) => (why.value = event.currentTarget.value)}
        />
      </label>
      <TwoTaps
        first={t("Break off …")}
        second={t("Yes, break off")}
        armed={armed.value}
        arm={(on) => (armed.value = on)}
        disabled={offline.value || !why.value}
        onDo={() => {
          sendCommand("/api/game/abandon", { why: why.value }, t("Broken off"));
          menuOpen.value = false;
        }}
      />
    </section>
  );
}

function Concede() {
  const armed = useSignal("");
  const seats = game.value!.can_concede.filter((seat) => isTable.value || seat === role.value);
  if (seats.length === 0) return null;
  return (
    <section class="concede">
      {seats.map((seat) => (
        <TwoTaps
          key={seat}
          first={t("{side} concedes …", { side: seatName(seat) })}
          second={t("Yes, {side} concedes", { side: seatName(seat) })}
          armed={armed.value === seat}
          arm={(on) => (armed.value = on ? seat : "")}
          disabled={offline.value}
          onDo={() => {
            sendCommand("/api/game/concede", { seat }, t("{side} concedes", { side: seatName(seat) }));
            menuOpen.value = false;
          }}
        />
      ))}
    </section>
  );
}
