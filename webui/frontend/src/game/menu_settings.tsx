// Settings of this device and of the game in progress: the second page of the menu.

import { t } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, gameRunning, mayBegin, offline } from "../net/game_store.ts";
import { showWords } from "../net/table_store.ts";
import { Appearance } from "../ui/appearance.tsx";
import { Press } from "../ui/press.tsx";
import { namesBothWays, pageRotated } from "../ui/rotate_page.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { inHeadphones, offlineVoice, speaks } from "../ui/voice.ts";
import { soundOn, vibrationOn } from "./attention.ts";
import { ClockChoice } from "./chess_clock.tsx";
import { FrameSettings } from "./frames.tsx";
import { HintSettings } from "./hint.tsx";
import { MachineSettings } from "./machine.tsx";
import { TraySettings } from "./tray_roll.tsx";

/** onDone: closes the menu. */
export function Settings({ onDone }: { onDone: () => void }) {
  return (
    <>
      <section>
        <h2>{t("This screen")}</h2>
        <ThisDevice />
        <Readings />
        <Calls />
        <WithoutLooking onDone={onDone} />
        <TraySettings />
      </section>
      <Appearance />
      {gameRunning.value && mayBegin.value && <AskFacts />}
      {gameRunning.value && <ClockChoice />}
      {gameRunning.value && <MachineSettings />}
      {gameRunning.value && <HintSettings />}
      {gameRunning.value && <FrameSettings />}
    </>
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

/** For players who do not see the table, or look at it rather than at a screen. */
function WithoutLooking({ onDone }: { onDone: () => void }) {
  const openWords = () => {
    onDone();
    showWords();
  };
  return (
    <>
      <div class="choice" role="group" aria-label={t("Without looking")}>
        <Press aria-pressed={speaks.value} data-speak onPress={() => (speaks.value = !speaks.value)}>
          {t("Speak")}
        </Press>
        {speaks.value && (
          <Press aria-pressed={inHeadphones.value} onPress={() => (inHeadphones.value = !inHeadphones.value)}>
            {t("In headphones")}
          </Press>
        )}
        <Press data-in-words aria-keyshortcuts="F6" onPress={openWords}>
          {t("Table in sentences")}
        </Press>
      </div>
      {speaks.value && !offlineVoice.value && (
        <p class="why-not" role="status">
          {t("This device has no offline voice in this language.")}
        </p>
      )}
    </>
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
