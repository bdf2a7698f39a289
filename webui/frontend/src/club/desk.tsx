// The organiser's desk: the pages of an event, with the clock, the latest entry of the log, undo and redo on each.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, timeText, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { me } from "../net/me.ts";
import type { AuditEntry, JudgeCall, OrganiserView } from "../types/organiser.ts";
import { Banners } from "../ui/banners.tsx";
import { useEnterKey } from "../ui/enter_key.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { showToast, Toasts } from "../ui/toast.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { acts, ActsOfRoom, loadActs } from "./act_form.tsx";
import { clockFace, clockText, serverTime, useSeconds } from "./clock.ts";
import { ClockDesk, ClockJump, playTone, Signal, sounding } from "./desk_clock.tsx";
import { MenuSheet } from "./desk_menu.tsx";
import { EventList } from "./desk_events.tsx";
import { PlayersDesk } from "./desk_players.tsx";
import { RoundDesk } from "./desk_round.tsx";
import { ScoresDesk } from "./desk_scores.tsx";
import { StandingsDesk } from "./desk_standings.tsx";
import { isByTheGuide, wayText } from "./desk_way.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { followAsOrganiser, organiserView } from "./organiser_store.ts";
import { roundCount } from "./words.ts";
import "../ui/game.css";
import "./club.css";

// what the server writes for a role of the page; at the terminal a name is written
const ROLES: Record<string, string> = { organiser: t("organiser"), umpire: t("umpire"), "sign-up": t("sign-up") };

const ROOMS: [string, string, ComponentType<{ of: OrganiserView; rest: string }>][] = [
  ["entrants", t("Players"), PlayersDesk],
  ["round", t("Round"), RoundDesk],
  ["scores", t("Scores"), ScoresDesk],
  ["clock", t("Clock"), ClockDesk],
  ["standings", t("Standings"), StandingsDesk],
  ["log", t("Log"), LogDesk],
];

export function DeskPage({ path }: { path: string }) {
  useEnterKey();
  const [, , id, room, rest] = path.split("/");
  if (!me.value) return null;
  if (!id) return <EventList />;
  return ["table", "umpire"].includes(me.value.role) ? (
    <Desk key={id} id={id} room={room || "entrants"} rest={rest ?? ""} />
  ) : (
    <Barred id={id} />
  );
}

function Barred({ id }: { id: string }) {
  return (
    <main class="club-barred">
      <h1>{t("Only the organiser can open this page")}</h1>
      <p>{t("The organiser joins with the code of the table or of the umpire.")}</p>
      <Press class="big go" onPress={() => openPage(`/projector/${id}`)}>
        {t("Pairings and standings")}
      </Press>
      <Press class="big" onPress={() => openPage("/join")}>
        {t("Join with a code")}
      </Press>
      <Press class="big" onPress={() => openPage("/")}>
        {t("Back to the table")}
      </Press>
    </main>
  );
}

function Desk({ id, room, rest }: { id: string; room: string; rest: string }) {
  useEffect(() => {
    followAsOrganiser(id);
    loadActs();
    keepAwake();
  }, [id]);
  const of = organiserView.value;
  const main = useRef<HTMLElement>(null);
  const roomBefore = useRef(room);
  // Keys and screen readers go on in the page that was opened.
  useLayoutEffect(() => {
    if (roomBefore.current !== room) main.current?.focus({ preventScroll: true });
    roomBefore.current = room;
  }, [room]);
  const Room = ROOMS.find(([name]) => name === room)?.[2] ?? PlayersDesk;
  return (
    <div class="club">
      <Head of={of} id={id} />
      <div class="club-news">
        <Banners />
        {of && <Signal of={of} />}
        {of && Boolean(of.clock.jumped_s) && <ClockJump jumped_s={of.clock.jumped_s} />}
        {of && <JudgeCalls of={of} />}
        {of?.snapshot_fault && (
          <p class="banner">
            {t("The round is stored, but its file could not be written: {fault}", { fault: of.snapshot_fault })}
          </p>
        )}
      </div>
      <nav class="club-rooms" aria-label={t("Pages of the event")}>
        {ROOMS.map(([name, title]) => (
          <Press
            key={name}
            data-room={name}
            aria-current={name === room ? "page" : undefined}
            onPress={() => openPage(`/club/${id}/${name}`)}
          >
            {title}
            {of && <Mark of={of} room={name} />}
          </Press>
        ))}
      </nav>
      <main class="club-room" key={room} ref={main} tabIndex={0}>
        {of && acts.value ? (
          <>
            <Room of={of} rest={rest} />
            <ActsOfRoom room={room} />
          </>
        ) : (
          <p class="lead" role="status">
            {t("Loading the event …")}
          </p>
        )}
      </main>
      {of && <Last of={of} />}
      <Toasts />
    </div>
  );
}

