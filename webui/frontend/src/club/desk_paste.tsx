// Many players at once, pasted or from a CSV file.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import { ActSheet } from "./act_form.tsx";

const EXAMPLE = "Ann Archer, Junkers, 9\nBob Brook, , harbour_watch"; // no text

export function PasteSheet({ onClose }: { onClose: () => void }) {
  const text = useSignal("");
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file) text.value = await file.text();
  };
  return (
    <ActSheet
      act="enter_all"
      given={{ lines: text.value.split("\n") }}
      ready={text.value.trim() !== ""}
      report={t("All players are entered")}
      onClose={onClose}
      wide
    >
      <label>
        {t("A CSV file")}{" "}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
        />
      </label>
      <label>
        {t("Or a line for each player: name, faction, number of models or starter force")}
        <textarea
          name="entrants"
          rows={8}
          spellcheck={false}
          placeholder={EXAMPLE}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
    </ActSheet>
  );
}
