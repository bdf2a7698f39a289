// A player's report of a game: the opponent's losses, then the player's own, then both to check and send.

import { useSignal } from "@preact/signals";
import { t, tn, tx } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import type { CardHalf, Match, ScoreCard, Scoring } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { JudgeQuestion } from "../ui/judge_question.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { playerName } from "./public_store.ts";
import { listMarks, NumberFields, withMark } from "./score_fields.tsx";
import {
  BLANK,
  countsLossesAlone,
  type EnteredHalf,
  entryTexts,
  isComplete,
  outcomeOf,
  ownScoreText,
  scoreText,
  toCardHalf,
  toEnteredHalf,
} from "./score_words.ts";

interface ReportDraft {
  step: "theirs" | "own" | "read";
  theirs: EnteredHalf;
  own: EnteredHalf;
}

/** The key of commands about a card; it changes with the event, so that a cleared report can be entered again. */
export function reportKey(of: ScoreCard): string {
  return `card/${of.id}/${of.game?.round}/${of.sequence}`;
}

/** Sends a report, or confirms one; it is sent as soon as the server answers. */
function sendReport(of: ScoreCard, path: string, theirs: CardHalf, own: CardHalf): void {
  const body = { round: of.game!.round, opponent: of.game!.opponent, theirs, own };
  const label = t("round {round}: {theirs}, {own}", {
    round: of.game!.round,
    theirs: scoreText(of.scoring, playerName(of, of.game!.opponent), theirs),
    own: ownScoreText(of.scoring, own),
  });
  sendCommand(path, body, label, reportKey(of));
}

/** Takes the report back, as long as the opponent has not reported. */
export function Withdraw({ of }: { of: ScoreCard }) {
  const armed = useSignal(false);
  const withdraw = (): void =>
    sendCommand(
      "/api/card/withdraw",
      { round: of.game!.round, opponent: of.game!.opponent },
      t("your report is taken back"),
      reportKey(of),
    );
  return (
    <TwoTaps
      first={t("Take my report back …")}
      second={t("Yes, take it back")}
      armed={armed.value}
      arm={(on) => (armed.value = on)}
      disabled={false}
      onDo={withdraw}
    />
  );
}

/** Asks for a judge at the table, with two taps; until somebody comes, or nobody is needed any more. */
export function Judge({ of, game }: { of: ScoreCard; game: Match }) {
  const armed = useSignal(false);
  const text = useSignal("");
  const send = (wanted: boolean): void => {
    const label = wanted ? t("call for a judge") : t("no judge is needed any more");
    sendCommand(
      "/api/card/judge",
      { round: game.round, opponent: game.opponent, wanted, ...(wanted ? { text: text.value } : {}) },
      label,
      `judge/${reportKey(of)}`,
    );
  };
  if (!game.judge_called) {
    return (
      <div class="judge">
        {armed.value && <JudgeQuestion text={text} />}
        <TwoTaps
          first={t("Call a judge …")}
          second={t("Yes, to table {table}", { table: game.table })}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          onDo={() => {
            armed.value = false;
            send(true);
          }}
        />
      </div>
    );
  }
  return (
    <div class="judge" role="status" data-called>
      <p class="lead">
        {t("A judge has been called to table {table}. The organiser sees the call until somebody comes.", {
          table: game.table,
        })}
      </p>
      <Press class="big" data-uncall onPress={() => send(false)}>
        {t("Nobody is needed any more")}
      </Press>
    </div>
  );
}

const NOTHING: ReportDraft = { step: "theirs", theirs: BLANK, own: BLANK };

/** Half-entered reports outlive a reload. */
function storedDraft(key: string): ReportDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as ReportDraft | null;
    // one of an earlier version has no values
    return stored?.theirs.values && stored.own.values ? stored : NOTHING;
  } catch {
    return NOTHING;
  }
}

