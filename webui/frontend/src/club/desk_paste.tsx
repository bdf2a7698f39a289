// Many players at once, pasted or from a CSV file.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Says, useMutation } from "./mutations.tsx";

const EXAMPLE = "Ann Archer, Junkers, 9\nBob Brook, , harbour_watch"; // no text

export function PasteSheet({ onClose }: { onClose: () => void }) {
  const text = useSignal("");
  const mutation = useMutation();
  const enter = async (): Promise<void> => {
    if (await mutation.act("enter_all", { lines: text.value.split("\n") }, t("All players are entered"))) onClose();
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file) text.value = await file.text();
  };
  return (
    <Sheet title={t("Add many players")} onClose={onClose} wide>
      <form
        class="club-form"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
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
        <p class="hint">{t("If a line has a fault, nobody is entered, and every fault is named with its line.")}</p>
        <Says mutation={mutation} />
        <div class="ends">
          <Press class="big" onPress={onClose}>
            {t("Cancel")}
          </Press>
          <button type="submit" class="big go" data-yes disabled={mutation.busy || !text.value.trim()}>
            {t("Enter all players")}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
