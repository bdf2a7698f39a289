// The words that a call for a judge may carry, on the tablet and on a phone.

import type { Signal } from "@preact/signals";
import { t } from "../i18n.ts";

export function JudgeQuestion({ text }: { text: Signal<string> }) {
  return (
    <label>
      {t("What is the question? (optional)")}{" "}
      <input
        type="text"
        name="question"
        maxLength={120}
        autocomplete="off"
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
    </label>
  );
}
