// The projector: pairings, the clock and the standings for everybody, readable at eight metres.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { listed, t } from "../i18n.ts";
import { Refusal, ask } from "../net/api.ts";
import { connected } from "../net/table_store.ts";
import type { PublicView } from "../types/club.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { Press } from "../ui/press.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { clockFace, clockText, signalText, useSeconds } from "./clock.ts";
import { beforeSlides, scheduleSlides } from "./projector_before.tsx";
import { CardMark } from "./desk_conduct.tsx";
import { NameWall, type WallName } from "./projector_names.tsx";
import { Columns, FEW, Name, ROWS, SHOWN_MS, type Slide, Turning, splitRows } from "./projector_slides.tsx";
import { distinctName, followAsPublic, publicView } from "./public_store.ts";
import { playerCount } from "./words.ts";
import "../ui/game.css";
import "./hall.css";

export function ProjectorPage({ path }: { path: string }) {
  const event = decodeURIComponent(path.split("/")[2] ?? "");
  const says = useSignal("");
  useSeconds();
  useEffect(() => {
    keepAwake();
    says.value = event ? "" : t("This address names no event. Choose one from the list of events.");
    if (!event) return;
    // a stream does not say why it is refused, and would be tried again for ever
    void ask(`/api/club/${encodeURIComponent(event)}/public`)
      .catch((error) => (says.value = refusalText(error)))
      .finally(() => says.value || followAsPublic(event));
  }, [event]);
  const of = publicView.value;
  if (says.value) return <NoEvent says={says.value} />;
  if (!of)
    return (
      <main class="projector" aria-busy="true">
        <p class="p-empty">{connected.value ? "" : t("No connection to the computer of the event")}</p>
      </main>
    );
  return (
    <main class="projector">
      <Head of={of} />
      {hasRoom(of) ? (
        <Turning pages={pagesOf(of)} every={SHOWN_MS} sequence={of.sequence} />
      ) : (
        <NameWall title={wallTitle(of)} names={wallNames(of)} beside={besideNames(of)} sequence={of.sequence} />
      )}
      <HelpButton page="projector" />
      <div class="p-appearance">
        <AppearanceButton />
      </div>
    </main>
  );
}

/** The server's sentence on an event that there is not; empty while nobody answers. */
function refusalText(error: unknown): string {
  return error instanceof Refusal && error.status >= 400 && error.status < 500 ? error.message : "";
}

function NoEvent({ says }: { says: string }) {
  return (
    <main class="projector">
      <div class="p-empty no-event">
        <p role="alert">{says}</p>
        <Press class="big go" data-events onPress={() => location.assign("/club")}>
          {t("To the events")}
        </Press>
      </div>
      <HelpButton page="projector" />
      <div class="p-appearance">
        <AppearanceButton />
      </div>
    </main>
  );
}

function Head({ of }: { of: PublicView }) {
  const face = clockFace(of.clock);
  const called = signalText(face);
  const runs = face.running === "running" || face.running === "over";
  const due = !called ? "none" : runs ? String(face.due) : "paused";
  const ended = of.round === 0 || allPlayed(of);
  return (
    <header class={`p-head due-${ended ? "none" : due}`}>
      <div>
        <h1>{of.title}</h1>
        <p>{stateText(of, ended)}</p>
        <p class="p-called" role="status">
          {connected.value ? (ended ? "" : called) : t("No connection: the clock goes on, the rest may be out of date")}
        </p>
      </div>
      {!ended && <strong class="p-clock">{clockText(face.left_s)}</strong>}
    </header>
  );
}

function stateText(of: PublicView, ended: boolean): string {
  const { round, rounds } = of;
  if (!round) return playerCount(Object.keys(of.players).length);
  if (of.over) return t("Final standings");
  if (of.knockout && !of.elimination && !ended) return t("Round {round} of {rounds}: top cut", { round, rounds });
  return ended
    ? t("Round {round} of {rounds} is over", { round, rounds })
    : of.scenario
      ? t("Round {round} of {rounds}: {scenario}", { round, rounds, scenario: of.scenario })
      : t("Round {round} of {rounds}", { round, rounds });
}

