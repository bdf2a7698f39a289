// The drawn table or the camera's picture: in the bar, and on a phone, where that has no room for it, in the menu.

import { t } from "../i18n.ts";
import { shownView } from "../net/table_store.ts";

/** onChosen: called when one is tapped, also the one that is shown. */
export function ViewChoice({ onChosen }: { onChosen?: () => void }) {
  return (
    <div class="choice view-choice" role="group" aria-label={t("View")}>
      {(["table", "camera"] as const).map((view) => (
        <button
          type="button"
          key={view}
          aria-pressed={shownView.value === view}
          onClick={() => {
            shownView.value = view;
            onChosen?.();
          }}
        >
          {view === "table" ? t("Table") : t("Camera")}
        </button>
      ))}
    </div>
  );
}
