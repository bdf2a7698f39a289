// Names in a row, in the language of the page.

import { t } from "../i18n.ts";

/** Names as a sentence has them: "Ann, Bob and Cid". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(names);
}

/** The names of those who play each other. */
export function versusText(names: readonly string[]): string {
  return names.length === 0 ? "" : names.reduce((one, other) => t("{one} against {other}", { one, other }));
}