/** How much there is to do on a page. */
function Mark({ of, room }: { of: OrganiserView; room: string }) {
  const open = of.games.filter((game) => game.stands !== "over").length;
  const disputed = of.games.filter((game) => game.stands === "disputed").length;
  if (room === "scores" && disputed)
    return (
      <b class="mark" aria-label={tn("{n} game in dispute", "{n} games in dispute", disputed)}>
        ! {disputed}
      </b>
    );
  if (room === "scores" && open)
    return (
      <b class="mark" aria-label={tn("{n} game in progress", "{n} games in progress", open)}>
        {open}
      </b>
    );
  if (room === "round" && of.draft)
    return (
      <b class="mark" aria-label={t("a draft")}>
        ✎
      </b>
    );
  return room === "entrants" ? <b class="mark">{of.advice.players}</b> : null;
}

function Head({ of, id }: { of: OrganiserView | null; id: string }) {
  const menu = useSignal(false);
  return (
    <header class="club-head">
      <Press class="club-back" aria-label={t("All events")} onPress={() => openPage("/club")}>
        ‹
      </Press>
      <div>
        <h1>{of?.title ?? t("Event")}</h1>
        {of && <p>{progressText(of)}</p>}
      </div>
      {of?.games.some((game) => game.stands !== "over") && (
        <Press class="club-face" onPress={() => openPage(`/club/${id}/clock`)}>
          <SmallFace of={of} />
        </Press>
      )}
      <HelpButton page="desk" />
      <Press
        class="menu-button"
        data-menu
        aria-label={t("More: projector, print, exports, join")}
        onPress={() => (menu.value = true)}
      >
        ☰
      </Press>
      {menu.value && <MenuSheet id={id} onClose={() => (menu.value = false)} />}
    </header>
  );
}

function progressText(of: OrganiserView): string {
  if (of.over) return t("All rounds have been played");
  if (of.drawn.at(-1)?.knockout && of.way.cut)
    return t("Round {round} of {rounds}: top cut", { round: of.round, rounds: of.rounds });
  if (of.round) return t("Round {round} of {rounds}", { round: of.round, rounds: of.rounds });
  if (!of.rounds) return of.entrants.length ? wayText(of.way) : t("No players yet");
  return isByTheGuide(of.way)
    ? tn("{n} round by the guide", "{n} rounds by the guide", of.rounds)
    : t("{rounds}: {way}", { rounds: roundCount(of.rounds), way: wayText(of.way) });
}

function SmallFace({ of }: { of: OrganiserView }) {
  useSeconds();
  const face = clockFace(of.clock);
  return (
    <>
      {clockText(face.left_s)}
      {face.running === "paused" && <small> {t("paused")}</small>}
      {face.running === "waiting" && <small> {t("not started")}</small>}
    </>
  );
}

/** The latest entry of the log, and undo and redo, each after a look at what it changes. */
function Last({ of }: { of: OrganiserView }) {
  const shown = useSignal<"undo" | "redo" | null>(null);
  return (
    <footer class="club-last">
      <p>
        {of.undo ? (
          <>
            <small>{doerName(of.undo.by)}</small> {of.undo.sentence}
          </>
        ) : (
          <small>{t("Nothing has been done yet")}</small>
        )}
      </p>
      <Press data-undo disabled={!of.undo} onPress={() => (shown.value = "undo")}>
        <span aria-hidden="true">↶</span> {t("Undo …")}
      </Press>
      <Press data-redo disabled={!of.redo} onPress={() => (shown.value = "redo")}>
        <span aria-hidden="true">↷</span> {t("Redo …")}
      </Press>
      {shown.value && <UndoSheet of={of} which={shown.value} onClose={() => (shown.value = null)} />}
    </footer>
  );
}

