// The organiser's desk: an event's pages with what is always there: the clock, what was done last, and the way back.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { me } from "../net/me.ts";
import type { OrganiserView } from "../types/club.ts";
import { Banners } from "../ui/banners.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Toasts } from "../ui/toast.tsx";
import { keepAwake } from "../ui/wake_lock.ts";
import { clockFace, clockText, useSeconds } from "./clock.ts";
import { ClockDesk, Signal } from "./desk_clock.tsx";
import { LogDesk } from "./desk_log.tsx";
import { MenuSheet } from "./desk_menu.tsx";
import { Nights } from "./desk_nights.tsx";
import { PlayersDesk } from "./desk_players.tsx";
import { RoundDesk } from "./desk_round.tsx";
import { ScoresDesk } from "./desk_scores.tsx";
import { StandingsDesk } from "./desk_standings.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { countOf, followAsOrganiser, organiserView } from "./organiser_store.ts";
import "../ui/game.css";
import "./club.css";

const ROOMS: [string, string, ComponentType<{ of: OrganiserView; rest: string }>][] = [
  ["entrants", "Players", PlayersDesk],
  ["round", "Round", RoundDesk],
  ["scores", "Scores", ScoresDesk],
  ["clock", "Clock", ClockDesk],
  ["standings", "Standings", StandingsDesk],
  ["log", "Log", LogDesk],
];

export function DeskPage({ path }: { path: string }) {
  const [, , id, room, rest] = path.split("/");
  if (!me.value) return null;
  if (!id) return <Nights />;
  return ["table", "umpire"].includes(me.value.role) ? <Desk key={id} id={id} room={room || "entrants"} rest={rest ?? ""} /> : <Barred id={id} />;
}

function Barred({ id }: { id: string }) {
  return (
    <main class="club-barred">
      <h1>Only the organiser gets to this desk</h1>
      <p>The codes of the table and of the umpire are the organiser’s.</p>
      <Press class="big go" onPress={() => openPage(`/projector/${id}`)}>Pairings and standings</Press>
      <Press class="big" onPress={() => openPage("/join")}>Join with a code</Press>
      <Press class="big" onPress={() => openPage("/")}>To the table</Press>
    </main>
  );
}

function Desk({ id, room, rest }: { id: string; room: string; rest: string }) {
  useEffect(() => {
    followAsOrganiser(id);
    keepAwake();
  }, [id]);
  const of = organiserView.value;
  const Room = ROOMS.find(([name]) => name === room)?.[2] ?? PlayersDesk;
  return (
    <div class="club">
      <Head of={of} id={id} />
      <div class="club-news">
        <Banners />
        {of && <Signal of={of} />}
        {of?.snapshot_fault && <p class="banner">The round is kept, but not as a file: {of.snapshot_fault}</p>}
      </div>
      <nav class="club-rooms" aria-label="Pages of the event">
        {ROOMS.map(([name, title]) => (
          <Press key={name} data-room={name} aria-current={name === room ? "page" : undefined} onPress={() => openPage(`/club/${id}/${name}`)}>
            {title}
            {of && <Mark of={of} room={name} />}
          </Press>
        ))}
      </nav>
      <main class="club-room" key={room} tabIndex={0}>{of ? <Room of={of} rest={rest} /> : <p class="lead" role="status">Looking for the event …</p>}</main>
      {of && <Last of={of} />}
      <Toasts />
    </div>
  );
}

/** What waits in a room. */
function Mark({ of, room }: { of: OrganiserView; room: string }) {
  const open = of.games.filter((game) => game.stands !== "over").length;
  const disputed = of.games.filter((game) => game.stands === "disputed").length;
  if (room === "scores" && disputed) return <b class="mark" aria-label={`${disputed} in dispute`}>! {disputed}</b>;
  if (room === "scores" && open) return <b class="mark" aria-label={`${open} still playing`}>{open}</b>;
  if (room === "round" && of.draft) return <b class="mark" aria-label="a draft">✎</b>;
  return room === "entrants" ? <b class="mark">{of.advice.players}</b> : null;
}

function Head({ of, id }: { of: OrganiserView | null; id: string }) {
  const menu = useSignal(false);
  return (
    <header class="club-head">
      <Press class="club-back" aria-label="All events" onPress={() => openPage("/club")}>‹</Press>
      <div>
        <h1>{of?.title ?? "Event"}</h1>
        {of && <p>{of.over ? "All rounds are played" : of.round ? `Round ${of.round} of ${of.rounds}` : of.rounds ? `${countOf(of.rounds, "round")} by the guide` : "Nobody has entered yet"}</p>}
      </div>
      {of?.games.some((game) => game.stands !== "over") && <Press class="club-face" onPress={() => openPage(`/club/${id}/clock`)}><SmallFace of={of} /></Press>}
      <Press class="menu-button" data-menu aria-label="More: projector, print, exports, join" onPress={() => (menu.value = true)}>☰</Press>
      {menu.value && <MenuSheet id={id} onClose={() => (menu.value = false)} />}
    </header>
  );
}

function SmallFace({ of }: { of: OrganiserView }) {
  useSeconds();
  const face = clockFace(of.clock);
  return <>{clockText(face.left_s)}{face.running === "paused" && <small> paused</small>}{face.running === "waiting" && <small> waits</small>}</>;
}

/** What was done last, and taking it back after having read it. */
function Last({ of }: { of: OrganiserView }) {
  const shown = useSignal<"undo" | "redo" | null>(null);
  return (
    <footer class="club-last">
      <p>{of.undo ? <><small>{of.undo.by}</small> {of.undo.said}</> : <small>Nothing was done yet</small>}</p>
      <Press data-undo disabled={!of.undo} onPress={() => (shown.value = "undo")}><span aria-hidden="true">↶</span> Undo …</Press>
      <Press data-redo disabled={!of.redo} onPress={() => (shown.value = "redo")}><span aria-hidden="true">↷</span> Redo …</Press>
      {shown.value && <Back of={of} which={shown.value} onClose={() => (shown.value = null)} />}
    </footer>
  );
}

function Back({ of, which, onClose }: { of: OrganiserView; which: "undo" | "redo"; onClose: () => void }) {
  const mutation = useMutation();
  const act = useSignal(of[which]).value;
  const again = which === "redo";
  // of an undoing, what it took back is what comes again
  const meant = again ? of.audit.filter((entry) => !entry.counts && act?.said.match(/\d+/g)?.includes(String(entry.line))) : act ? [act] : [];
  const back = async (): Promise<void> => {
    if (await mutation.send(`/api/club/${of.id}/${which}`, { line: act!.line })) onClose();
  };
  return (
    <Sheet title={again ? "Do it again?" : "Take it back?"} onClose={onClose}>
      <ul class="acts">{meant.map((entry) => <li key={entry.line}><b>{entry.line}</b><span><small>{entry.by}</small> {entry.said}</span></li>)}</ul>
      <p class="hint">It stays in the log{again ? "" : ", marked as taken back"}.</p>
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy} onPress={() => void back()}>{again ? "Do it again" : "Take it back"}</Press>
      </div>
    </Sheet>
  );
}