/** Whether all games of the present round are over. */
function allPlayed(of: PublicView): boolean {
  return of.pairings.every(({ points }) => points.length === 2);
}

/** Whether everybody's name has room on each slide. */
function hasRoom(of: PublicView): boolean {
  if (!of.round) return Object.keys(of.players).length <= 3 * ROWS;
  if (allPlayed(of)) return of.standings.lines.length <= 2 * ROWS;
  const pairs = of.pairings.length;
  const waiting = of.byes.length + of.sitting_out.length;
  return Math.max(pairs + waiting, 2 * pairs + of.byes.length) <= ROWS;
}

function pagesOf(of: PublicView): Slide[] {
  if (!of.round)
    return [
      { key: "players", view: () => <Columns title={t("Players")} rows={entrantRows(of)} /> },
      ...teamSlides(of),
      ...beforeSlides(of),
    ];
  if (allPlayed(of))
    return [
      ...teamSlides(of),
      ...standingSlides(of, 2 * ROWS),
      ...placePrizeSlides(of),
      ...(of.over ? prizeSlides(of) : scheduleSlides(of)),
    ];
  const pairings = {
    key: "pairings",
    view: () => (
      <div class="p-beside">
        <Columns title={t("By table")} rows={byTable(of)} />
        <Columns title={t("By name")} rows={byName(of)} />
      </div>
    ),
  };
  return [pairings, ...teamSlides(of), ...standingSlides(of, 2 * ROWS), ...scheduleSlides(of)];
}

function wallTitle(of: PublicView): string {
  return of.round ? t("By name") : t("Players");
}

/** Everybody with what they look for: their table, or their place once the round is over. */
function wallNames(of: PublicView): WallName[] {
  const places = new Map(of.standings.lines.map((line) => [line.player, line.rank ?? "–"]));
  const tables = tablesByPlayer(of);
  const shown = !of.round || allPlayed(of) ? Object.keys(of.players) : tables.keys();
  const found = !of.round ? new Map<string, string | number>() : allPlayed(of) ? places : tables;
  return sortedEntrants(of, [...shown]).map((player) => ({
    name: distinctName(of, player),
    found: found.get(player) ?? "",
  }));
}

function besideNames(of: PublicView): Slide[] {
  if (!of.round) return [...teamSlides(of), ...beforeSlides(of)];
  const tables = allPlayed(of)
    ? []
    : splitRows(byTable(of), FEW).map((rows, part) => ({
        key: `tables-${part}`,
        view: () => <Columns title={t("By table")} rows={rows} />,
      }));
  return [
    ...tables,
    ...teamSlides(of),
    ...standingSlides(of, ROWS),
    ...placePrizeSlides(of),
    ...(of.over ? prizeSlides(of) : scheduleSlides(of)),
  ];
}

/** The prizes for places, which everybody may know before the last round, and their winners after it. */
function placePrizeSlides(of: PublicView): Slide[] {
  if (of.place_prizes.length === 0) return [];
  const rows = of.place_prizes.map(({ place, prize, winners }) => (
    <>
      <b>{place}</b>
      <Name>{winners.length > 0 ? listed(winners) : prize}</Name>
      {winners.length > 0 && <small>{prize}</small>}
    </>
  ));
  return [{ key: "place-prizes", view: () => <Columns title={t("Prizes for places")} rows={rows} /> }];
}

function entrantRows(of: PublicView): ComponentChildren[] {
  return sortedEntrants(of, Object.keys(of.players)).map((player) => (
    <>
      <Name>{distinctName(of, player)}</Name>
      <small>{of.players[player]!.faction}</small>
    </>
  ));
}