export function Report({ of, game }: { of: ScoreCard; game: Match }) {
  const key = `report/${of.id}/${game.round}`;
  const entered = useSignal(storedDraft(key));
  const change = (changes: Partial<ReportDraft>): void => {
    entered.value = { ...entered.value, ...changes };
    sessionStorage.setItem(key, JSON.stringify(entered.value));
  };
  const { step, theirs, own } = entered.value;
  const other = playerName(of, game.opponent);
  const losses = countsLossesAlone(of.scoring);
  if (step === "theirs") {
    return (
      <OneHalf
        key="theirs"
        title={
          losses ? t("What has {player} lost?", { player: other }) : t("The result of {player}", { player: other })
        }
        scoring={of.scoring}
        who={other}
        models={game.opponent_models}
        half={theirs}
        onChange={(half) => change({ theirs: half })}
        onNext={() => change({ step: "own" })}
        next={losses ? t("Next: your own losses") : t("Next: your own result")}
      />
    );
  }
  if (step === "own") {
    return (
      <OneHalf
        key="own"
        title={losses ? t("What have you lost?") : t("Your own result")}
        scoring={of.scoring}
        against={theirs}
        who={t("You")}
        models={of.models}
        half={own}
        onChange={(half) => change({ own: half })}
        onNext={() => change({ step: "read" })}
        next={t("Next: check the report")}
        onBack={() => change({ step: "theirs" })}
      />
    );
  }
  const swapped = isSwapped(of, game, theirs, own);
  const send = (): void => {
    sendReport(of, "/api/card/report", toCardHalf(theirs), toCardHalf(own));
    sessionStorage.removeItem(key);
  };
  return (
    <section class="report">
      <h2>{t("Is this right?")}</h2>
      <Both of={of} theirs={toCardHalf(theirs)} own={toCardHalf(own)} />
      {swapped && (
        <p class="why-not" role="status" data-swapped>
          {t("{player} has reported these losses the other way round. Check together who lost what.", {
            player: other,
          })}
        </p>
      )}
      <div class="answers">
        <Press class="big" onPress={() => change({ step: "theirs" })}>
          {t("Change it")}
        </Press>
        <Press class="big go" data-send onPress={send}>
          {t("Yes, send it")}
        </Press>
      </div>
    </section>
  );
}

/** Whether the opponent has reported the same the other way round. */
function isSwapped(of: ScoreCard, { stands }: Match, theirs: EnteredHalf, own: EnteredHalf): boolean {
  if (!stands?.own || !stands.theirs) return false;
  const said = [stands.own, stands.theirs].map((half) => toEnteredHalf(half).values);
  const numbers = of.scoring.fields.filter(({ kind }) => kind === "number").map(({ key }) => key);
  const differ = numbers.some((key) => said[0]![key] !== said[1]![key]);
  return differ && numbers.every((key) => said[0]![key] === theirs.values[key] && said[1]![key] === own.values[key]);
}

function OneHalf({
  title,
  scoring,
  against,
  who,
  models,
  half,
  onChange,
  onNext,
  next,
  onBack,
}: {
  title: string;
  scoring: Scoring;
  against?: EnteredHalf;
  who: string;
  models: number;
  half: EnteredHalf;
  onChange: (half: EnteredHalf) => void;
  onNext: () => void;
  next: string;
  onBack?: () => void;
}) {
  return (
    <section class="report">
      <h2>
        {title} {countsLossesAlone(scoring) && <small>{tn("of {n} model", "of {n} models", models)}</small>}
      </h2>
      <NumberFields scoring={scoring} models={models} half={half} label={title} keys="losses" onChange={onChange} />
      <div class="marks-of" role="group" aria-label={who}>
        {listMarks(scoring, against).map(({ key, title: mark, taken }) => (
          <Mark
            key={key}
            name={key}
            on={!!half.values[key]}
            disabled={taken}
            onPress={() => onChange(withMark(half, key))}
          >
            {key === "withdrew" ? t("withdrew") : mark}
          </Mark>
        ))}
        <Mark name="conceded" on={half.conceded} onPress={() => onChange({ ...half, conceded: !half.conceded })}>
          {t("conceded")}
        </Mark>
      </div>
      {half.conceded && (
        <p class="why-not">
          {countsLossesAlone(scoring)
            ? t("A player who concedes counts as having lost everything and leaves the event.")
            : t("A player who concedes loses the game and leaves the event.")}
        </p>
      )}
      <div class="answers">
        {onBack ? (
          <Press class="big" onPress={onBack}>
            {t("Back")}
          </Press>
        ) : (
          <span />
        )}
        <Press class="big go" data-next disabled={!isComplete(scoring, half)} onPress={onNext}>
          {next}
        </Press>
      </div>
    </section>
  );
}

