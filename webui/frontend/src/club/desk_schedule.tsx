// The plan of the evening: when it starts, how long each round lasts, and the breaks. Players see it on their cards.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { OrganiserView } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { ActSheet } from "./act_form.tsx";
import { Times } from "./lists.tsx";
import { Says, useMutation } from "./mutations.tsx";

const LONGEST_MIN = 80;
const USUAL_BREAK_MIN = 15;
const USUAL_START = "18:30"; // no text

export function ScheduleRow({ of }: { of: OrganiserView }) {
  const open = useSignal(false);
  const last = of.times.at(-1);
  return (
    <>
      <Press class="big" data-schedule onPress={() => (open.value = true)}>
        {last
          ? t("Schedule: {starts} to {ends} …", { starts: of.times[0]!.starts, ends: last.ends })
          : t("Plan the evening …")}
      </Press>
      {last && <Times of={of.times} round={of.round} />}
      {open.value && <ScheduleSheet of={of} onClose={() => (open.value = false)} />}
    </>
  );
}

/** The plan, or else the rounds of the event at their usual length. */
function firstPlan(of: OrganiserView): { minutes: number; pause: number }[] {
  const planned = (of.planned.rounds ?? []).map(({ minutes, pause }) => ({ minutes, pause: pause ?? 0 }));
  const missing = Math.max(0, Math.max(1, of.rounds) - planned.length);
  return [...planned, ...Array.from({ length: missing }, () => ({ minutes: of.minutes, pause: USUAL_BREAK_MIN }))];
}

function ScheduleSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const start = useSignal(of.planned.start || USUAL_START);
  const rounds = useSignal(firstPlan(of));
  const mutation = useMutation();
  const long = rounds.value.some(({ minutes }) => minutes > LONGEST_MIN);
  const change = (at: number, key: "minutes" | "pause") => (value: number) =>
    (rounds.value = rounds.value.with(at, { ...rounds.value[at]!, [key]: value }));
  const plan = { start: start.value, rounds: rounds.value, ...(long ? {} : { reason: "" }) };
  const unplan = async (): Promise<void> => {
    if (await mutation.act("schedule")) onClose();
  };
  return (
    <ActSheet
      act="schedule"
      given={plan}
      ready={start.value !== ""}
      submit={tn("Plan {n} round", "Plan {n} rounds", rounds.value.length)}
      aside={
        of.times.length > 0 && (
          <Press class="big" data-unplan disabled={mutation.busy} onPress={() => void unplan()}>
            {t("No schedule")}
          </Press>
        )
      }
      onClose={onClose}
      wide
    >
      <label>
        {t("Start of round 1")}{" "}
        <input
          type="time"
          name="start"
          value={start.value}
          onInput={(event) => (start.value = event.currentTarget.value)}
        />
      </label>
      {rounds.value.map((planned, at) => (
        <fieldset key={at} class="planned-round" data-planned={at + 1}>
          <legend>{t("Round {round}", { round: at + 1 })}</legend>
          <Minutes
            title={t("Minutes")}
            name="minutes"
            value={planned.minutes}
            least={1}
            onChange={change(at, "minutes")}
          />
          {at < rounds.value.length - 1 && (
            <Minutes
              title={t("Break after it")}
              name="pause"
              value={planned.pause}
              least={0}
              onChange={change(at, "pause")}
            />
          )}
        </fieldset>
      ))}
      <div class="side-by-side">
        <Press
          class="big"
          onPress={() => (rounds.value = [...rounds.value, { minutes: of.minutes, pause: USUAL_BREAK_MIN }])}
        >
          {t("One round more")}
        </Press>
        <Press
          class="big"
          disabled={rounds.value.length < 2}
          onPress={() => (rounds.value = rounds.value.slice(0, -1))}
        >
          {t("One round less")}
        </Press>
      </div>
      {mutation.says && <Says mutation={mutation} />}
    </ActSheet>
  );
}

function Minutes({
  title,
  name,
  value,
  least,
  onChange,
}: {
  title: string;
  name: string;
  value: number;
  least: number;
  onChange: (minutes: number) => void;
}) {
  return (
    <label>
      {title}{" "}
      <input
        type="number"
        inputmode="numeric"
        name={name}
        min={least}
        value={value}
        onInput={(event) => onChange(Math.max(least, Math.round(Number(event.currentTarget.value))))}
      />
    </label>
  );
}
