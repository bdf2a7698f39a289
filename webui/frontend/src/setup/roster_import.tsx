// Imports a roster of another program as a force: asks which cards unknown models stand for, and shows the report.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { post, Refusal } from "../net/api.ts";
import { ALREADY_THERE } from "../net/error_codes.ts";
import type { RosterImported } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { Says } from "./frame.tsx";
import { safeFileName } from "./terrain_files.tsx";

const MOST_BYTES = 4_000_000;
const CHUNK = 32_768;

interface Roster {
  name: string;
  content: string;
}

export function RosterImport() {
  const file = useRef<HTMLInputElement>(null);
  const pasted = useSignal("");
  const roster = useSignal<Roster | null>(null);
  const result = useSignal<RosterImported | null>(null);
  const answers = useSignal<Record<string, string>>({});
  const says = useSignal("");
  const exists = useSignal(false);

  async function send(instead = false): Promise<void> {
    try {
      const body = { ...roster.value!, answers: answers.value, instead };
      result.value = await post<RosterImported>("/api/setup/roster/import", body);
      says.value = "";
      exists.value = false;
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
      exists.value = error instanceof Refusal && error.code === ALREADY_THERE;
    }
  }

  function begin(name: string, bytes: Uint8Array): Promise<void> {
    roster.value = { name: safeFileName(name), content: inBase64(bytes) };
    result.value = null;
    answers.value = {};
    return send();
  }

  async function readFile(picked: File | undefined): Promise<void> {
    if (!picked) return;
    if (picked.size > MOST_BYTES) {
      says.value = t("{file} is too large: choose a roster of less than {size} MB.", {
        file: picked.name,
        size: MOST_BYTES / 1e6,
      });
      return;
    }
    await begin(picked.name, new Uint8Array(await picked.arrayBuffer()));
  }

  const unknown = result.value?.unknown ?? [];
  const isAnswered = unknown.every(({ name }) => answers.value[name] !== undefined);
  return (
    <section class="upload roster-import">
      <h2>{t("A roster of another program")}</h2>
      <Says says={says.value} />
      {exists.value && <Press onPress={() => void send(true)}>{t("Replace the existing one")}</Press>}
      <input
        ref={file}
        class="file"
        type="file"
        accept=".ros,.rosz,.json,.csv,.tsv,.txt,.toml"
        aria-label={t("The file of a roster")}
        onChange={(event) => {
          const picked = event.currentTarget.files?.[0];
          void readFile(picked);
          event.currentTarget.value = "";
        }}
      />
      <Press onPress={() => file.current!.click()}>{t("Import a roster")}</Press>
      <p class="soft">{t("From BattleScribe or New Recruit (.ros, .rosz, JSON), CSV, or text as you paste it.")}</p>
      <textarea
        rows={4}
        aria-label={t("The text of a roster")}
        placeholder={t("Or paste the text of a roster here")}
        value={pasted.value}
        onInput={(event) => (pasted.value = event.currentTarget.value)}
      />
      {pasted.value.trim() && (
        <Press onPress={() => void begin("roster.txt", new TextEncoder().encode(pasted.value))}>
          {t("Import this text")}
        </Press>
      )}
      {unknown.length > 0 && (
        <div class="unknown-models">
          <p class="do-next">{t("Which cards are these models? The answers are remembered.")}</p>
          {unknown.map(({ name, count, choices }) => (
            <label key={name}>
              {t("{model} ({count} in the roster)", { model: name, count })}
              <select
                value={answers.value[name] ?? "?"}
                onChange={(event) => (answers.value = { ...answers.value, [name]: event.currentTarget.value })}
              >
                <option value="?" disabled>
                  {t("Choose a card")}
                </option>
                {choices.map((card) => (
                  <option key={card} value={card}>
                    {card}
                  </option>
                ))}
                <option value="">{t("Leave it out")}</option>
              </select>
            </label>
          ))}
          <Press class="big-go" disabled={!isAnswered} onPress={() => void send()}>
            {t("Import")}
          </Press>
        </div>
      )}
      {result.value?.force && (
        <div role="status">
          <p>{t("The force is in the list.")}</p>
          <ul class="roster-report">
            {result.value.report.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function inBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}
