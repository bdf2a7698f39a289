// The game beside the board: whose turn it is, what is asked, what was done; and its sheets.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { chosen, select } from "../net/state.ts";
import { on, tellOf } from "../net/stream.ts";
import { tape } from "../table/tools.ts";
import { then } from "../replay/past.ts";
import { Press } from "../ui/press.tsx";
import { send } from "../ui/queue.ts";
import { Toasts } from "../ui/toast.tsx";
import "./game.css";
import "./calls.ts";
import { CardSheet, Strip } from "./counters.tsx";
import { Undo, Unsent } from "./deeds.tsx";
import { Ending } from "./ending.tsx";
import { Correction, Facts, ProposalSheet, PutAside } from "./facts.tsx";
import { HandBar, lookForHands } from "./hand.tsx";
import { Leaving, useStay } from "./leaving.tsx";
import { closeLog, LogPanel, readingLog } from "./log.tsx";
import { Shape, Who } from "./marks.tsx";
import { Menu } from "./menu.tsx";
import { beginning, NewGame } from "./newgame.tsx";
import { game, known, lately, mayBegin, mayRule, nameOf, offline, openly, running, takeGame, takeLines, told } from "./play.ts";
import { acting, BreakIn, Cover, OwnTurns } from "./private.tsx";
import { QuestionCard } from "./question.tsx";
import { Ruling } from "./ruling.tsx";

/** Whether a telephone shows the board as well: its owner looks at the table itself. */
const boardShown = signal(sessionStorage.getItem("board") === "shown");

effect(() => {
  sessionStorage.setItem("board", boardShown.value ? "shown" : "away");
  document.body.classList.toggle("board-away", !boardShown.value && !then.value && gameHasPanel());
});

on("game", takeGame);
on("log", takeLines);
tellOf("log", known);

/** The panel while a game is on and no model is being measured. */
export function GamePanel() {
  return (
    <aside class="panel game" aria-label="The game">
      <Heading />
      {readingLog.value ? <LogPanel /> : <Body />}
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
  const mine = openly.value.filter((question) => question.mine).map((question) => question.key).join();
  // a question is read from its beginning, wherever the one before was left
  useEffect(() => {
    if (mine) body.current?.scrollTo(0, 0);
  }, [mine]);
  return (
    <div class="game-body" ref={body}>
      <Unsent />
      {running.value && <Alerts />}
      {game.value!.stuck && <p class="why-not" role="alert">{game.value!.stuck}</p>}
      {game.value!.over && <Ending />}
      <Lately />
      <OwnTurns />
      {openly.value.map((question) => (
        <QuestionCard key={question.key} question={question} />
      ))}
      {running.value && openly.value.length === 0 && !game.value!.waits && game.value!.questions.length === 0 && <p class="waiting" role="status">The table measures …</p>}
      <PutAside />
      <Facts />
      <Strip />
    </div>
  );
}

function Heading() {
  const { turn, phase, heading, over } = game.value!;
  const seat = over ? null : acting();
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
      <Press class="log-button" aria-pressed={readingLog.value} data-log-tab onPress={() => (readingLog.value ? closeLog() : (readingLog.value = true))}>Log</Press>
      {!readingLog.value && <Press class="board-button" aria-pressed={boardShown.value} onPress={() => (boardShown.value = !boardShown.value)}>Board</Press>}
    </header>
  );
}

/** What came of the last answer, large enough to be read from either end of the table. */
function Lately() {
  if (lately.value.length === 0) return null;
  return (
    <ul class="lately-told" role="status" aria-label="Just now">
      {lately.value.slice(-4).map((line) => (
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
          {nameOf(each.model)} could break in: {each.kind}{each.share !== undefined && `, sees ${Math.round(100 * each.share)} %`}
        </p>
      ))}
      {nudged.map((each) => (
        <div key={each.model} class="alert-card put-back" data-nudged-card={each.model}>
          <p>
            <Who id={each.model} /> stands {each.by_in.toFixed(1)}″ from where it stood: put it back.
          </p>
          {mayRule.value && (
            <Press disabled={offline.value} data-stands={each.model} aria-label={`${nameOf(each.model)} stands right where it is`} onPress={() => send("/api/game/stands", { models: [each.model] }, `${nameOf(each.model)} stands right`)}>
              Stands right
            </Press>
          )}
        </div>
      ))}
    </div>
  );
}

/** Above the measuring panel: the way back to the game that is on, or how to begin one. */
export function AboveMeasuring() {
  if (!told.value) return null;
  if (!game.value && !mayBegin.value) return <p class="lead no-game">No game is on yet. It is begun at the table’s own screen.</p>;
  if (!game.value) return <Press class="big go begin-game" data-new-game onPress={() => (beginning.value = true)}>Begin a game …</Press>;
  const waits = openly.value.find((question) => question.mine);
  return (
    <Press
      class="back-to-game"
      onPress={() => {
        select(null);
        tape.value = null;
      }}
    >
      ← Game{waits ? `: ${waits.text}` : ""}
    </Press>
  );
}

/** Whether the game has the panel's place now. */
export function gameHasPanel(): boolean {
  return game.value !== null && chosen.value === null;
}

/** Sheets and messages over the page; to be drawn once. */
export function GameSheets() {
  useStay();
  useEffect(lookForHands, []);
  return (
    <>
      {game.value && <Cover />}
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
