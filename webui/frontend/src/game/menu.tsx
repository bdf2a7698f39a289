// The menu: what is seldom needed of the game, the table and the club, and the settings apart from it.

import { signal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import { t } from "../i18n.ts";
import { game, gameRunning, mayBegin, mayRule, offline } from "../net/game_store.ts";
import { learnMe, mayDo, me } from "../net/me.ts";
import { selectModel, shownView, table } from "../net/table_store.ts";
import { openHelp } from "../help/button.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { JoinSheet } from "../ui/join_sheet.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { demoHand } from "./hand.tsx";
import { JudgeKey } from "./judge_key.tsx";
import { logOpen } from "./log.tsx";
import "./menu.css";
import { DemoChoices } from "./menu_demo.tsx";
import { Settings } from "./menu_settings.tsx";
import { Stopping } from "./menu_stop.tsx";
import { newGameOpen } from "./new_game.tsx";
import { startRuling } from "./ruling.tsx";

type MenuPage = "first" | "settings" | "stop" | "demo";

/** The page of the menu that is open; null: none. */
const shown = signal<MenuPage | null>(null);
const joinOpen = signal(false);

export function MenuButton() {
  return (
    <Press
      class="menu-button"
      aria-label={t("Menu of the game and the table")}
      aria-haspopup="dialog"
      onPress={() => (shown.value = "first")}
    >
      <Icon name="menu" />
    </Press>
  );
}

function close(): void {
  shown.value = null;
}

/** The command of an entry: the menu closes first. */
function then(command: () => void): () => void {
  return () => {
    close();
    command();
  };
}

function turnTo(page: MenuPage): () => void {
  return () => (shown.value = page);
}

export function Menu() {
  if (joinOpen.value) return <JoinSheet onClose={() => (joinOpen.value = false)} />;
  if (!shown.value) return null;
  if (shown.value === "first") {
    return (
      <Sheet title={t("Menu")} onClose={close} wide>
        <div class="menu">
          <div class="menu-groups">
            <OfTheGame />
            <OfTheTable />
            <OfTheClub />
          </div>
          <div class="menu-apart">
            <Entry icon="settings" data-settings onPress={turnTo("settings")}>
              {t("Settings")}
            </Entry>
            <Entry icon="help" data-menu-help onPress={then(openHelp)}>
              {t("Help")}
            </Entry>
          </div>
        </div>
      </Sheet>
    );
  }
  const titles = { settings: t("Settings"), stop: t("Stop or concede"), demo: t("Demo") };
  return (
    <Sheet key={shown.value} title={titles[shown.value]} onClose={close} onBack={turnTo("first")}>
      <div class="menu">
        {shown.value === "settings" && <Settings onDone={close} />}
        {shown.value === "stop" && <Stopping onDone={close} />}
        {shown.value === "demo" && <DemoChoices onDone={close} />}
      </div>
    </Sheet>
  );
}

function OfTheGame() {
  const rules = mayBegin.value;
  return (
    <Group title={t("Game")}>
      {game.value && (
        <Entry icon="log" data-log onPress={then(showLog)}>
          {t("Log and corrections")}
        </Entry>
      )}
      {gameRunning.value && rules && (
        <Entry icon="ruling" data-ruling onPress={then(startRuling)}>
          {t("Record what happened …")}
        </Entry>
      )}
      {gameRunning.value && mayRule.value && (
        <Entry icon="stop" data-stop onPress={turnTo("stop")}>
          {t("Stop or concede …")}
        </Entry>
      )}
      {rules && (
        <Entry
          icon="fight"
          data-new-game
          disabled={offline.value || table.value?.camera.to_set_up}
          onPress={then(() => (newGameOpen.value = true))}
        >
          {game.value ? t("Another game …") : t("Start a game …")}
        </Entry>
      )}
    </Group>
  );
}

function showLog(): void {
  selectModel(null);
  logOpen.value = true;
}

/** Shows the codes where this device may know them, else the page that takes one. */
async function openJoining(): Promise<void> {
  // a tap may come before the first answer
  if (me.value === null) await learnMe();
  if (mayDo("codes")) joinOpen.value = true;
  else openPage("/join");
}

function OfTheTable() {
  const onTable = shownView.value === "table";
  return (
    <Group title={t("Table")}>
      <Entry icon="device" data-join onPress={then(() => void openJoining())}>
        {t("Join with another device …")}
      </Entry>
      <Entry icon="tools" onPress={then(() => openPage("/setup"))}>
        {t("Set up the table")}
      </Entry>
      {table.value && !table.value.camera.to_set_up && (
        <a class="menu-entry" href="/api/board.png?download=1" download data-board-now>
          <Icon name="save" />
          {t("Save the board as an image")}
        </a>
      )}
      <Entry
        icon={onTable ? /* no text */ "camera" : /* no text */ "board"}
        data-view
        onPress={then(() => (shownView.value = onTable ? /* no text */ "camera" : /* no text */ "table"))}
      >
        {onTable ? t("Camera’s image") : t("Board")}
      </Entry>
      {demoHand.value && (
        <Entry icon="demo" data-demo onPress={turnTo("demo")}>
          {t("Demo …")}
        </Entry>
      )}
    </Group>
  );
}

function OfTheClub() {
  return (
    <Group title={t("Club")}>
      <Entry icon="trophy" onPress={then(() => openPage("/club"))}>
        {t("Club event")}
      </Entry>
      <Entry icon="past" onPress={then(() => openPage("/replay"))}>
        {t("Games played")}
      </Entry>
      {gameRunning.value && <JudgeKey />}
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="menu-group">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Entry({ icon, children, ...looks }: ComponentProps<typeof Press> & { icon: IconName }) {
  return (
    <Press class="menu-entry" {...looks}>
      <Icon name={icon} />
      {children}
    </Press>
  );
}
