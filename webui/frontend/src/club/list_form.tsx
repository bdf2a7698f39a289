// A force list: from files, pasted text, or lines with their points; or only the number of its models.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { modelCount } from "./words.ts";

const MOST_MODELS = 40;
const EXAMPLE = "Captain 45\n3 x Constable 60"; // no text
// `3 x Constable 60`, `Constable: 20`, `Constable, 20`
const TYPED = /^(?:(\d+)\s*[x×]\s*)?(.*?)[\s:,;=]+(\d+)(?:\s*(?:p|pts|points))?$/i;

/** A list as the server expects it. */
export type Listing = { files: Record<string, string> } | { lines: { name: string; points: number; models: number }[] };

export function Models({ value, onChange }: { value: number; onChange: (models: number) => void }) {
  return (
    <div class="stepper" role="group" aria-label={t("Models of the force")}>
      <span>{t("Models")}</span>
      <Press
        class="key"
        rest={90}
        aria-label={t("One model less")}
        disabled={value <= 1}
        onPress={() => onChange(value - 1)}
      >
        −
      </Press>
      <output>{value}</output>
      <Press
        class="key"
        rest={90}
        aria-label={t("One model more")}
        disabled={value >= MOST_MODELS}
        onPress={() => onChange(value + 1)}
      >
        +
      </Press>
    </div>
  );
}

/** onChange: called with each list that can be read, and with null if there is none. */
export function ListForm({ limit, onChange }: { limit: number; onChange: (listing: Listing | null) => void }) {
  const text = useSignal("");
  const files = useSignal<Record<string, string>>({});
  const lines = typedList(text.value);
  const named = Object.keys(files.value);
  useEffect(() => {
    if (named.length) onChange({ files: files.value });
    else if (lines) onChange({ lines });
    else onChange(text.value.trim() ? { files: { "force.toml": text.value } } : null);
  }, [text.value, files.value]);
  const readFiles = async (chosen: FileList | null): Promise<void> => {
    files.value = Object.fromEntries(
      await Promise.all([...(chosen ?? [])].map(async (file) => [file.name, await file.text()] as const)),
    );
  };
  const points = lines?.reduce((sum, line) => sum + line.points, 0) ?? 0;
  return (
    <div class="club-form">
      <label>
        {t("Files: the force and its cards (TOML)")}{" "}
        <input
          type="file"
          multiple
          accept=".toml,application/toml,text/plain"
          onChange={(event) => void readFiles(event.currentTarget.files)}
        />
      </label>
      {named.length > 0 ? (
        <p class="hint">{named.join(", ")}</p>
      ) : (
        <label>
          {t("Or paste such a file, or a line for each model with its points")}
          <textarea
            name="list"
            rows={6}
            spellcheck={false}
            placeholder={EXAMPLE}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
      )}
      {lines && (
        <p class={points > limit ? "why-not" : "lead"} role="status">
          {totalText(
            lines.reduce((sum, line) => sum + line.models, 0),
            points,
            limit,
          )}
        </p>
      )}
    </div>
  );
}

function totalText(number: number, points: number, limit: number): string {
  const models = modelCount(number);
  if (points <= limit) return t("{models}, {points} of {limit} points", { models, points, limit });
  return t("{models}, {points} of {limit} points: {excess} too many", {
    models,
    points,
    limit,
    excess: points - limit,
  });
}

/** Lines with the points of everything on each; null if the text is something else. */
function typedList(text: string): { name: string; points: number; models: number }[] | null {
  const rows = text
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);
  const found = rows.map((row) =>
    row.includes('"') || row.startsWith("[") || row.startsWith("#") ? null : TYPED.exec(row),
  );
  if (rows.length === 0 || found.some((match) => !match?.[2])) return null;
  return found.map((match) => ({ models: Number(match![1] ?? 1), name: match![2]!.trim(), points: Number(match![3]) }));
}
