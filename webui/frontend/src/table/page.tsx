// The table: the board, the picture, and beside them ranges or the game.

import { useEffect } from "preact/hooks";
import { Banners } from "../ui/banners.tsx";
import { Sides } from "../board/marks.tsx";
import { MenuButton } from "../game/menu.tsx";
import { AboveMeasuring, GamePanel, GameSheets, gameHasPanel } from "../game/panel.tsx";
import { keepAwake } from "../ui/awake.ts";
import "./table.css";
import { TableBoard } from "./board.tsx";
import { Latest } from "./news.tsx";
import { Panel } from "./panel.tsx";
import { Picture } from "../board/picture.tsx";
import { connected, pulse, showing, table } from "../net/state.ts";
import { follow } from "../net/stream.ts";
import { askAbout } from "./asking.ts";
import { first } from "./foresight.ts";
import { chose, tape } from "./tools.ts";

export function TablePage() {
  useEffect(() => {
    follow();
    keepAwake();
    askAbout();
  }, []);
  const trusted = connected.value && ["good", "ended"].includes(table.value?.camera.state ?? "waiting");
  return (
    <>
      <header class="bar">
        <Sides />
        <Latest />
        <Health />
        <div class="choice" role="group" aria-label="View">
          {(["table", "camera"] as const).map((view) => (
            <button type="button" key={view} aria-pressed={showing.value === view} onClick={() => (showing.value = view)}>
              {view === "table" ? "Table" : "Camera"}
            </button>
          ))}
        </div>
        <MenuButton />
      </header>
      <Banners />
      <main class={trusted ? "view" : "view held"}>{showing.value === "table" ? <TableBoard /> : <Picture onTap={chose} first={first.value.map((model) => model.id)} />}</main>
      {gameHasPanel() && !tape.value ? <GamePanel /> : <Panel lead={<AboveMeasuring />} />}
      <GameSheets />
    </>
  );
}

function Health() {
  const state = !connected.value ? "offline" : (table.value?.camera.state ?? "waiting");
  const words = { good: "Live", waiting: "Waiting", trouble: "Camera trouble", held_back: "Held", ended: "At its end", offline: "Offline" }[state];
  return (
    <p class={`health ${state}`}>
      <span class="dot" aria-hidden="true" />
      {words}
      {state === "good" && pulse.value && <small>{Math.round(pulse.value.frames_per_s)}/s</small>}
    </p>
  );
}
