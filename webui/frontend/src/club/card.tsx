// A player's phone: their table and opponent, the clock of that table, and the score card that both players close.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { ask, post } from "../net/api.ts";
import { cardScope, discardCommand, dismissRefusal, refusedCommands, unsentCommands } from "../net/command_queue.ts";
import { connected } from "../net/table_store.ts";
import type { CardHalf, Match, ScoreCard } from "../types/club.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { Banners } from "../ui/banners.tsx";
import { useEnterKey } from "../ui/enter_key.ts";
import { Press } from "../ui/press.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { CheckIn } from "./check_in.tsx";
import { clockFace, clockText, now, signalText, useSeconds } from "./clock.ts";
import { ForceList, PlayedGames, Standings, Tables, Times } from "./lists.tsx";
import { Scanned, Typed } from "./opening.tsx";
import { distinctName, followAsPlayer, playerName, scoreCard } from "./public_store.ts";
import { asksForRelease, OwnPublicity } from "./publicity.tsx";
import { Both, Confirm, Judge, Report, Withdraw } from "./reporting.tsx";
import { Captain, TeamLists } from "./teams.tsx";
import { OwnPenalties, Votes } from "./voting.tsx";
import { needsForce, ownScoreText } from "./score_words.ts";
import { modelCount } from "./words.ts";
import "../ui/game.css";
import "./hall.css";

// The server usually answers sooner.
const LATE_MS = 1500;

export function CardPage({ path }: { path: string }) {
  useEnterKey();
  const asked = useSignal(false);
  const scanned = decodeURIComponent(path.split("/")[2] ?? "");
  useEffect(() => {
    ask<{ card: ScoreCard | null }>("/api/card")
      .then((told) => (scoreCard.value = told.card))
      // this player has left the event, or the server does not answer: the code can still be entered
      .catch(() => undefined)
      .finally(() => (asked.value = true));
  }, []);
  const id = scoreCard.value?.id;
  const player = scoreCard.value?.player;
  useEffect(() => {
    cardScope.value = id === undefined ? null : `card ${id} ${player}`; // no text
  }, [id, player]);
  useEffect(() => {
    if (id !== undefined) followAsPlayer(id);
  }, [id, player]);
  if (!asked.value) return <main class="join" aria-busy="true" />;
  if (scanned.includes(".") && location.pathname !== "/card") return <Scanned code={scanned} />;
  return scoreCard.value ? <Own of={scoreCard.value} /> : <Typed event={scanned} />;
}

function Own({ of }: { of: ScoreCard }) {
  useSeconds();
  useEffect(keepAwake, []);
  const game = of.game;
  return (
    <div class="card-page">
      <header>
        <div>
          <h1>{of.title}</h1>
          <p>
            {of.round > 0
              ? t("{player} · round {round} of {rounds}", {
                  player: playerName(of, of.player),
                  round: of.round,
                  rounds: of.rounds,
                })
              : playerName(of, of.player)}
          </p>
        </div>
        <AppearanceButton />
        <HelpButton page="card" />
      </header>
      <Banners />
      <main>
        <Time of={of} />
        <Captain of={of} />
        {game ? <Playing of={of} game={game} /> : <Idle of={of} />}
        <OwnPenalties of={of} />
        <UnsentCommands />
        <More of={of} />
      </main>
    </div>
  );
}

function Time({ of }: { of: ScoreCard }) {
  if (!of.round || of.game?.result || of.over) return null;
  const face = clockFace(of.clock, of.game?.table);
  return (
    <p class={`time due-${face.running === "running" || face.running === "over" ? face.due : "none"}`}>
      <strong>{clockText(face.left_s)}</strong>
      <span role="status">
        {face.running === "waiting"
          ? t("The clock has not started")
          : face.running === "over"
            ? t("Time is up: the game ends as it stands")
            : signalText(face)}
      </span>
    </p>
  );
}

function Idle({ of }: { of: ScoreCard }) {
  const says = of.left
    ? t("You have left the event.")
    : of.byes.includes(of.player)
      ? of.elimination
        ? t("You advance to the next round without a game.")
        : of.knockout
          ? t("You advance to the next round of the top cut without a game.")
          : tn(
              "You have the bye this round: it gives {n} point.",
              "You have the bye this round: it gives {n} points.",
              of.bye_points,
            )
      : of.sitting_out.includes(of.player)
        ? t("You sit out this round.")
        : of.elimination && of.round > 0
          ? t("You are out of the bracket.")
          : of.knockout
            ? t("The top cut is being played: you are not in it any more.")
            : t("Your table appears here as soon as the round is published.");
  return (
    <>
      <p class="lead" role="status">
        {says}
      </p>
      <CheckIn of={of} />
    </>
  );
}

