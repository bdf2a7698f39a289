// The game beside the board: whose turn it is, what is asked, what was done; and its sheets.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sendCommand } from "../net/command_queue.ts";
import { onEvent, reportOnOpen } from "../net/stream.ts";
import { chosenModel } from "../net/table_store.ts";
import { pastPosition } from "../replay/position_store.ts";
import { breakInText } from "../rulebooks/urban_war/break_in.ts";
import { Press } from "../ui/press.tsx";
import { Toasts } from "../ui/toast.tsx";
import "../ui/game.css";
import "./attention.ts";
import { Shape, Who } from "../board/seat_marks.tsx";
import { game, gameKnown, gameRunning, latestEvents, logPosition, mayBegin, mayRule, offline, openQuestions, receiveGame, receiveLog } from "../net/game_store.ts";
import { CardSheet, Strip } from "../rulebooks/urban_war/counters.tsx";
import { Ending } from "../rulebooks/urban_war/ending.tsx";
import { nameOf } from "../ui/names.ts";
import { Correction, Facts, ProposalSheet, PutAside } from "./facts.tsx";
import { detectDemoHand, HandBar } from "./hand.tsx";
import { Leaving, useLeaveGuard } from "./leave_guard.tsx";
import { closeLog, logOpen, LogPanel } from "./log.tsx";
import { Menu } from "./menu.tsx";
import { NewGame, newGameOpen } from "./new_game.tsx";
import { activeSeat, BreakIn, OwnOrders, OwnTurns, SecretSheet } from "./private.tsx";
import { QuestionCard } from "./question.tsx";
import { Ruling } from "./ruling.tsx";
import { Undo, Unsent } from "./undo.tsx";

/** Whether a telephone shows the board as well: its owner looks at the table itself. */
const boardShown = signal(sessionStorage.getItem("board") === "shown");

effect(() => {
  sessionStorage.setItem("board", boardShown.value ? "shown" : "away");
  document.body.classList.toggle("board-away", !boardShown.value && !pastPosition.value && gameHasPanel());
});

effect(() => {
  document.body.classList.toggle("playing", game.value !== null);
});

onEvent("game", receiveGame);
onEvent("log", receiveLog);
reportOnOpen("log", logPosition);

/** The panel while a game is on and no model is being measured. */
export function GamePanel() {
  return (
    <aside class="panel game" aria-label="The game">
      <Heading />
      {logOpen.value ? <LogPanel /> : <Body />}
      <footer class="game-foot">
        <BreakIn />
        <Undo />
      </footer>
    </aside>
  );
}

/** What is asked, and what there is to know for the answer. */
function Body() {
  const body = useRef<HTMLDivElement>(null);
  const mine = openQuestions.value.filter((question) => question.mine).map((question) => question.key).join();
  // a question is read from its beginning, wherever the one before was left
  useEffect(() => {
    if (mine) body.current?.scrollTo(0, 0);
  }, [mine]);
  return (
    <div class="game-body" ref={body}>
      <Unsent />
      {gameRunning.value && <Alerts />}
      {game.value!.stuck && <p class="why-not" role="alert">{game.value!.stuck}</p>}
      {game.value!.over && <Ending />}
      <Lately />
      <OwnTurns />
      {openQuestions.value.map((question) => (
        <QuestionCard key={question.key} question={question} />
      ))}
      {gameRunning.value && openQuestions.value.length === 0 && !game.value!.waits && game.value!.questions.length === 0 && <p class="waiting" role="status">The table measures …</p>}
      <PutAside />
      <Facts />
      <Strip own={(seat) => <OwnOrders seat={seat} />} />
    </div>
  );
}

function Heading() {
  const { turn, phase, heading, over } = game.value!;
  const seat = over ? null : activeSeat();
  return (
    <header class="game-head">
      <div aria-live="polite">
        <h1>
          {seat && <Shape seat={seat} />}
          {over ? "The game is over" : heading}
        </h1>
        <p>
          {turn > 0 && `Turn ${turn}${over ? "" : ", "}`}
          {!over && phase}
        </p>
      </div>
      <Press class="log-button" aria-pressed={logOpen.value} data-log-tab onPress={() => (logOpen.value ? closeLog() : (logOpen.value = true))}>Log</Press>
      {!logOpen.value && <Press class="board-button" aria-pressed={boardShown.value} onPress={() => (boardShown.value = !boardShown.value)}>Board</Press>}
    </header>
  );
}

/** What came of the last answer, large enough to be read from either end of the table. */
function Lately() {
  if (latestEvents.value.length === 0) return null;
  return (
    <ul class="lately-told" role="status" aria-label="Just now">
      {latestEvents.value.slice(-4).map((line) => (
        <li key={line.n}>{line.text}</li>
      ))}
    </ul>
  );
}

/** For the watcher's own eyes, and for whoever has to put a model back. */
function Alerts() {
  const { alerts, nudged } = game.value!;
  return (
    <div role="alert">
      {alerts.map((each) => (
        <p key={`${each.model} ${each.kind}`} class="alert-card">
          {breakInText(nameOf(each.model), each.kind, each.share)}
        </p>
      ))}
      {nudged.map((each) => (
        <div key={each.model} class="alert-card put-back" data-nudged-card={each.model}>
          <p>
            <Who id={each.model} /> stands {each.by_in.toFixed(1)}″ from where it stood: put it back.
          </p>
          {mayRule.value && (
            <Press disabled={offline.value} data-stands={each.model} aria-label={`${nameOf(each.model)} stands right where it is`} onPress={() => sendCommand("/api/game/stands", { models: [each.model] }, `${nameOf(each.model)} stands right`)}>
              Stands right
            </Press>
          )}
        </div>
      ))}
    </div>
  );
}

/** Above the measuring panel: the way back to the game that is on, or how to begin one. leave: ends the measuring. */
export function AboveMeasuring({ leave }: { leave: () => void }) {
  if (!gameKnown.value) return null;
  if (!game.value && !mayBegin.value) return <p class="lead no-game">No game is on yet. It is begun at the table’s own screen.</p>;
  if (!game.value) return <Press class="big go begin-game" data-new-game onPress={() => (newGameOpen.value = true)}>Begin a game …</Press>;
  const waits = openQuestions.value.find((question) => question.mine);
  return (
    <Press class="back-to-game" onPress={leave}>
      ← Game{waits ? `: ${waits.text}` : ""}
    </Press>
  );
}

/** Whether the game has the panel's place now. */
export function gameHasPanel(): boolean {
  return game.value !== null && chosenModel.value === null;
}

/** Sheets and messages over the page; to be drawn once. */
export function GameSheets() {
  useLeaveGuard();
  useEffect(detectDemoHand, []);
  return (
    <>
      {game.value && <SecretSheet />}
      {game.value && <CardSheet />}
      {game.value && <Correction />}
      {game.value && <ProposalSheet />}
      {game.value && <Ruling />}
      <Menu />
      <NewGame />
      <Leaving />
      <HandBar />
      <Toasts />
    </>
  );
}
