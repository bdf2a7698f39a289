// Short messages that stay long enough to be read and can be dismissed.

import { signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { Press } from "./press.tsx";

const STAYS_MS = 7000;
const MOST = 3;

interface Message {
  number: number;
  says: string;
}

const messages = signal<Message[]>([]);
let made = 0;

/** Shows a message for some seconds; what is needed later must be shown elsewhere too. */
export function showToast(says: string): void {
  const number = ++made;
  messages.value = [...messages.value, { number, says }].slice(-MOST);
  setTimeout(() => removeToast(number), STAYS_MS);
}

function removeToast(number: number): void {
  messages.value = messages.value.filter((one) => one.number !== number);
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {messages.value.map((one) => (
        <p key={one.number} class="toast">
          <span>{one.says}</span>
          <Press class="away" aria-label={t("Dismiss this message")} onPress={() => removeToast(one.number)}>
            ×
          </Press>
        </p>
      ))}
    </div>
  );
}
