// A whole game gone through: a slider over its actions, buttons for lines and turns, the board as it was, what was asked
// and answered, the result.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { sideNumber } from "../board/marks.tsx";
import { SideMark } from "../board/seat_marks.tsx";
import { HelpButton } from "../help/button.tsx";
import { t } from "../i18n.ts";
import type { LogLine } from "../types/game.ts";
import type { GamePosition, ReplayedGame } from "../types/replay.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { Press } from "../ui/press.tsx";
import { type Action, findAction, groupActions } from "./actions.ts";
import { PastBoard } from "./board.tsx";
import { Evidence, Lines, LineText } from "./lines.tsx";
import { Outcome } from "./outcome.tsx";
import { pairingTitle, positionTrouble, readableLines, struckLines } from "./position_store.ts";
import { ActionSlider } from "./slider.tsx";
import type { ReplaySource } from "./source.ts";

/** How long a line is shown while the game plays. */
const BEAT_MS = 900;
// So many lines around the present one are in the list: a thousand rows would take longer than a step.
const AROUND = 25;
const WORTH_A_BEAT = new Set(["event", "answer", "overruled", "correction", "struck", "abandoned"]);

interface ScrubProps {
  source: ReplaySource;
  /** The way out of the page, and the other content of its bar at a line. */
  back?: ComponentChildren;
  barEnd?: (line: number) => ComponentChildren;
  /** The functions for a moment, and for the whole game. */
  momentLinks: (moment: GamePosition, game: ReplayedGame) => ComponentChildren;
  takeHome: (game: ReplayedGame) => ComponentChildren;
  /** Whether the result is shown first. */
  outcomeFirst?: boolean;
}

