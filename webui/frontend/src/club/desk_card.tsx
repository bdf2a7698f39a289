// The score card of one game, as the organiser enters or corrects it.

import { useSignal } from "@preact/signals";
import { listed, t, tn } from "../i18n.ts";
import type { CardHalf, Scoring } from "../types/club.ts";
import type { ReportedSide, RoundGame, ScoredHalf } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { ActForm } from "./act_form.tsx";
import { FromGame } from "./desk_games.tsx";
import { Reason, Says, useMutation } from "./mutations.tsx";
import { organiserView } from "./organiser_store.ts";
import { listMarks, NumberFields, withMark } from "./score_fields.tsx";
import {
  BLANK,
  countsLossesAlone,
  type EnteredHalf,
  isComplete,
  outcomeText,
  scoreText,
  toCardHalf,
  toEnteredHalf,
} from "./score_words.ts";

const MISREAD = t("a number was misread");
const WHY_CORRECT = [t("the sides were swapped"), MISREAD, t("a bonus was forgotten")];

export function ScoreSheet({ game, since, onClose }: { game: RoundGame; since: number; onClose: () => void }) {
  const halves = useSignal<[EnteredHalf, EnteredHalf]>([enteredScore(game, 0), enteredScore(game, 1)]);
  const reason = useSignal(game.stands === "over" ? MISREAD : "");
  const mutation = useMutation();
  const over = game.stands === "over";
  const opened = useSignal(game.stands).value;
  const closedMeanwhile = over && opened !== "over" && !mutation.busy;
  const { scoring } = organiserView.value!;
  const losses = countsLossesAlone(scoring);
  const ready = halves.value.every((half) => isComplete(scoring, half));
  const whole = halves.value.map(toCardHalf) as [CardHalf, CardHalf];
  const conceding = game.players.filter((_, at) => halves.value[at]!.conceded);
  const names = listed(conceding.map((player) => player.name));
  const reversed = ready && losses ? reportedTheOtherWay(game, whole) : "";
  const takeOver = (sides: ReportedSide[]): void => {
    halves.value = game.players.map((player) => {
      const side = sides.find((reported) => reported.player === player.id);
      return side ? toEnteredHalf(side) : BLANK;
    }) as [EnteredHalf, EnteredHalf];
  };
  async function enter(): Promise<void> {
    const sides = game.players.map((player, at) => ({ player: player.id, ...toCardHalf(halves.value[at]!) }));
    const said = over ? { round: game.round, sides, reason: reason.value } : { sides };
    if (
      await mutation.act(
        over ? "correct" : "report",
        said,
        t("The result of table {table} is entered", { table: game.table }),
      )
    )
      onClose();
  }
  return (
    <Sheet
      title={t("Table {table}: {player} against {other}", {
        table: game.table,
        player: game.players[0].name,
        other: game.players[1].name,
      })}
      onClose={onClose}
      wide
    >
      {closedMeanwhile && (
        <ClosedMeanwhile game={game} onShow={() => (halves.value = [enteredScore(game, 0), enteredScore(game, 1)])} />
      )}
      <div class="reports">
        <Reports game={game} onTakeOver={takeOver} />
        {!over && <FromGame game={game} />}
      </div>
      <div class="side-by-side">
        {game.players.map((player, at) => (
          <HalfCard
            key={player.id}
            player={player}
            scoring={scoring}
            against={halves.value[1 - at]!}
            half={halves.value[at]!}
            onChange={(half) => (halves.value = halves.value.with(at, half) as [EnteredHalf, EnteredHalf])}
          />
        ))}
      </div>
      {over && since > 0 && (
        <p class="note">{t("Totals and tie-breaks are updated; the rounds drawn since then stay as published.")}</p>
      )}
      {over && <Reason usual={WHY_CORRECT} value={reason.value} onChange={(why) => (reason.value = why)} />}
      {conceding.length > 0 && (
        <p class="why-not">
          {losses
            ? tn(
                "{names} counts as having lost everything and leaves the event.",
                "{names} count as having lost everything and leave the event.",
                conceding.length,
                { names },
              )
            : tn("{names} loses the game and leaves the event.", "{names} leave the event.", conceding.length, {
                names,
              })}
        </p>
      )}
      <div class="stuck">
        <p class="lead" role="status">
          {ready
            ? [
                ...game.players.map((player, at) => scoreText(scoring, player.name, whole[at]!, player.models)),
                outcomeText(scoring, whole, [game.players[0].models, game.players[1].models]),
              ].join("; ")
            : losses
              ? t("Tap the losses of each side.")
              : t("Enter the card of each player.")}
        </p>
        {reversed && (
          <p class="why-not" role="status" data-swapped>
            {t("{player} has reported these losses the other way round. Check together who lost what.", {
              player: reversed,
            })}
          </p>
        )}
        <Says mutation={mutation} />
        <div class="ends">
          <Press class="big" onPress={onClose}>
            {t("Cancel")}
          </Press>
          <Press
            class={conceding.length > 0 ? "big danger" : "big go"}
            data-yes
            disabled={mutation.busy || !ready || (over && !reason.value.trim())}
            onPress={() => void enter()}
          >
            {conceding.length > 0 ? t("Yes, {names} conceded", { names }) : over ? t("Correct it") : t("Enter it")}
          </Press>
        </div>
      </div>
    </Sheet>
  );
}