function Mark({
  name,
  on,
  disabled = false,
  onPress,
  children,
}: {
  name: string;
  on: boolean;
  disabled?: boolean;
  onPress: () => void;
  children: preact.ComponentChildren;
}) {
  return (
    <Press class="big marked" data-mark={name} aria-pressed={on} disabled={disabled} onPress={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 3h18v18H3Z" />
        {on && <path d="m7 12 4 4 7-9" />}
      </svg>
      {children}
    </Press>
  );
}

/** Both halves of a card in words, with what they come to. */
export function Both({ of, theirs, own }: { of: ScoreCard; theirs: CardHalf; own: CardHalf }) {
  const game = of.game!;
  const { levels, points } = outcomeOf(of.scoring, [own, theirs], [of.models, game.opponent_models]);
  const rows = [
    [playerName(of, game.opponent), theirs, game.opponent_models, levels[1]],
    [t("You"), own, of.models, levels[0]],
  ] as const;
  return (
    <>
      <ul class="both">
        {rows.map(([who, half, models, level], row) => {
          const [first, ...others] = entryTexts(of.scoring, half);
          return (
            <li key={row}>
              <span>{who}</span>
              <strong>{first ?? t("nothing entered")}</strong>
              <small>
                {level
                  ? half.withdrew && !half.conceded
                    ? t("of {n}, and withdrew: {level}", { n: models, level })
                    : t("of {n}: {level}", { n: models, level })
                  : others.join(", ")}
              </small>
            </li>
          );
        })}
      </ul>
      <p class="scored">
        {tx("Points: {own} for you, {theirs} for {player}", {
          own: <strong>{points[0]}</strong>,
          theirs: <strong>{points[1]}</strong>,
          player: playerName(of, game.opponent),
        })}
      </p>
    </>
  );
}

/** The opponent's report, to be confirmed with two taps, or rejected. */
export function Confirm({
  of,
  theirs,
  own,
  says,
  onReject,
}: {
  of: ScoreCard;
  theirs: CardHalf;
  own: CardHalf;
  says: string;
  onReject: () => void;
}) {
  const sure = useSignal(false);
  const ends = theirs.conceded || own.conceded;
  return (
    <section class="report">
      <h2>{says}</h2>
      <Both of={of} theirs={theirs} own={own} />
      {ends && (
        <p class="why-not">
          {own.conceded ? t("If you conceded, you leave the event.") : t("A player who conceded leaves the event.")}
        </p>
      )}
      {sure.value ? (
        <div class="answers apart">
          <Press class="big go" data-confirm onPress={() => sendReport(of, "/api/card/confirm", theirs, own)}>
            {t("Yes, close the game")}
          </Press>
          <Press class="big" onPress={() => (sure.value = false)}>
            {t("Not yet")}
          </Press>
        </div>
      ) : (
        <div class="answers">
          <Press class="big" onPress={onReject}>
            {t("No, that is wrong")}
          </Press>
          <Press class="big go" data-right onPress={() => (sure.value = true)}>
            {t("That is right")}
          </Press>
        </div>
      )}
    </section>
  );
}
