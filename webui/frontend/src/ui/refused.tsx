// In place of a page that the server refuses: its sentence, and the way back.

import { t } from "../i18n.ts";
import { AppearanceButton } from "./appearance.tsx";
import { Press } from "./press.tsx";
import "./game.css";
import "./refused.css";

/** says: the server's sentence. */
export function RefusedPage({ says }: { says: string }) {
  return (
    <main class="refused">
      <header>
        <h1>{t("This page cannot be shown")}</h1>
        <AppearanceButton />
      </header>
      <p class="lead" role="alert">
        {says}
      </p>
      <Press class="big go" data-home onPress={() => location.assign("/")}>
        {t("To the start page")}
      </Press>
    </main>
  );
}