function Playing({ of, game }: { of: ScoreCard; game: Match }) {
  const other = of.players[game.opponent];
  return (
    <>
      <section class="meeting">
        <p>
          {t("Table")}
          <strong>{game.table}</strong>
        </p>
        <div>
          <h2>{distinctName(of, game.opponent)}</h2>
          <p>
            {other?.faction || t("no faction")}
            {(needsForce(of.scoring) || game.opponent_models > 0) && `, ${modelCount(game.opponent_models)}`}
          </p>
          {(game.traits.terrain || game.traits.camera) && <p data-traits>{tableText(game)}</p>}
          {of.scenario && <p data-scenario>{t("Scenario: {scenario}", { scenario: of.scenario })}</p>}
        </div>
      </section>
      <OpenCard of={of} game={game} />
      {!game.result && <Judge key={String(game.judge_called)} of={of} game={game} />}
    </>
  );
}

/** The traits of the table: `Ruins, with a camera`. */
function tableText({ traits: { terrain, camera } }: Match): string {
  if (!camera) return t("The table: {terrain}", { terrain });
  return terrain ? t("The table: {terrain}, with a camera", { terrain }) : t("The table has a camera");
}

/** The card at any stage of the game. */
function OpenCard({ of, game }: { of: ScoreCard; game: Match }) {
  // the state of the event in which this player rejected what was entered
  const rejectedAt = useSignal(-1);
  const unsent = unsentCommands.value.some((command) => command.about.startsWith(`card/${of.id}/${game.round}/`));
  const other = playerName(of, game.opponent);
  if (game.result) return <Closed of={of} own={game.result.own!} theirs={game.result.theirs!} />;
  if (game.waits_for === "organiser") return <Disputed game={game} />;
  if (game.said) return <Waiting of={of} game={game} />;
  if (unsent)
    return (
      <p class="lead" role="status">
        {t(
          "Your report is being sent. " +
            "Without a connection it stays on this phone and is sent when the connection is back.",
        )}
      </p>
    );
  const { own, theirs } = game.stands ?? { own: null, theirs: null };
  if (own && theirs && rejectedAt.value !== of.sequence) {
    const says =
      game.source && !own.bonus
        ? t("The table kept count ({source})", { source: game.source })
        : t("{player} has reported", { player: other });
    return (
      <>
        {game.cleared && <Cleared of={of} game={game} />}
        <Confirm
          key={of.sequence}
          of={of}
          own={own}
          theirs={theirs}
          says={says}
          onReject={() => (rejectedAt.value = of.sequence)}
        />
      </>
    );
  }
  return (
    <>
      {game.cleared && <Cleared of={of} game={game} />}
      {own && (
        <p class="lead">
          {t("{player} has reported: {score}.", { player: other, score: ownScoreText(of.scoring, own) })}
        </p>
      )}
      <Report of={of} game={game} />
    </>
  );
}

function Closed({ of, own, theirs }: { of: ScoreCard; own: CardHalf; theirs: CardHalf }) {
  return (
    <section class="report closed" role="status">
      <h2>{t("The game is closed")}</h2>
      <Both of={of} theirs={theirs} own={own} />
    </section>
  );
}

function Disputed({ game }: { game: Match }) {
  return (
    <section class="report disputed" role="alert">
      <h2>{t("Your two reports differ: waiting for the organiser")}</h2>
      <ul>
        {game.disputes.map((dispute) => (
          <li key={dispute}>{dispute}.</li>
        ))}
      </ul>
      <p class="lead">
        {t("The organiser sees this too and decides about table {table}. You need not do anything else here.", {
          table: game.table,
        })}
      </p>
    </section>
  );
}

