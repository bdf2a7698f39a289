// Which two forces play; and a force of one's own from a file.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import type { RosterStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import type { Polled } from "./polled.ts";

const MOST_BYTES = 60_000;

export function Forces({ told, polled }: { told: RosterStatus; polled: Polled<RosterStatus> }) {
  const { seats } = told;
  const both = seats.every(({ id }) => told.chosen[id] !== undefined);
  const open = useSignal(false);
  const picked = useSignal(told.chosen);
  const titles = seats.map(({ id }) => told.forces.find((force) => force.name === told.chosen[id])?.title ?? told.chosen[id] ?? "");
  async function choose(seat: string, name: string): Promise<void> {
    picked.value = { ...picked.value, [seat]: name };
    const forces = picked.value;
    if (seats.every((other) => forces[other.id]) && (await polled.act("/api/setup/roster/forces", forces))) open.value = false;
  }
  if (both && !open.value) {
    return (
      <div class="forces-chosen">
        <p><b>{titles[0]}</b> against <b>{titles[1]}</b></p>
        <Press onPress={() => (open.value = true)}>Others</Press>
      </div>
    );
  }
  return (
    <section class="two-sides">
      {seats.map(({ id: seat, name, number }) => (
        <section key={seat} class={`side-${number % 4}`}>
          <h2><SideMark seat={seat} seats={seats} named /></h2>
          <div class="force-list" role="group" aria-label={`Force of ${name}`}>
            {told.forces.map((force) => (
              <Press key={force.name} class="offer" data-force={`${seat} ${force.name}`} aria-pressed={picked.value[seat] === force.name} disabled={force.faults.length > 0 || polled.busy.value} onPress={() => void choose(seat, force.name)}>
                <span>{force.title}</span>
                <small>{force.faults[0] ?? force.facts.join(", ")}</small>
              </Press>
            ))}
          </div>
        </section>
      ))}
      <Upload polled={polled} />
    </section>
  );
}

function Upload({ polled }: { polled: Polled<RosterStatus> }) {
  const files = useRef<HTMLInputElement>(null);
  const done = useSignal("");
  const again = useSignal<Record<string, string> | null>(null);
  async function send(texts: Record<string, string>, instead: boolean): Promise<void> {
    const kept = await polled.act("/api/setup/roster/force", { files: texts, instead });
    done.value = kept ? "The force is in the list." : "";
    again.value = !kept && !instead && polled.says.value.includes("is there already") ? texts : null;
  }
  async function take(picked: FileList | null): Promise<void> {
    const all = [...(picked ?? [])];
    if (all.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES) {
      polled.says.value = "These files are too large for a force and its cards: choose files of less than 60 kB together.";
      return;
    }
    const texts = await Promise.all(all.map(async (file) => [file.name, await file.text()] as const));
    if (all.length > 0) await send(Object.fromEntries(texts), false);
  }
  return (
    <div class="upload">
      <input ref={files} class="file" type="file" multiple accept=".toml" aria-label="The files of a force" onChange={(event) => { void take(event.currentTarget.files).then(() => (files.current!.value = "")); }} />
      <Press onPress={() => files.current!.click()}>A force from a file</Press>
      {again.value && <Press onPress={() => void send(again.value!, true)}>Replace the one that is there</Press>}
      {done.value && <p role="status">{done.value}</p>}
      <p class="soft">Choose its file and the one of its cards together, such as night_ferry.toml and night_ferry_cards.toml.</p>
    </div>
  );
}
