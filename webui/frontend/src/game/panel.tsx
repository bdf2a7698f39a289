// The game beside the board: whose turn it is, what is asked, what was done; and its sheets.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { onEvent, reportOnOpen } from "../net/stream.ts";
import { OddsWithSums } from "../ui/odds_bars.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Toasts } from "../ui/toast.tsx";
import "../ui/game.css";
import "./attention.ts";
import "./lately.css";
import { boardRows } from "./advised_store.ts";
import { Shape } from "../board/seat_marks.tsx";
import {
  game,
  gameKnown,
  gameRunning,
  isTable,
  latestEvents,
  lineOf,
  logPosition,
  mayBegin,
  openQuestions,
  receiveGame,
  receiveLog,
} from "../net/game_store.ts";
import { WordSheet } from "../ui/book_words.tsx";
import { seatName } from "../ui/names.ts";
import { CardSheet } from "./card_sheet.tsx";
import { Intended } from "./declaring.tsx";
import { FramesKept } from "./frames.tsx";
import { Ending } from "./ending.tsx";
import { Correction, Facts, ProposalSheet, PutAside } from "./facts.tsx";
import { Displaced } from "./displaced.tsx";
import { detectDemoHand } from "./hand.tsx";
import { Leaving, useLeaveGuard } from "./leave_guard.tsx";
import { boardShown } from "./header.tsx";
import { logOpen, LogPanel } from "./log.tsx";
import { isForPeople, MachineTurn } from "./machine.tsx";
import { Menu } from "./menu.tsx";
import { PlayersTime } from "./chess_clock.tsx";
import { NewGame, newGameOpen } from "./new_game.tsx";
import { Interrupts, OwnHidden, OwnTurns, SecretSheet } from "./private.tsx";
import { QuestionCard } from "./question.tsx";
import { whenSteady } from "./steady.tsx";
import { Ruling } from "./ruling.tsx";
import { SpokenQuestion, useFocusKept, useQuestionInSight } from "./spoken.tsx";
import { Strip } from "./strip.tsx";
import { Undo, Unsent } from "./undo.tsx";
import { Welcome } from "./welcome.tsx";

onEvent<Parameters<typeof receiveGame>[0]>("game", (data) => whenSteady(() => receiveGame(data)));
onEvent<Parameters<typeof receiveLog>[0]>("log", (data) => whenSteady(() => receiveLog(data)));
reportOnOpen("log", logPosition);

/** The panel while a game is on and no model is being measured. */
export function GamePanel() {
  return (
    <aside class="panel game" aria-label={t("The game")}>
      <SpokenQuestion />
      <Heading />
      {logOpen.value ? <LogPanel /> : <Body />}
      <footer class="game-foot">
        <Interrupts />
        <Undo />
      </footer>
    </aside>
  );
}

/** The question, and the facts for its answer. */
function Body() {
  const body = useRef<HTMLDivElement>(null);
  const mine = openQuestions.value
    .filter((question) => question.mine)
    .map(lineOf)
    .join();
  useQuestionInSight(body, mine);
  useFocusKept(body);
  return (
    <div class="game-body" ref={body}>
      <Unsent />
      <PlayersTime />
      <FramesKept />
      {gameRunning.value && <Alerts />}
      {game.value!.stuck && (
        <p class="why-not" role="alert">
          {game.value!.stuck}
        </p>
      )}
      {game.value!.over && <Ending />}
      <Lately />
      <MachineTurn />
      <OwnTurns />
      {openQuestions.value.filter(isForPeople).map((question) => (
        <QuestionCard key={lineOf(question)} question={question} />
      ))}
      {gameRunning.value && game.value!.questions.length === 0 && !game.value!.stuck && !game.value!.machine?.state && (
        <WaitedFor />
      )}
      <PutAside />
      <Intended />
      <Facts />
      <Strip own={(seat) => <OwnHidden seat={seat} />} />
    </div>
  );
}

/** The seat that is asked, if this role sees no question: at the shared tablet each side's own turn says so itself. */
function WaitedFor() {
  const { waits } = game.value!;
  if (isTable.value && game.value!.private[waits]) return null;
  return (
    <p class="waiting" role="status" data-waits={waits}>
      {waits ? t("Waiting for {sides} …", { sides: seatName(waits) }) : t("Waiting for the players …")}
    </p>
  );
}

/** What is going on, where no question of one's own says it. */
function Heading() {
  const { heading, over, active, waits } = game.value!;
  const seat = over ? "" : active || waits;
  return (
    <header class="game-head">
      <div aria-live="polite">
        <h1>
          {seat && <Shape seat={seat} />}
          {over ? t("The game is over") : heading}
        </h1>
      </div>
    </header>
  );
}

/** The result of the last answer, legible from either end of the table. A roll is shown with its sum and without lines
 * that only repeat it; on a low screen it is the other way round, because the dice pad needs the room. */
function Lately() {
  const all = latestEvents.value;
  if (all.length === 0) return null;
  const rolled = all[0]!.kind === "answer";
  // a line that only repeats other lines is shown where there are none
  const telling = all.filter((line) => rolled || !line.aside);
  return (
    <div role="status">
      <ul class={game.value!.machine ? "lately-told of-machine" : "lately-told"} aria-label={t("Just now")}>
        {(telling.length ? telling : all.slice(-1)).map((line) => (
          <li key={line.n} class={line.kind === "answer" ? "of-roll" : rolled && line.aside ? "repeats-roll" : ""}>
            {line.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The interruptions open to a seat, for its own eyes, and the models that were moved out of turn. */
function Alerts() {
  const { alerts } = game.value!;
  const rows = new Set(boardRows.value.map(({ option }) => option));
  return (
    <div role="alert">
      {alerts
        .filter(({ option }) => !rows.has(option ?? ""))
        .map((alert) => (
          <div key={`${alert.model} ${alert.text}`} class="alert-card">
            <p>{alert.text}</p>
            <OddsWithSums odds={alert.odds ?? []} of={alert.text} />
          </div>
        ))}
      <Displaced showBoard={() => (boardShown.value = true)} />
    </div>
  );
}

/** Above the measuring panel: the way back to the game that is on, or how to begin one. leave: ends the measuring. */
export function AboveMeasuring({ leave }: { leave: () => void }) {
  if (!gameKnown.value) return null;
  if (!game.value && !mayBegin.value) {
    return (
      <div class="no-game">
        <p class="lead">{t("No game is in progress. Start one at the table’s own screen.")}</p>
        <Press class="big" data-join onPress={() => openPage("/join")}>
          {t("Join with a code")}
        </Press>
      </div>
    );
  }
  if (!game.value)
    return (
      <Press class="big go begin-game" data-new-game onPress={() => (newGameOpen.value = true)}>
        {t("Start a game …")}
      </Press>
    );
  const waits = openQuestions.value.find((question) => question.mine);
  return (
    <Press class="back-to-game" onPress={leave}>
      {waits ? t("← Game: {question}", { question: waits.text }) : t("← Game")}
    </Press>
  );
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
      <WordSheet />
      <Menu />
      <Welcome />
      <NewGame />
      <Leaving />
      <Toasts />
    </>
  );
}