function byTable(of: PublicView): ComponentChildren[] {
  return [
    ...of.pairings.map(({ table, pair, points }) => (
      <>
        <b>{table}</b>
        <Name>
          {distinctName(of, pair[0])} <i>–</i> {distinctName(of, pair[1])}
        </Name>
        {points.length === 2 && (
          <small>
            {points[0]} : {points[1]}
          </small>
        )}
      </>
    )),
    ...of.byes.map((player) => (
      <>
        <b>–</b>
        <Name>{distinctName(of, player)}</Name>
        <small>{t("bye")}</small>
      </>
    )),
    ...of.sitting_out.map((player) => (
      <>
        <b>–</b>
        <Name>{distinctName(of, player)}</Name>
        <small>{t("sits out")}</small>
      </>
    )),
  ];
}

function byName(of: PublicView): ComponentChildren[] {
  const tables = tablesByPlayer(of);
  return sortedEntrants(of, [...tables.keys()]).map((player) => (
    <>
      <Name>{distinctName(of, player)}</Name>
      <b>{tables.get(player)}</b>
    </>
  ));
}

/** The table of each player in the present round. */
function tablesByPlayer(of: PublicView): Map<string, string> {
  return new Map([
    ...of.pairings.flatMap(({ table, pair }) => pair.map((player) => [player, String(table)] as const)),
    ...of.byes.map((player) => [player, t("bye")] as const),
    ...of.sitting_out.map((player) => [player, "–"] as const),
  ]);
}

function sortedEntrants(of: PublicView, players: string[]): string[] {
  return [...players].sort((one, other) => distinctName(of, one).localeCompare(distinctName(of, other)));
}

/** The matches that captains pair now, and the teams' table. */
function teamSlides(of: PublicView): Slide[] {
  const { standings, matches, round } = of.teams;
  const table: Slide = {
    key: "teams",
    view: () => (
      <Columns
        title={t("Teams: match points, points of the players")}
        rows={standings.map((row) => (
          <>
            <b>{row.rank}</b>
            <Name>{row.team}</Name>
            <strong>{row.points}</strong>
            <small>{row.scored}</small>
          </>
        ))}
      />
    ),
  };
  const pairing: Slide = {
    key: "team-matches",
    view: () => (
      <Columns
        title={t("Teams of round {round}", { round })}
        rows={matches.map(({ teams, kind }) => (
          <>
            <Name>
              {teams[0]} <i>–</i> {teams[1]}
            </Name>
            <small>{kind ? t("the captains pair") : t("paired")}</small>
          </>
        ))}
      />
    ),
  };
  return [...(matches.length ? [pairing] : []), ...(standings.length ? [table] : [])];
}

function standingSlides(of: PublicView, most: number): Slide[] {
  return of.standings.lines.length
    ? splitRows(of.standings.lines, most).map((lines, part) => standingSlide(of, lines, part))
    : [];
}

/** The winner of each prize whose vote is closed. */
function prizeSlides(of: PublicView): Slide[] {
  const won = of.prizes.filter(({ winners }) => winners.length > 0);
  if (won.length === 0) return [];
  return [
    {
      key: "prizes",
      view: () => (
        <Columns
          title={t("Prizes")}
          rows={won.map(({ prize, winners }) => (
            <>
              <Name>{listed(winners)}</Name>
              <small>{prize}</small>
            </>
          ))}
        />
      ),
    },
  ];
}

function standingSlide(of: PublicView, lines: PublicView["standings"]["lines"], part: number): Slide {
  const rows = lines.map((line) => (
    <>
      <b>{line.rank ?? "–"}</b>
      <Name>
        {distinctName(of, line.player)}
        {line.cards.map((card, at) => (
          <CardMark key={at} card={card} />
        ))}
      </Name>
      <strong>{line.points}</strong>
      <small>{line.tiebreak}</small>
    </>
  ));
  const title = of.over
    ? t("Final standings: points, opponents’ points")
    : t("Standings after round {round}: points, opponents’ points", { round: of.standings.after });
  return { key: `standings-${part}`, view: () => <Columns title={title} rows={rows} /> };
}