function UndoSheet({ of, which, onClose }: { of: OrganiserView; which: "undo" | "redo"; onClose: () => void }) {
  const mutation = useMutation();
  const meant = useSignal(of[which]).value;
  const redo = which === "redo";
  // the entry to redo is the one of an undo: what it undid comes back
  const changed = redo ? of.audit.filter((entry) => meant?.undoes.includes(entry.line)) : meant ? [meant] : [];
  const confirm = async (): Promise<void> => {
    if (await mutation.send(`/api/club/${of.id}/${which}`, { line: meant!.line })) onClose();
  };
  return (
    <Sheet title={redo ? t("Redo this?") : t("Undo this?")} onClose={onClose}>
      <ul class="acts">
        {changed.map((entry) => (
          <li key={entry.line}>
            <b>{entry.line}</b>
            <span>
              <small>{doerName(entry.by)}</small> {entry.sentence}
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">{redo ? t("It stays in the log.") : t("It stays in the log, marked as undone.")}</p>
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>
          {t("Cancel")}
        </Press>
        <Press class="big go" data-yes disabled={mutation.busy} onPress={() => void confirm()}>
          {redo ? t("Redo") : t("Undo")}
        </Press>
      </div>
    </Sheet>
  );
}

/** Tables that ask for a judge, on every page of the desk until somebody goes there. */
function JudgeCalls({ of }: { of: OrganiserView }) {
  const before = useRef(of.calls.length);
  useEffect(() => {
    if (of.calls.length > before.current && sounding.peek()) playTone();
    before.current = of.calls.length;
  }, [of.calls.length]);
  return (
    <div role="alert">
      {of.calls.map((call) => (
        <Call key={call.table} call={call} />
      ))}
    </div>
  );
}

function Call({ call }: { call: JudgeCall }) {
  useSeconds();
  const mutation = useMutation();
  const waited = clockText(Math.max(0, serverTime() - call.time));
  return (
    <div class="judge-call" data-call={call.table}>
      <p>
        <b>{t("Table {table} asks for a judge", { table: call.table })}</b>{" "}
        <small>{t("{player}, for {time}", { player: call.name, time: waited })}</small>
        {call.text && <span data-question> “{call.text}”</span>}
      </p>
      <Press
        class="big"
        data-take={call.table}
        disabled={mutation.busy}
        onPress={() => void mutation.act("take_call", { table: call.table })}
      >
        {t("I am going there")}
      </Press>
      <Says mutation={mutation} />
    </div>
  );
}

/** The log: who did what and when; undone entries stay, struck out and marked. */
function LogDesk({ of }: { of: OrganiserView }) {
  const showAll = useSignal(false);
  const wholeLog = useSignal<AuditEntry[]>([]);
  const entries = wholeLog.value.length ? wholeLog.value : of.audit;
  useEffect(() => {
    if (!showAll.value) return;
    ask<{ audit: AuditEntry[] }>(`/api/club/${of.id}/log`).then(
      ({ audit }) => (wholeLog.value = audit),
      (error: Error) => showToast(error.message),
    );
  }, [showAll.value, of.sequence]);
  return (
    <div class="club-page">
      <ul class="acts">
        {entries.map((entry) => (
          <li key={entry.line} class={entry.counts ? "" : "undone"}>
            <b>{entry.line}</b>
            <span>
              <small>{doerName(entry.by)}</small> {entry.sentence}
              {!entry.counts && <em>{t("undone")}</em>}
            </span>
            <small>{timeText(entry.at, { hour: "2-digit", minute: "2-digit" })}</small>
          </li>
        ))}
      </ul>
      {entries.length > 0 && entries.at(-1)!.line > 1 && (
        <Press class="big" data-earlier onPress={() => (showAll.value = true)}>
          {t("Show earlier entries")}
        </Press>
      )}
    </div>
  );
}

/** Who did what a line of the log says. */
function doerName(by: string): string {
  return ROLES[by] ?? by;
}
