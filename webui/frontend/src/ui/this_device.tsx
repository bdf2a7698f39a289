// The settings of a device: the language of its texts, and the unit of the lengths of a game.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { type Unit, unit } from "./lengths.ts";
import { Press } from "./press.tsx";
import "./this_device.css";

// read by webui/server/request_values.py, and of the unit by lengths.ts
const COOKIES = { language: "language", unit: "unit" } as const;
const A_YEAR_S = 365 * 24 * 3600;
const UNITS: [Unit, string][] = [
  ["in", t("Inches")],
  ["cm", t("Centimetres")],
];

/** The languages that the server has; null until it has answered. */
const languages = signal<string[] | null>(null);

/** Keeps a choice of this device, and reloads the page with it: the server's texts change too. */
function keep(choice: keyof typeof COOKIES, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIES[choice]}=${encodeURIComponent(value)}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Strict`;
  location.reload();
}

/** A language as those who speak it call it. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

/** The two choices, a row each; the language only where there is more than one. */
export function ThisDevice() {
  useEffect(() => {
    if (languages.value) return;
    ask<{ languages: string[] }>("/api/languages").then(
      (found) => (languages.value = found.languages),
      () => undefined,
    );
  }, []);
  const known = languages.value ?? [];
  return (
    <div class="this-device" data-this-device>
      {known.length > 1 && (
        <div class="choice" role="group" aria-label={t("Language")}>
          {known.map((language) => (
            <Press
              key={language}
              lang={language}
              data-language={language}
              aria-pressed={language === document.documentElement.lang}
              onPress={() => keep("language", language)}
            >
              {languageName(language)}
            </Press>
          ))}
        </div>
      )}
      <div class="choice" role="group" aria-label={t("Lengths in a game")}>
        {UNITS.map(([name, called]) => (
          <Press key={name} data-unit={name} aria-pressed={name === unit} onPress={() => keep("unit", name)}>
            {called}
          </Press>
        ))}
      </div>
    </div>
  );
}
