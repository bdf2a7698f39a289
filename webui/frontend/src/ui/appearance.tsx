// The choices of this device: light or dark, large letters, and the hand that holds a phone.

import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { t, tp } from "../i18n.ts";
import "./appearance.css";
import { type Letters, letters, type Theme, theme, type Thumb, thumb } from "./appearance_store.ts";
import { Press } from "./press.tsx";
import { Sheet } from "./sheet.tsx";

/** Three groups of buttons, to be put into a menu. */
export function Appearance() {
  const themes: [Theme, string][] = [
    ["device", t("Match device")],
    ["dark", t("Dark")],
    ["light", tp("of a page", "Light")],
  ];
  const sizes: [Letters, string][] = [
    ["usual", t("Usual")],
    ["large", t("Large")],
    ["largest", t("Very large")],
  ];
  const hands: [Thumb, string][] = [
    ["both", t("Both hands")],
    ["left", t("Left")],
    ["right", t("Right")],
  ];
  return (
    <section class="appearance" data-appearance>
      <h2>{t("Appearance on this device")}</h2>
      <Choice name={t("Colours")} of={theme} choices={themes} />
      <Choice name={t("Letters")} of={letters} choices={sizes} />
      <Choice name={t("Phone held in")} of={thumb} choices={hands} />
    </section>
  );
}

function Choice<Value extends string>({
  name,
  of,
  choices,
}: {
  name: string;
  of: Signal<Value>;
  choices: [Value, string][];
}) {
  return (
    <div class="appearance-choice">
      <p aria-hidden="true">{name}</p>
      <div class="choice" role="group" aria-label={name}>
        {choices.map(([value, title]) => (
          <Press key={value} data-appears={value} aria-pressed={of.value === value} onPress={() => (of.value = value)}>
            {title}
          </Press>
        ))}
      </div>
    </div>
  );
}

/** The same for pages without a menu. */
export function AppearanceButton() {
  const open = useSignal(false);
  return (
    <>
      <Press
        class="appearance-button"
        aria-label={t("Appearance: colours, letters, hand")}
        aria-haspopup="dialog"
        data-open-appearance
        onPress={() => (open.value = true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" />
          <path d="M12 3a9 9 0 0 1 0 18Z" />
        </svg>
      </Press>
      {open.value && (
        <Sheet title={t("Appearance")} onClose={() => (open.value = false)}>
          <div class="menu">
            <Appearance />
          </div>
        </Sheet>
      )}
    </>
  );
}
