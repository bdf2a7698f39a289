// A player's phone: where he plays and against whom, the clock of his table, and the score card that both close.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, post } from "../net/api.ts";
import { discardCommand, dismissRefusal, refusedCommands, unsentCommands } from "../net/command_queue.ts";
import { connected } from "../net/table_store.ts";
import type { CardHalf, Match, ScoreCard } from "../types/club.ts";
import { Banners } from "../ui/banners.tsx";
import { Press } from "../ui/press.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { clockFace, clockText, now, signalText, useSeconds } from "./clock.ts";
import { Before, ForceList, Standings, Tables } from "./lists.tsx";
import { Scanned, Typed } from "./opening.tsx";
import { distinctName, followAsPlayer, playerName, scoreCard } from "./public_store.ts";
import { Both, Confirm, Report } from "./reporting.tsx";
import "../ui/game.css";
import "./hall.css";

// An answer takes less.
const LATE_MS = 1500;

export function CardPage({ path }: { path: string }) {
  const asked = useSignal(false);
  const scanned = decodeURIComponent(path.split("/")[2] ?? "");
  useEffect(() => {
    ask<{ card: ScoreCard | null }>("/api/card")
      .then((told) => (scoreCard.value = told.card))
      // gone from the event, or the server is away: the code can still be entered
      .catch(() => undefined)
      .finally(() => (asked.value = true));
  }, []);
  const id = scoreCard.value?.id;
  useEffect(() => {
    if (id !== undefined) followAsPlayer(id);
  }, [id, scoreCard.value?.player]);
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
        <h1>{of.title}</h1>
        <p>{playerName(of, of.player)}{of.round > 0 && ` · round ${of.round} of ${of.rounds}`}</p>
      </header>
      <Banners />
      <main>
        <Time of={of} />
        {game ? <Playing of={of} game={game} /> : <Idle of={of} />}
        <UnsentCommands />
        <More of={of} />
      </main>
    </div>
  );
}

function Time({ of }: { of: ScoreCard }) {
  if (!of.round || of.game?.result || of.over) return null;
  const face = clockFace(of.clock, of.game?.table);
  const called = signalText(face);
  return (
    <p class={`time due-${face.running === "running" || face.running === "over" ? face.due : "none"}`}>
      <strong>{clockText(face.left_s)}</strong>
      <span role="status">{face.running === "waiting" ? "The clock has not started" : face.due === 0 ? `${called}: the game ends as it stands` : called}</span>
    </p>
  );
}

function Idle({ of }: { of: ScoreCard }) {
  const says = of.left
    ? "You have left the event."
    : of.byes.includes(of.player)
      ? "You have the bye this round: it counts as a crushing victory."
      : of.sitting_out.includes(of.player)
        ? "You sit out this round."
        : "You will see your table here as soon as the round is published.";
  return <p class="lead" role="status">{says}</p>;
}

function Playing({ of, game }: { of: ScoreCard; game: Match }) {
  const other = of.players[game.opponent];
  return (
    <>
      <section class="meeting">
        <p>Table<strong>{game.table}</strong></p>
        <div>
          <h2>{distinctName(of, game.opponent)}</h2>
          <p>{other?.faction || "no faction"}, {game.opponent_models} models</p>
        </div>
      </section>
      <ScoreCard of={of} game={game} />
    </>
  );
}

