// The table: the board, the picture, and beside them ranges or the game.

import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Sides } from "../board/marks.tsx";
import { GameButtons, gameHasPanel, Turn } from "../game/header.tsx";
import { closeLog } from "../game/log.tsx";
import { MenuButton } from "../game/menu.tsx";
import { AboveMeasuring, GamePanel, GameSheets } from "../game/panel.tsx";
import { ViewSwitch } from "../board/view_choice.tsx";
import { HandBar } from "../game/hand.tsx";
import { followShortcuts } from "../game/shortcut_keys.ts";
import { startSpeaking } from "../game/speaker.ts";
import { Tour } from "../game/tour.tsx";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { Banners } from "../ui/banners.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import "./table.css";
import { Picture } from "../board/picture.tsx";
import { game, gameKnown } from "../net/game_store.ts";
import { followStream } from "../net/stream.ts";
import { connected, ground, pulse, selectModel, shownView, table } from "../net/table_store.ts";
import { marks } from "./advice.ts";
import { TableBoard } from "./board.tsx";
import { FrontDoor, isToSetUp } from "./front_door.tsx";
import { InWords } from "./in_words.tsx";
import { Latest } from "./news.tsx";
import { Panel } from "./panel.tsx";
import { followPhoto } from "../board/orthophoto.ts";
import { followPortraits } from "../board/portraits.tsx";
import { pastPosition } from "../replay/position_store.ts";
import { startQueries } from "./queries.ts";
import { tapeEnds, tapModel } from "./tools.ts";

const WIDE = 1.2;

export function TablePage() {
  useEffect(() => {
    followStream();
    keepAwake();
    startQueries();
    followPhoto();
    followPortraits();
    startSpeaking();
    return followShortcuts();
  }, []);
  const door = isToSetUp() && !game.value && shownView.value === "table";
  const trusted = connected.value && ["good", "ended"].includes(table.value?.camera.state ?? "waiting");
  return (
    <>
      <header class={door ? "bar" : "bar at-board"}>
        <div class="above-board">
          {/* where nothing is set up nobody stands; a past board has its own words above it */}
          {!door && !pastPosition.value && <Sides />}
          {!pastPosition.value && <Latest />}
        </div>
        <Turn />
        <Health />
        <GameButtons />
        <HelpButton page={door ? "front-door" : gameHasPanel() && !tapeEnds.value ? "game" : "table"} />
        <MenuButton />
      </header>
      <Banners>
        {/* its cards show what a table that is set up can do */ !door && <Tour />}
        <HandBar />
      </Banners>
      {door ? (
        <FrontDoor />
      ) : (
        <main class={`view${trusted ? "" : " held"}${isWide() ? " wide-table" : ""}`}>
          <Shown />
          <ViewSwitch />
        </main>
      )}
      {!door &&
        (gameHasPanel() && !tapeEnds.value ? <GamePanel /> : <Panel lead={<AboveMeasuring leave={backToGame} />} />)}
      <GameSheets />
    </>
  );
}

function Shown() {
  if (shownView.value === "words") return <InWords />;
  return shownView.value === "table" ? <TableBoard /> : <Picture onTap={tapModel} marks={marks.value} />;
}

/** Whether the tools of the board have more room below it than beside it. */
function isWide(): boolean {
  return ground.value.width_in > WIDE * ground.value.depth_in;
}

function backToGame(): void {
  selectModel(null);
  tapeEnds.value = null;
}

let gameBefore: number | null | undefined;
// a game that begins, or is gone on with, has the page: whatever somebody looked at before
effect(() => {
  if (!gameKnown.value) return;
  const now = game.value?.id ?? null;
  if (now !== null && gameBefore !== undefined && now !== gameBefore) {
    backToGame();
    closeLog();
    shownView.value = "table";
  }
  gameBefore = now;
});

function Health() {
  const state = !connected.value ? "offline" : (table.value?.camera.state ?? "waiting");
  // the front door says it at length
  if (state === "waiting" && isToSetUp()) return null;
  const words = {
    good: t("Live"),
    waiting: t("Waiting"),
    trouble: t("Camera trouble"),
    held_back: t("On hold"),
    ended: t("Ended"),
    offline: t("Offline"),
  }[state];
  return (
    <p class={`health ${state}`}>
      <span class="dot" aria-hidden="true" />
      <span class="word">{words}</span>
      {state === "good" && pulse.value && <small>{Math.round(pulse.value.frames_per_s)}/s</small>}
      {connected.value && pulse.value?.hub && (
        <small class="hub">{tn("hub: {n} line behind", "hub: {n} lines behind", pulse.value.hub.behind)}</small>
      )}
    </p>
  );
}