export function Scrub({ source, back, barEnd, momentLinks, takeHome, outcomeFirst = false }: ScrubProps) {
  const whole = useSignal<ReplayedGame | null>(null);
  const lines = useSignal<LogLine[]>([]);
  const actions = useSignal<Action[]>([]);
  const at = useSignal(0);
  const moment = useSignal<GamePosition | null>(null);
  const playing = useSignal(false);
  const reading = useSignal<"lines" | "outcome">(outcomeFirst ? "outcome" : "lines");
  const fault = useSignal("");
  const steps = useRef<LogLine[]>([]);

  useEffect(() => {
    void (async () => {
      try {
        const told = await source.open();
        steps.current = readableLines(told.lines);
        actions.value = groupActions(steps.current);
        lines.value = told.lines;
        at.value = stepOf(source.addressedLine() ?? told.game.opens);
        whole.value = told.game;
        await show();
      } catch (error) {
        fault.value = (error as Error).message;
      }
    })();
    return source.followAddress((line) => stepTo(stepOf(line)));
  }, [source]);

  /** The step that shows a line, or the last one before it. */
  function stepOf(wanted: number): number {
    return Math.max(
      0,
      steps.current.findLastIndex((line) => line.n <= wanted),
    );
  }

  async function show(target = ""): Promise<void> {
    const line = steps.current[at.value];
    if (!line) return;
    source.addressLine(line.n);
    const found = await source.moment(line.n, target);
    if (found) moment.value = found;
  }

  function stepTo(step: number): void {
    at.value = Math.min(Math.max(0, step), steps.current.length - 1);
    void show();
  }

  useEffect(() => {
    if (!playing.value) return undefined;
    const beat = setInterval(() => {
      const next = steps.current.findIndex((line, step) => step > at.value && WORTH_A_BEAT.has(line.kind));
      if (next < 0) playing.value = false;
      else stepTo(next);
    }, BEAT_MS);
    return () => clearInterval(beat);
  }, [playing.value]);

  if (fault.value) return <Away says={fault.value} back={back} />;
  if (!whole.value || !moment.value)
    return <Away says={positionTrouble.value || t("Loading the game …")} back={back} />;

  const now = moment.value;
  const line = steps.current[at.value]!;
  const gone = struckLines(lines.value);
  const sideOf = (model: string): number | null => {
    const side = now.table.models.find(({ id }) => id === model)?.side;
    return side === undefined ? null : sideNumber(side, now.table.sides);
  };
  const turnStep = (by: number): void => {
    const starts = whole.value!.turns.map((turn) => turn.from);
    const wanted = by > 0 ? starts.find((from) => from > line.n) : starts.findLast((from) => from < line.n);
    const step =
      wanted === undefined
        ? by > 0
          ? steps.current.length - 1
          : 0
        : steps.current.findIndex((other) => other.n >= wanted);
    stepTo(step);
  };
  return (
    <>
      <header class="bar replay-bar">
        {back}
        <h1>{pairingTitle(whole.value.seats)}</h1>
        <p class="soft">{now.phase}</p>
        <AppearanceButton />
        <HelpButton page="replay" />
        {barEnd?.(line.n)}
      </header>
      <main class="view">
        <PastBoard moment={now} />
      </main>
      <aside class="panel replay-panel" aria-label={t("The game")}>
        <div class="choice" role="group" aria-label={t("Displayed content")}>
          <Press aria-pressed={reading.value === "lines"} onPress={() => (reading.value = "lines")}>
            {t("Course of play")}
          </Press>
          <Press aria-pressed={reading.value === "outcome"} data-outcome onPress={() => (reading.value = "outcome")}>
            {t("Result and dice")}
          </Press>
        </div>
        {reading.value === "outcome" ? (
          <Outcome whole={whole.value} charts={source.charts}>
            {takeHome(whole.value)}
          </Outcome>
        ) : (
          <div class="replay-body">
            <section
              class="then-line"
              data-moment={now.line.n}
              tabIndex={0}
              aria-label={t("The line that is shown")}
              aria-live={playing.value ? "off" : "polite"}
            >
              <p class="soft">{now.heading}</p>
              <p class="lead">
                {line.seat && <SideMark seat={line.seat} seats={whole.value.seats} />}{" "}
                <LineText line={line} gone={gone.has(line.n)} />
              </p>
              {positionTrouble.value && (
                <p class="why-not" role="alert">
                  {positionTrouble.value}
                </p>
              )}
              <Evidence moment={now} look={(target) => void show(target)} />
              {momentLinks(now, whole.value)}
            </section>
            <Lines
              lines={steps.current.slice(Math.max(0, at.value - AROUND), at.value + AROUND)}
              seats={whole.value.seats}
              gone={gone}
              chosen={line.n}
              sideOf={sideOf}
              choose={(n) => stepTo(steps.current.findIndex((other) => other.n === n))}
            />
          </div>
        )}
        <footer class="scrub">
          <ActionSlider
            actions={actions.value}
            at={findAction(actions.value, line.n)}
            go={(to) => stepTo(stepOf(actions.value[to]!.head.n))}
          />
          <div class="scrub-buttons">
            <Press aria-label={t("One turn back")} rest={0} disabled={at.value === 0} onPress={() => turnStep(-1)}>
              <Sign d="M11 5v14L3 12zM20 5v14l-8-7z" />
            </Press>
            <Press
              aria-label={t("One line back")}
              rest={0}
              disabled={at.value === 0}
              data-step="-1"
              onPress={() => stepTo(at.value - 1)}
            >
              <Sign d="M16 5v14L6 12z" />
            </Press>
            <Press
              class="play"
              aria-label={playing.value ? t("Stop") : t("Play")}
              aria-pressed={playing.value}
              onPress={() => (playing.value = !playing.value)}
            >
              <Sign d={playing.value ? "M7 5h4v14H7zM13 5h4v14h-4z" : "M7 4v16l13-8z"} />
            </Press>
            <Press
              aria-label={t("One line forward")}
              rest={0}
              disabled={at.value === steps.current.length - 1}
              data-step="1"
              onPress={() => stepTo(at.value + 1)}
            >
              <Sign d="M8 5v14l10-7z" />
            </Press>
            <Press
              aria-label={t("One turn forward")}
              rest={0}
              disabled={at.value === steps.current.length - 1}
              onPress={() => turnStep(1)}
            >
              <Sign d="M4 5v14l8-7zM13 5v14l8-7z" />
            </Press>
          </div>
        </footer>
      </aside>
    </>
  );
}

function Sign({ d }: { d: string }) {
  return (
    <svg class="sign-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

function Away({ says, back }: { says: string; back: ComponentChildren }) {
  return (
    <main class="games">
      <header>{back}</header>
      <p class="lead" role="status">
        {says}
      </p>
    </main>
  );
}
