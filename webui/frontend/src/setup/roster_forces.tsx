// The two forces that play, and uploads of a player's own force.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import { t, tx } from "../i18n.ts";
import { ALREADY_THERE } from "../net/error_codes.ts";
import type { RosterStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import type { Polled } from "../ui/polled.ts";
import { RosterImport } from "./roster_import.tsx";

const MOST_BYTES = 60_000;

export function Forces({ told, polled }: { told: RosterStatus; polled: Polled<RosterStatus> }) {
  const { seats } = told;
  const both = seats.every(({ id }) => told.chosen[id] !== undefined);
  const open = useSignal(false);
  const picked = useSignal(told.chosen);
  const titles = seats.map(
    ({ id }) => told.forces.find((force) => force.name === told.chosen[id])?.title ?? told.chosen[id] ?? "",
  );
  async function choose(seat: string, name: string): Promise<void> {
    picked.value = { ...picked.value, [seat]: name };
    const forces = picked.value;
    if (seats.every((other) => forces[other.id]) && (await polled.act("/api/setup/roster/forces", forces)))
      open.value = false;
  }
  if (both && !open.value) {
    return (
      <div class="forces-chosen">
        <p>{tx("{force} against {other}", { force: <b>{titles[0]}</b>, other: <b>{titles[1]}</b> })}</p>
        <Press onPress={() => (open.value = true)}>{t("Change")}</Press>
      </div>
    );
  }
  return (
    <section class="two-sides">
      {seats.map(({ id: seat, name, number }) => (
        <section key={seat} class={`side-${number % 4}`}>
          <h2>
            <SideMark seat={seat} seats={seats} named />
          </h2>
          <div class="force-list" role="group" aria-label={t("Force of {seat}", { seat: name })}>
            {told.forces.map((force) => (
              <Press
                key={force.name}
                class="offer"
                data-force={`${seat} ${force.name}`}
                aria-pressed={picked.value[seat] === force.name}
                disabled={force.faults.length > 0 || polled.busy.value}
                onPress={() => void choose(seat, force.name)}
              >
                <span>{force.title}</span>
                <small>{force.faults[0] ?? force.facts.join(", ")}</small>
              </Press>
            ))}
          </div>
        </section>
      ))}
      <Upload polled={polled} />
      <RosterImport />
    </section>
  );
}

function Upload({ polled }: { polled: Polled<RosterStatus> }) {
  const files = useRef<HTMLInputElement>(null);
  const done = useSignal("");
  const existing = useSignal<Record<string, string> | null>(null);
  async function send(texts: Record<string, string>, instead: boolean): Promise<void> {
    const kept = await polled.act("/api/setup/roster/force", { files: texts, instead });
    done.value = kept ? t("The force is in the list.") : "";
    existing.value = !kept && !instead && polled.code.value === ALREADY_THERE ? texts : null;
  }
  async function upload(picked: FileList | null): Promise<void> {
    const all = [...(picked ?? [])];
    if (all.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES) {
      polled.says.value = t(
        "These files are too large for a force and its cards: choose files of less than {size} kB together.",
        { size: MOST_BYTES / 1000 },
      );
      return;
    }
    const texts = await Promise.all(all.map(async (file) => [file.name, await file.text()] as const));
    if (all.length > 0) await send(Object.fromEntries(texts), false);
  }
  return (
    <div class="upload">
      <input
        ref={files}
        class="file"
        type="file"
        multiple
        accept=".toml"
        aria-label={t("The files of a force")}
        onChange={(event) => {
          void upload(event.currentTarget.files).then(() => (files.current!.value = ""));
        }}
      />
      <Press onPress={() => files.current!.click()}>{t("Add a force from a file")}</Press>
      {existing.value && (
        <Press onPress={() => void send(existing.value!, true)}>{t("Replace the existing one")}</Press>
      )}
      {done.value && <p role="status">{done.value}</p>}
      <p class="soft">
        {t("Choose the force file and the file of its cards together, such as {force} and {cards}.", {
          force: "night_ferry.toml",
          cards: "night_ferry_cards.toml",
        })}
      </p>
    </div>
  );
}
