// A player's report of a game: the opponent's losses, then the player's own, then both to check and send.

import { useSignal } from "@preact/signals";
import { t, tn, tx } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import type { CardHalf, Match, ScoreCard } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { playerName } from "./public_store.ts";
import { outcomeOf, ownScoreText, scoreText } from "./words.ts";

const BLANK = { lost: null, withdrew: false, conceded: false };

interface TypedHalf {
  lost: number | null;
  withdrew: boolean;
  conceded: boolean;
}

interface ReportDraft {
  step: "theirs" | "own" | "read";
  theirs: TypedHalf;
  own: TypedHalf;
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
    theirs: scoreText(playerName(of, of.game!.opponent), theirs),
    own: ownScoreText(own),
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
        {armed.value && (
          <label>
            {t("What is the question? (optional)")}{" "}
            <input
              type="text"
              name="question"
              maxLength={120}
              autocomplete="off"
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
        )}
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

/** Half-entered reports outlive a reload. */
function storedDraft(key: string): ReportDraft {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(key) ?? "null") as ReportDraft | null) ?? {
        step: "theirs",
        theirs: BLANK,
        own: BLANK,
      }
    );
  } catch {
    return { step: "theirs", theirs: BLANK, own: BLANK };
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
  if (step === "theirs") {
    return (
      <OneHalf
        key="theirs"
        title={t("What has {player} lost?", { player: other })}
        who={other}
        models={game.opponent_models}
        half={theirs}
        onChange={(half) => change({ theirs: half })}
        onNext={() => change({ step: "own" })}
        next={t("Next: your own losses")}
      />
    );
  }
  if (step === "own") {
    return (
      <OneHalf
        key="own"
        title={t("What have you lost?")}
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
  const stands = game.stands;
  const swapped =
    stands?.own &&
    stands.theirs &&
    stands.own.lost !== stands.theirs.lost &&
    stands.own.lost === theirs.lost &&
    stands.theirs.lost === own.lost;
  const send = (): void => {
    sendReport(of, "/api/card/report", wholeHalf(theirs), wholeHalf(own));
    sessionStorage.removeItem(key);
  };
  return (
    <section class="report">
      <h2>{t("Is this right?")}</h2>
      <Both of={of} theirs={wholeHalf(theirs)} own={wholeHalf(own)} />
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

function wholeHalf({ lost, withdrew, conceded }: TypedHalf): CardHalf {
  return { lost: lost ?? 0, withdrew, conceded };
}

function OneHalf({
  title,
  who,
  models,
  half,
  onChange,
  onNext,
  next,
  onBack,
}: {
  title: string;
  who: string;
  models: number;
  half: TypedHalf;
  onChange: (half: TypedHalf) => void;
  onNext: () => void;
  next: string;
  onBack?: () => void;
}) {
  return (
    <section class="report">
      <h2>
        {title} <small>{tn("of {n} model", "of {n} models", models)}</small>
      </h2>
      <div class="losses" role="group" aria-label={title}>
        {Array.from({ length: models + 1 }, (_, lost) => (
          <Press
            key={lost}
            class="key"
            rest={90}
            data-lost={lost}
            aria-pressed={half.lost === lost}
            onPress={() => onChange({ ...half, lost })}
          >
            {lost}
          </Press>
        ))}
      </div>
      <div class="marks-of" role="group" aria-label={who}>
        <Mark on={half.withdrew} onPress={() => onChange({ ...half, withdrew: !half.withdrew })}>
          {t("withdrew")}
        </Mark>
        <Mark on={half.conceded} onPress={() => onChange({ ...half, conceded: !half.conceded })}>
          {t("conceded")}
        </Mark>
      </div>
      {half.conceded && (
        <p class="why-not">{t("A player who concedes counts as having lost everything and leaves the event.")}</p>
      )}
      <div class="answers">
        {onBack ? (
          <Press class="big" onPress={onBack}>
            {t("Back")}
          </Press>
        ) : (
          <span />
        )}
        <Press class="big go" data-next disabled={half.lost === null && !half.conceded} onPress={onNext}>
          {next}
        </Press>
      </div>
    </section>
  );
}

function Mark({ on, onPress, children }: { on: boolean; onPress: () => void; children: preact.ComponentChildren }) {
  return (
    <Press class="big marked" aria-pressed={on} onPress={onPress}>
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
  const { levels, points } = outcomeOf(of.scoring, [own, theirs], [of.thresholds, game.opponent_thresholds]);
  const rows = [
    [playerName(of, game.opponent), theirs, game.opponent_models, levels[1]],
    [t("You"), own, of.models, levels[0]],
  ] as const;
  return (
    <>
      <ul class="both">
        {rows.map(([who, half, models, level], row) => (
          <li key={row}>
            <span>{who}</span>
            <strong>{half.conceded ? t("conceded") : t("lost {n}", { n: half.lost })}</strong>
            <small>
              {half.withdrew && !half.conceded
                ? t("of {n}, and withdrew: {level}", { n: models, level })
                : t("of {n}: {level}", { n: models, level })}
            </small>
          </li>
        ))}
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
