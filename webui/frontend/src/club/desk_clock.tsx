// The clock of the round under the organiser's hands: the server's, so that every screen shows the same.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { OrganiserView, RoundGame } from "../types/club.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { clockFace, clockText, signalText, useSeconds } from "./clock.ts";
import { type Mutation, Reason, Says, useMutation } from "./mutations.tsx";
import { countOf } from "./organiser_store.ts";

const MINUTE_S = 60;
const LONGEST_MIN = 80;

const sounding = signal(localStorage.getItem("club-sound") === "on");

/** The signal that came last, across the whole screen: colour and words, and a tone where that is wanted. */
export function Signal({ of }: { of: OrganiserView }) {
  useSeconds();
  const face = clockFace(of.clock);
  // once all cards are in, nobody waits for it
  const said = of.games.some((game) => game.stands !== "over") ? signalText(face) : "";
  const before = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    const fresh = before.current !== undefined && face.due !== null && face.due !== before.current;
    before.current = face.due;
    if (fresh && sounding.value) tone();
  }, [face.due]);
  const kind = face.running === "paused" ? "paused" : `due-${face.due}`;
  return <div role="status">{said && <p class={`signal ${kind}`} data-signal={face.running === "paused" ? "paused" : face.due}>{said}</p>}</div>;
}

function tone(): void {
  const sound = new AudioContext();
  const [voice, volume] = [sound.createOscillator(), sound.createGain()];
  volume.gain.value = 0.15;
  voice.frequency.value = 520;
  voice.connect(volume).connect(sound.destination);
  voice.onended = () => void sound.close();
  voice.start();
  voice.stop(sound.currentTime + 0.6);
}

export function ClockDesk({ of }: { of: OrganiserView }) {
  useSeconds();
  const mutation = useMutation();
  const length = useSignal(false);
  const table = useSignal<number | null>(null);
  const face = clockFace(of.clock);
  const game = of.games.find((played) => played.table === table.value);
  return (
    <div class="club-page clock-desk">
      <section class="club-form">
        <h2>{of.round ? `Round ${of.round}` : "Before round 1"}, {countOf(of.clock.length_s / MINUTE_S, "minute")}{of.clock.added_s ? `, ${minutes(of.clock.added_s)} for everybody` : ""}</h2>
        <p class={`big-face ${face.running}`} data-face={face.running}>{clockText(face.left_s)}</p>
        <p class="lead">{said(face.running)}</p>
        {of.round > 0 && <Hands mutation={mutation} running={face.running} />}
        <Says mutation={mutation} />
      </section>
      <section class="club-form">
        {of.games.length > 0 && <h2>Time of a single table</h2>}
        <ul class="club-list">
          {of.games.map((played) => (
            <li key={played.table}>
              <Press class="club-row" data-extra={played.table} onPress={() => (table.value = played.table)}>
                <b class="tag">{played.table}</b>
                <span class="name"><b>{played.players[0].name} against {played.players[1].name}</b><small>{played.stands === "over" ? "over" : played.extra_s ? minutes(played.extra_s) : "as everybody"}</small></span>
                <strong>{clockText(clockFace(of.clock, played.table).left_s)}</strong>
              </Press>
            </li>
          ))}
        </ul>
        <Press class="big" data-length onPress={() => (length.value = true)}>Rounds last {countOf(of.minutes, "minute")} …</Press>
        <div class="choice" role="group" aria-label="Signals">
          <Press aria-pressed={sounding.value} onPress={() => { sounding.value = !sounding.value; localStorage.setItem("club-sound", sounding.value ? "on" : "off"); if (sounding.value) tone(); }}>Sound at 15, 10, 5 minutes and the end</Press>
        </div>
      </section>
      {length.value && <LengthSheet of={of} onClose={() => (length.value = false)} />}
      {game && <ExtraSheet game={game} onClose={() => (table.value = null)} />}
    </div>
  );
}

function Hands({ mutation, running }: { mutation: Mutation; running: string }) {
  const add = (seconds: number) => () => void mutation.act("extend", { seconds });
  return (
    <>
      {running === "waiting" && <Press class="big go" data-start disabled={mutation.busy} onPress={() => void mutation.act("start")}>Start the clock</Press>}
      {running === "paused" && <Press class="big go" data-resume disabled={mutation.busy} onPress={() => void mutation.act("resume")}>Go on</Press>}
      {(running === "running" || running === "over") && <Press class="big" data-pause disabled={mutation.busy} onPress={() => void mutation.act("pause")}>Pause</Press>}
      <div class="one-of" role="group" aria-label="Time for everybody">
        {[-1, 1, 5, 10].map((added) => <Press key={added} class="big" data-add={added} disabled={mutation.busy} onPress={add(added * MINUTE_S)}>{added > 0 ? `+${added}` : `−${-added}`} min</Press>)}
      </div>
    </>
  );
}

function said(running: string): string {
  if (running === "waiting") return "The clock waits for you.";
  return running === "paused" ? "The clock is paused." : running === "over" ? "Time is up." : "The round runs.";
}

function minutes(seconds: number): string {
  const whole = seconds % MINUTE_S === 0 ? countOf(Math.abs(seconds) / MINUTE_S, "minute") : `${clockText(Math.abs(seconds))} minutes`;
  return `${whole} ${seconds > 0 ? "more" : "less"}`;
}

function ExtraSheet({ game, onClose }: { game: RoundGame; onClose: () => void }) {
  const reason = useSignal("");
  const mutation = useMutation();
  const who = `${game.players[0].name} against ${game.players[1].name}`;
  const add = (added: number) => async () => {
    if (await mutation.act("extend", { seconds: added * MINUTE_S, table: game.table, reason: reason.value }, `Table ${game.table}: ${minutes(added * MINUTE_S)}`)) onClose();
  };
  return (
    <Sheet title={`Time of table ${game.table}: ${who}`} onClose={onClose}>
      <Reason usual={["a ruling took long", "they began late"]} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="one-of" role="group" aria-label={`Time of table ${game.table}`}>
        {[1, 2, 5, 10, -1].map((added) => <Press key={added} class="big" data-add={added} disabled={mutation.busy} onPress={() => void add(added)()}>{added > 0 ? `+${added}` : `−${-added}`} min</Press>)}
      </div>
    </Sheet>
  );
}

function LengthSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const length = useSignal(of.minutes);
  const reason = useSignal("");
  const mutation = useMutation();
  const set = async (): Promise<void> => {
    if (await mutation.act("length", { minutes: length.value, reason: reason.value })) onClose();
  };
  return (
    <Sheet title="How long rounds last" onClose={onClose}>
      <p class="lead">From now on; the present round too while its clock waits. More than {LONGEST_MIN} minutes only for a reason.</p>
      <div class="stepper" role="group" aria-label="Minutes">
        <span>Minutes</span>
        <Press class="key" rest={90} aria-label="Five minutes less" disabled={length.value <= 5} onPress={() => (length.value -= 5)}>−5</Press>
        <output>{length.value}</output>
        <Press class="key" rest={90} aria-label="Five minutes more" onPress={() => (length.value += 5)}>+5</Press>
      </div>
      <Reason usual={["the club closes early", "large forces"]} value={reason.value} onChange={(why) => (reason.value = why)} />
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big" onPress={onClose}>Leave it</Press>
        <Press class="big go" data-yes disabled={mutation.busy} onPress={() => void set()}>Rounds of {countOf(length.value, "minute")}</Press>
      </div>
    </Sheet>
  );
}
