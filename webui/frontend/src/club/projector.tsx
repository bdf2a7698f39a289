// The projector: pairings, the clock and the standings for everybody, readable at eight metres.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { connected } from "../net/table_store.ts";
import type { PublicView } from "../types/club.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { clockFace, clockText, signalText, useSeconds } from "./clock.ts";
import { distinctName, followAsPublic, publicView } from "./public_store.ts";
import { playerCount } from "./words.ts";
import "../ui/game.css";
import "./hall.css";

// A reader who looks for one name gets to the end of a page in this time.
const SHOWN_MS = 12_000;
// The rows that fit under the clock in letters of a twenty-fifth of the screen's height.
const ROWS = 10;
const FEW = 7;

interface Slide {
  key: string;
  view: () => ComponentChildren;
}

export function ProjectorPage({ path }: { path: string }) {
  const event = decodeURIComponent(path.split("/")[2] ?? "");
  useSeconds();
  useEffect(() => {
    followAsPublic(event);
    keepAwake();
  }, [event]);
  const of = publicView.value;
  if (!of) return <main class="projector" aria-busy="true"><p class="p-empty">{connected.value ? "" : t("No connection to the computer of the event")}</p></main>;
  return (
    <main class="projector">
      <Head of={of} />
      <Turning pages={pagesOf(of)} sequence={of.sequence} />
      <div class="p-appearance"><AppearanceButton /></div>
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
        <p class="p-called" role="status">{connected.value ? (ended ? "" : called) : t("No connection: the clock goes on, the rest may be old")}</p>
      </div>
      {!ended && <strong class="p-clock">{clockText(face.left_s)}</strong>}
    </header>
  );
}

function stateText(of: PublicView, ended: boolean): string {
  const { round, rounds } = of;
  if (!round) return playerCount(Object.keys(of.players).length);
  if (of.over) return t("Final standings");
  return ended ? t("Round {round} of {rounds} is over", { round, rounds }) : t("Round {round} of {rounds}", { round, rounds });
}

/** Whether all games of the present round are over. */
function allPlayed(of: PublicView): boolean {
  return of.pairings.every(({ points }) => points.length === 2);
}

/** Page after page, all day, without animations. */
function Turning({ pages, sequence }: { pages: Slide[]; sequence: number }) {
  const turn = useSignal(0);
  // names are measured again when the content or the width changes
  const width = useSignal(innerWidth);
  useEffect(() => {
    const timer = setInterval(() => (turn.value += 1), SHOWN_MS);
    const keepWidth = (): void => void (width.value = innerWidth);
    addEventListener("resize", keepWidth);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", keepWidth);
    };
  }, []);
  const at = turn.value % pages.length;
  return (
    <>
      <section key={`${pages[at]!.key} ${width.value} ${sequence}`} class="p-page" data-page={pages[at]!.key}>{pages[at]!.view()}</section>
      <p class="p-pages" aria-hidden="true">{pages.length > 1 && pages.map((page, number) => <i key={page.key} class={number === at ? "now" : ""} />)}</p>
    </>
  );
}

/** The slides. Both lists of the pairings share one if they have room beside each other. */
function pagesOf(of: PublicView): Slide[] {
  const table = of.standings.lines.length ? splitRows(of.standings.lines, 2 * ROWS).map((lines, part) => standingSlide(of, lines, part)) : [];
  if (!of.round) return splitRows(entrantRows(of), 3 * ROWS).map((rows, part) => ({ key: `players-${part}`, view: () => <Columns title={t("Players")} rows={rows} /> }));
  if (allPlayed(of)) return table;
  const beside = Math.max(of.pairings.length + of.byes.length + of.sitting_out.length, 2 * of.pairings.length + of.byes.length) <= ROWS;
  const tables = byTable(of);
  const names = byName(of);
  const pairings = beside
    ? [{ key: "pairings", view: () => <div class="p-beside"><Columns title={t("By table")} rows={tables} /><Columns title={t("By name")} rows={names} /></div> }]
    : [
        ...splitRows(tables, 2 * ROWS).map((rows, part) => ({ key: `tables-${part}`, view: () => <Columns title={t("By table")} rows={rows} /> })),
        ...splitRows(names, 3 * ROWS).map((rows, part) => ({ key: `names-${part}`, view: () => <Columns title={t("By name")} rows={rows} /> })),
      ];
  return [...pairings, ...table];
}

