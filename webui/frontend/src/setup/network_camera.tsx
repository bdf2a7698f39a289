// A camera that goes by its address.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";

export function NetworkCamera({ disabled, onOpen }: { disabled: boolean; onOpen: (address: string) => void }) {
  const address = useSignal("");
  return (
    <details>
      <summary>{t("A camera on the network")}</summary>
      <form
        class="address"
        onSubmit={(event) => {
          event.preventDefault();
          onOpen(address.value);
        }}
      >
        <label>
          {t("Its address")}
          <input
            type="url"
            placeholder="rtsp://…" // no text
            maxLength={300}
            value={address.value}
            onInput={(event) => (address.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={disabled || address.value === ""}>
          {t("Open it")}
        </button>
      </form>
    </details>
  );
}
