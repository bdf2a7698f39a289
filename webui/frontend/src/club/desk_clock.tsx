// The organiser's page for the clock of the round: the server's clock, so that every screen shows the same.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { listed, t, tn } from "../i18n.ts";
import type { OrganiserView, RoundGame } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { signed } from "../ui/words.ts";
import { ActSheet } from "./act_form.tsx";
import { clockFace, clockText, signalText, useSeconds } from "./clock.ts";
import { AnnounceRow } from "./desk_public.tsx";
import { ScheduleRow } from "./desk_schedule.tsx";
import { type Mutation, Reason, Says, useMutation } from "./mutations.tsx";
import { minuteCount } from "./words.ts";

const MINUTE_S = 60;

export const sounding = signal(localStorage.getItem("club-sound") === "on");

/** The latest signal, across the whole screen: in colour and words, and with a tone if the organiser wants one. */
export function Signal({ of }: { of: OrganiserView }) {
  useSeconds();
  const face = clockFace(of.clock);
  // once all results are entered, nobody waits for the clock
  const says = of.games.some((game) => game.stands !== "over") ? signalText(face) : "";
  const dueBefore = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    const isNew = dueBefore.current !== undefined && face.due !== null && face.due !== dueBefore.current;
    dueBefore.current = face.due;
    if (isNew && sounding.value) playTone();
  }, [face.due]);
  const kind = face.running === "paused" ? "paused" : `due-${face.due}`;
  return (
    <div role="status">
      {says && (
        <p class={`signal ${kind}`} data-signal={face.running === "paused" ? "paused" : face.due}>
          {says}
        </p>
      )}
    </div>
  );
}

/** Asks what counts after the server's own clock was set, by a time server for instance. */
export function ClockJump({ jumped_s }: { jumped_s: number }) {
  const mutation = useMutation();
  const time = clockText(Math.abs(jumped_s));
  const settle = (taken: boolean) => () => void mutation.act("settle_jump", { taken });
  return (
    <div class="banner clock-jump" role="status">
      <p>
        {jumped_s > 0
          ? t("The clock of this computer was set forward by {time} minutes. The round keeps the time it has left.", {
              time,
            })
          : t("The clock of this computer was set back by {time} minutes. The round keeps the time it has left.", {
              time,
            })}
      </p>
      <div class="one-of" role="group" aria-label={t("Time of the round")}>
        <Press data-jump="keep" disabled={mutation.busy} onPress={settle(false)}>
          {t("Keep it")}
        </Press>
        <Press data-jump="take" disabled={mutation.busy} onPress={settle(true)}>
          {t("End by the new time")}
        </Press>
      </div>
      <Says mutation={mutation} />
    </div>
  );
}

export function playTone(): void {
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
        <h2>{headingText(of)}</h2>
        <p class={`big-face ${face.running}`} data-face={face.running}>
          {clockText(face.left_s)}
        </p>
        <p class="lead">{stateText(face.running)}</p>
        {of.round > 0 && <ClockButtons mutation={mutation} running={face.running} />}
        <Says mutation={mutation} />
      </section>
      <section class="club-form">
        {of.games.length > 0 && <h2>{t("Time of a single table")}</h2>}
        <ul class="club-list">
          {of.games.map((played) => (
            <li key={played.table}>
              <Press class="club-row" data-extra={played.table} onPress={() => (table.value = played.table)}>
                <b class="tag">{played.table}</b>
                <span class="name">
                  <b>
                    {t("{player} against {other}", { player: played.players[0].name, other: played.players[1].name })}
                  </b>
                  <small>
                    {played.stands === "over"
                      ? t("over")
                      : played.extra_s
                        ? addedText(played.extra_s)
                        : t("same as everybody")}
                  </small>
                </span>
                <strong>{clockText(clockFace(of.clock, played.table).left_s)}</strong>
              </Press>
            </li>
          ))}
        </ul>
        <Press class="big" data-length onPress={() => (length.value = true)}>
          {tn("Rounds last {n} minute …", "Rounds last {n} minutes …", of.minutes)}
        </Press>
        <ScheduleRow of={of} />
        <AnnounceRow of={of} />
        <div class="choice" role="group" aria-label={t("Signals")}>
          <Press
            aria-pressed={sounding.value}
            onPress={() => {
              sounding.value = !sounding.value;
              localStorage.setItem("club-sound", sounding.value ? "on" : "off");
              if (sounding.value) playTone();
            }}
          >
            {t("Sound at {minutes} minutes and at the end", {
              minutes: listed(of.clock.signals_min.filter(Boolean).map(String)),
            })}
          </Press>
        </div>
      </section>
      {length.value && <LengthSheet of={of} onClose={() => (length.value = false)} />}
      {game && <ExtraSheet game={game} onClose={() => (table.value = null)} />}
    </div>
  );
}

