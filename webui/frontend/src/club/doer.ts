// The actor of a line of an event's log.

import { t } from "../i18n.ts";

// what the server writes for a role of the page; at the terminal a name is written
const ROLES: Record<string, string> = { organiser: t("organiser"), umpire: t("umpire"), "sign-up": t("sign-up") };

export function doerName(by: string): string {
  return ROLES[by] ?? by;
}