/** After a dispute: what this phone waits for, until the game is closed. */
function Cleared({ of, game }: { of: ScoreCard; game: Match }) {
  const player = playerName(of, game.opponent);
  return (
    <p class="note" role="status" data-cleared={game.waits_for}>
      {t("The organiser has cleared both reports.")}{" "}
      {game.waits_for === "opponent"
        ? t("You have reported again; {player} has not yet.", { player })
        : game.waits_for === "you"
          ? t("{player} has reported again. It is your turn.", { player })
          : t("Both of you must report again.")}
    </p>
  );
}

function Waiting({ of, game }: { of: ScoreCard; game: Match }) {
  const player = playerName(of, game.opponent);
  return (
    <section class="report" role="status">
      <h2>{t("Waiting for {player}", { player })}</h2>
      {game.cleared && <Cleared of={of} game={game} />}
      {game.said?.theirs && game.said.own && <Both of={of} theirs={game.said.theirs} own={game.said.own} />}
      <p class="lead">{t("You have reported. The game is closed when {player} has reported the same.", { player })}</p>
      <Withdraw of={of} />
    </section>
  );
}

/** Reports that are not sent yet, and those that the server refused. */
function UnsentCommands() {
  const old = unsentCommands.value.filter((command) => !connected.value || 1000 * now.value - command.at > LATE_MS);
  return (
    <>
      <div role="status">
        {old.map((command) => (
          <p key={command.id} class="unsent" data-unsent>
            <span>
              <b>{t("Not sent yet")}</b>: {command.label}
            </span>
            <Press onPress={() => discardCommand(command.id)}>{t("Discard")}</Press>
          </p>
        ))}
      </div>
      <div role="alert">
        {refusedCommands.value.map((command) => (
          <p key={command.id} class="unsent refused" data-refused>
            <span>
              <b>{t("Not accepted")}</b>: {command.label}. {command.says}
            </span>
            <Press onPress={() => dismissRefusal(command.id)}>{t("Understood")}</Press>
          </p>
        ))}
      </div>
    </>
  );
}

function More({ of }: { of: ScoreCard }) {
  const { after, lines } = of.standings;
  const theirs = of.game?.opponent_force;
  return (
    <div class="more">
      {of.times.length > 0 && !of.over && (
        <details open={!of.round}>
          <summary>{t("Schedule")}</summary>
          <Times of={of.times} round={of.round} />
        </details>
      )}
      <TeamLists of={of} />
      <Votes of={of} />
      {theirs && (
        <details>
          <summary>{t("The list of {player}", { player: playerName(of, of.game!.opponent) })}</summary>
          <ForceList force={theirs} />
        </details>
      )}
      {of.force && (
        <details>
          <summary>{t("Your own list")}</summary>
          <ForceList force={of.force} />
        </details>
      )}
      {of.round > 0 && (
        <details>
          <summary>{t("All tables of round {round}", { round: of.round })}</summary>
          <Tables of={of} />
        </details>
      )}
      {lines.length > 0 && (
        <details>
          <summary>{of.over ? t("Final standings") : t("Standings after round {round}", { round: after })}</summary>
          <Standings of={of} mine={of.player} />
        </details>
      )}
      {of.played.length > 0 && (
        <details>
          <summary>{t("Your games so far")}</summary>
          <PlayedGames of={of} />
        </details>
      )}
      {of.campaign && (
        <p class="lead">
          <a href={`/campaign/${of.id}/${of.players[of.player]!.number}`}>{t("Your warband")}</a>
        </p>
      )}
      {!of.left && (
        <details open={asksForRelease(of)}>
          <summary>{t("On the club’s pages")}</summary>
          <OwnPublicity of={of} />
        </details>
      )}
      <details>
        <summary>{t("Language and lengths")}</summary>
        <ThisDevice />
      </details>
      <Leave of={of} />
    </div>
  );
}

function Leave({ of }: { of: ScoreCard }) {
  const sure = useSignal(false);
  const leave = (): void => {
    void post("/api/card/leave").then(() => location.replace("/card"));
  };
  return (
    <details>
      <summary>{t("This is not my card")}</summary>
      <p>
        {t("This phone reports for {player}. To use another card, scan its code instead.", {
          player: playerName(of, of.player),
        })}
      </p>
      <div class="answers">
        <Press class="big" onPress={() => (sure.value = !sure.value)}>
          {sure.value ? t("Keep it") : t("Give the card back")}
        </Press>
        {sure.value && (
          <Press class="big danger" onPress={leave}>
            {t("Yes, give it back")}
          </Press>
        )}
      </div>
    </details>
  );
}