function entrantRows(of: PublicView): ComponentChildren[] {
  return sortedEntrants(of, Object.keys(of.players)).map((player) => <><Name>{distinctName(of, player)}</Name><small>{of.players[player]!.faction}</small></>);
}

function byTable(of: PublicView): ComponentChildren[] {
  return [
    ...of.pairings.map(({ table, pair, points }) => (
      <>
        <b>{table}</b>
        <Name>{distinctName(of, pair[0])} <i>–</i> {distinctName(of, pair[1])}</Name>
        {points.length === 2 && <small>{points[0]} : {points[1]}</small>}
      </>
    )),
    ...of.byes.map((player) => <><b>–</b><Name>{distinctName(of, player)}</Name><small>{t("bye")}</small></>),
    ...of.sitting_out.map((player) => <><b>–</b><Name>{distinctName(of, player)}</Name><small>{t("sits out")}</small></>),
  ];
}

function byName(of: PublicView): ComponentChildren[] {
  const tables = new Map(of.pairings.flatMap(({ table, pair }) => pair.map((player) => [player, String(table)] as const)));
  const playing = [...tables.keys(), ...of.byes, ...of.sitting_out];
  return sortedEntrants(of, playing).map((player) => (
    <>
      <Name>{distinctName(of, player)}</Name>
      <b>{tables.get(player) ?? (of.byes.includes(player) ? t("bye") : "–")}</b>
    </>
  ));
}

function sortedEntrants(of: PublicView, players: string[]): string[] {
  return [...players].sort((one, other) => distinctName(of, one).localeCompare(distinctName(of, other)));
}

function standingSlide(of: PublicView, lines: PublicView["standings"]["lines"], part: number): Slide {
  const rows = lines.map((line) => (
    <>
      <b>{line.rank ?? "–"}</b>
      <Name>{distinctName(of, line.player)}</Name>
      <strong>{line.points}</strong>
      <small>{line.tiebreak}</small>
    </>
  ));
  const title = of.over ? t("Final standings: points, opponents’ points") : t("Standings after round {round}: points, opponents’ points", { round: of.standings.after });
  return { key: `standings-${part}`, view: () => <Columns title={title} rows={rows} /> };
}

/** Rows in as few columns as possible, so that names have room; a few rows are larger. */
function Columns({ title, rows }: { title: string; rows: ComponentChildren[] }) {
  return (
    <div class="p-part">
      <h2>{title}</h2>
      <ol class={`p-rows columns-${Math.ceil(rows.length / ROWS)} ${rows.length <= FEW ? "few" : ""}`}>
        {rows.map((row, number) => <li key={number}>{row}</li>)}
      </ol>
    </div>
  );
}

/** A name as large as fits: on one line, on one line in smaller letters, or on two in the smallest. */
function Name({ children }: { children: ComponentChildren }) {
  const name = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { classList, scrollWidth, clientWidth } = name.current!;
    if (scrollWidth > clientWidth) classList.add("less");
    if (name.current!.scrollWidth > name.current!.clientWidth) classList.replace("less", "least");
  }, []);
  return <span ref={name}>{children}</span>;
}

/** Parts of about the same length: a page with only a name or two would keep everybody else waiting. */
function splitRows<T>(rows: T[], most: number): T[][] {
  const parts = Math.max(1, Math.ceil(rows.length / most));
  const length = Math.ceil(rows.length / parts);
  return Array.from({ length: parts }, (_, part) => rows.slice(part * length, (part + 1) * length));
}