function ClockButtons({ mutation, running }: { mutation: Mutation; running: string }) {
  const add = (seconds: number) => () => void mutation.act("extend", { seconds });
  return (
    <>
      {running === "waiting" && (
        <Press class="big go" data-start disabled={mutation.busy} onPress={() => void mutation.act("start")}>
          {t("Start the clock")}
        </Press>
      )}
      {running === "paused" && (
        <Press class="big go" data-resume disabled={mutation.busy} onPress={() => void mutation.act("resume")}>
          {t("Resume")}
        </Press>
      )}
      {(running === "running" || running === "over") && (
        <Press class="big" data-pause disabled={mutation.busy} onPress={() => void mutation.act("pause")}>
          {t("Pause")}
        </Press>
      )}
      <div class="one-of" role="group" aria-label={t("Time for everybody")}>
        {[-1, 1, 5, 10].map((added) => (
          <Press key={added} class="big" data-add={added} disabled={mutation.busy} onPress={add(added * MINUTE_S)}>
            {t("{minutes} min", { minutes: signed(added) })}
          </Press>
        ))}
      </div>
    </>
  );
}

function stateText(running: string): string {
  if (running === "waiting") return t("The clock has not started.");
  if (running === "paused") return t("The clock is paused.");
  return running === "over" ? t("Time is up.") : t("The clock is running.");
}

function headingText(of: OrganiserView): string {
  const length = minuteCount(of.clock.length_s / MINUTE_S);
  const heading = of.round
    ? t("Round {round}, {length}", { round: of.round, length })
    : t("Before round 1, {length}", { length });
  return of.clock.added_s
    ? t("{heading}, {added} for everybody", { heading, added: addedText(of.clock.added_s) })
    : heading;
}

/** `5 minutes more`, `1:30 less`. */
function addedText(seconds: number): string {
  const many = Math.abs(seconds);
  const time = seconds % MINUTE_S === 0 ? minuteCount(many / MINUTE_S) : clockText(many);
  return seconds > 0 ? t("{time} more", { time }) : t("{time} less", { time });
}

function ExtraSheet({ game, onClose }: { game: RoundGame; onClose: () => void }) {
  const reason = useSignal("");
  const mutation = useMutation();
  const { table, players } = game;
  const add = (added: number) => async () => {
    if (
      await mutation.act(
        "extend",
        { seconds: added * MINUTE_S, table: game.table, reason: reason.value },
        t("Table {table}: {added}", { table, added: addedText(added * MINUTE_S) }),
      )
    )
      onClose();
  };
  return (
    <Sheet
      title={t("Time of table {table}: {player} against {other}", {
        table,
        player: players[0].name,
        other: players[1].name,
      })}
      onClose={onClose}
    >
      <Reason
        usual={[t("a ruling took long"), t("they began late")]}
        value={reason.value}
        onChange={(why) => (reason.value = why)}
      />
      <Says mutation={mutation} />
      <div class="one-of" role="group" aria-label={t("Time of table {table}", { table })}>
        {[1, 2, 5, 10, -1].map((added) => (
          <Press key={added} class="big" data-add={added} disabled={mutation.busy} onPress={() => void add(added)()}>
            {t("{minutes} min", { minutes: signed(added) })}
          </Press>
        ))}
      </div>
    </Sheet>
  );
}

function LengthSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  return (
    <ActSheet
      act="length"
      start={{ minutes: of.minutes }}
      submit={({ minutes }) => tn("Rounds of {n} minute", "Rounds of {n} minutes", Number(minutes))}
      onClose={onClose}
    />
  );
}