/** Another organiser, or the two players, were quicker than this sheet. */
function ClosedMeanwhile({ game, onShow }: { game: RoundGame; onShow: () => void }) {
  const result = game.players
    .map((player) =>
      scoreText(organiserView.value!.scoring, player.name, toCardHalf(toEnteredHalf(player)), player.models),
    )
    .join(", ");
  return (
    <div class="broken" role="alert" data-closed-meanwhile>
      <h2>{t("This game has since been closed")}</h2>
      <p class="lead">
        {t("{result}: {one} to {other} points. Your entry here corrects it; give a reason.", {
          result,
          one: game.players[0].points ?? 0,
          other: game.players[1].points ?? 0,
        })}
      </p>
      <Press class="big" data-show-entered onPress={onShow}>
        {t("Start from that result")}
      </Press>
    </div>
  );
}

/** The player who has reported the same losses of the other sides; "" for nobody. */
function reportedTheOtherWay({ players, reports }: RoundGame, entered: [CardHalf, CardHalf]): string {
  const [one, other] = entered.map(({ lost }) => lost);
  const report = reports.find(({ sides }) => {
    const lostBy = (at: 0 | 1): number | undefined => sides.find(({ player }) => player === players[at].id)?.lost;
    return one !== other && lostBy(0) === other && lostBy(1) === one;
  });
  return report?.name ?? "";
}

function enteredScore(game: RoundGame, at: number): EnteredHalf {
  return game.stands === "over" ? toEnteredHalf(game.players[at]!) : BLANK;
}

/** The reports from phones: a tap takes one over, or both are cleared. */
function Reports({ game, onTakeOver }: { game: RoundGame; onTakeOver: (sides: ReportedSide[]) => void }) {
  const clearing = useSignal(false);
  if (game.stands === "over" || (game.reports.length === 0 && game.filled.length === 0)) return null;
  const nameOf = (player: string): string => game.players.find((entrant) => entrant.id === player)?.name ?? player;
  return (
    <>
      {game.disputes.map((dispute) => (
        <p key={dispute} class="broken">
          {dispute}
        </p>
      ))}
      {[
        ...game.reports.map((report) => ({ key: report.by, who: report.name, sides: report.sides })),
        ...(game.filled.length ? [{ key: "filled", who: game.source, sides: game.filled }] : []),
      ].map(({ key, who, sides }) => (
        <Press key={key} class="club-row boxed" data-report={key} onPress={() => onTakeOver(sides)}>
          <span class="name">
            <b>
              {who}:{" "}
              {sides.map((side) => scoreText(organiserView.value!.scoring, nameOf(side.player), side)).join(", ")}
            </b>
            <small>{t("Tap to use this report")}</small>
          </span>
        </Press>
      ))}
      {game.reports.length > 0 && !clearing.value && (
        <Press class="big" data-clear onPress={() => (clearing.value = true)}>
          {t("Clear both reports …")}
        </Press>
      )}
      {clearing.value && <Clear game={game} onDone={() => (clearing.value = false)} />}
    </>
  );
}

function Clear({ game, onDone }: { game: RoundGame; onDone: () => void }) {
  return (
    <ActForm
      act="clear"
      given={{ player: game.players[0].id }}
      submit={t("Clear the reports of table {table}", { table: game.table })}
      report={t("Table {table}: both report again", { table: game.table })}
      onDone={onDone}
      onCancel={onDone}
    />
  );
}

function HalfCard({
  player,
  scoring,
  against,
  half,
  onChange,
}: {
  player: ScoredHalf;
  scoring: Scoring;
  against: EnteredHalf;
  half: EnteredHalf;
  onChange: (half: EnteredHalf) => void;
}) {
  const title = countsLossesAlone(scoring)
    ? t("Losses of {player}", { player: player.name })
    : t("The result of {player}", { player: player.name });
  return (
    <section class="club-form half-card" data-half={player.id}>
      <h2>
        {title} {countsLossesAlone(scoring) && <small>{tn("of {n} model", "of {n} models", player.models)}</small>}
      </h2>
      <NumberFields
        scoring={scoring}
        models={player.models}
        half={half}
        label={title}
        keys="table-keys"
        onChange={onChange}
      />
      <div
        class="choice wide-choice"
        role="group"
        aria-label={t("{player}: how the game ended", { player: player.name })}
      >
        {listMarks(scoring, against).map((mark) => (
          <Press
            key={mark.key}
            class="big"
            aria-pressed={!!half.values[mark.key]}
            disabled={mark.taken}
            {...{ [`data-${mark.key}`]: true }}
            onPress={() => onChange(withMark(half, mark.key))}
          >
            {mark.title}
          </Press>
        ))}
        <Press
          class="big"
          aria-pressed={half.conceded}
          data-conceded
          onPress={() => onChange({ ...half, conceded: !half.conceded })}
        >
          {t("Conceded, or did not appear")}
        </Press>
      </div>
      <div class="stepper" role="group" aria-label={t("Bonus of {player}", { player: player.name })}>
        <span>{t("Bonus")}</span>
        <Press
          rest={90}
          aria-label={t("One less")}
          disabled={half.bonus <= 0}
          onPress={() => onChange({ ...half, bonus: half.bonus - 1 })}
        >
          −
        </Press>
        <output>{half.bonus}</output>
        <Press rest={90} aria-label={t("One more")} onPress={() => onChange({ ...half, bonus: half.bonus + 1 })}>
          +
        </Press>
      </div>
    </section>
  );
}