/** The card, however far it has come. */
function ScoreCard({ of, game }: { of: ScoreCard; game: Match }) {
  const otherwise = useSignal(-1);
  const unsent = unsentCommands.value.some((command) => command.about.startsWith(`card ${of.id}/${game.round}/`));
  const other = playerName(of, game.opponent);
  if (game.result) return <Closed of={of} own={game.result.own!} theirs={game.result.theirs!} />;
  if (game.disputes.length) return <Disputed game={game} />;
  if (game.said) return <Waiting of={of} game={game} />;
  if (unsent) return <p class="lead" role="status">On its way. Without a connection it is kept on this phone, and goes out by itself when it is back.</p>;
  const { own, theirs } = game.stands ?? { own: null, theirs: null };
  if (own && theirs && otherwise.value !== of.sequence) {
    const says = game.source && !own.bonus ? stoodText(game, other) : `${other} has entered`;
    return <Confirm key={of.sequence} of={of} own={own} theirs={theirs} says={says} onOtherwise={() => (otherwise.value = of.sequence)} />;
  }
  return (
    <>
      {own && <p class="lead">{other} has entered that you lost {own.lost}{own.withdrew ? " and withdrew" : ""}{own.conceded ? " and conceded" : ""}.</p>}
      <Report of={of} game={game} />
    </>
  );
}

function stoodText(game: Match, other: string): string {
  return game.source ? `The table kept count (${game.source})` : `${other} has entered`;
}

function Closed({ of, own, theirs }: { of: ScoreCard; own: CardHalf; theirs: CardHalf }) {
  return (
    <section class="report closed" role="status">
      <h2>The game is closed</h2>
      <Both of={of} theirs={theirs} own={own} />
      <p class="scored"><strong>{own.points}</strong> points for you, <strong>{theirs.points}</strong> for {playerName(of, of.game!.opponent)}</p>
    </section>
  );
}

function Disputed({ game }: { game: Match }) {
  return (
    <section class="report disputed" role="alert">
      <h2>Your two reports differ</h2>
      <ul>{game.disputes.map((dispute) => <li key={dispute}>{dispute}.</li>)}</ul>
      <p class="lead">The organiser sees it too and settles it. Nothing else is needed from you here.</p>
    </section>
  );
}

function Waiting({ of, game }: { of: ScoreCard; game: Match }) {
  return (
    <section class="report" role="status">
      <h2>Waiting for {playerName(of, game.opponent)}</h2>
      {game.said?.theirs && game.said.own && <Both of={of} theirs={game.said.theirs} own={game.said.own} />}
      <p class="lead">You have reported. The game is closed when {playerName(of, game.opponent)} has entered the same.</p>
    </section>
  );
}

/** What was not sent yet, and what the server would not have. */
function UnsentCommands() {
  const old = unsentCommands.value.filter((command) => !connected.value || 1000 * now.value - command.at > LATE_MS);
  return (
    <>
      <div role="status">
        {old.map((command) => (
          <p key={command.id} class="unsent" data-unsent>
            <span><b>Not sent yet</b>, {command.label}</span>
            <Press onPress={() => discardCommand(command.id)}>Discard</Press>
          </p>
        ))}
      </div>
      <div role="alert">
        {refusedCommands.value.map((command) => (
          <p key={command.id} class="unsent refused" data-refused>
            <span><b>Not taken</b>, {command.label}. {command.says}</span>
            <Press onPress={() => dismissRefusal(command.id)}>Understood</Press>
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
      {theirs && <details><summary>The list of {playerName(of, of.game!.opponent)}</summary><ForceList force={theirs} /></details>}
      {of.force && <details><summary>Your own list</summary><ForceList force={of.force} /></details>}
      {of.round > 0 && <details><summary>All tables of round {of.round}</summary><Tables of={of} /></details>}
      {lines.length > 0 && <details><summary>{of.over ? "Final standings" : `Standings after round ${after}`}</summary><Standings of={of} mine={of.player} /></details>}
      {of.played.length > 0 && <details><summary>Your games so far</summary><Before of={of} /></details>}
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
      <summary>This is not my card</summary>
      <p>This phone reports for {playerName(of, of.player)}. With another card, scan its code instead.</p>
      <div class="answers">
        <Press class="big" onPress={() => (sure.value = !sure.value)}>{sure.value ? "Keep it" : "Give the card back"}</Press>
        {sure.value && <Press class="big danger" onPress={leave}>Yes, give it back</Press>}
      </div>
    </details>
  );
}
