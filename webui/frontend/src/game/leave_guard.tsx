// The back key never leaves a running game without asking.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { gameRunning } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";

const leaveAsked = signal(false);
const HERE = "game";

/**
 * Puts a step into the history for the back key to take, as soon as somebody has touched the page: browsers want that.
 */
export function useLeaveGuard(): void {
  useEffect(() => {
    const guard = (): void => {
      if (gameRunning.value && (history.state as { at?: string } | null)?.at !== HERE)
        history.pushState({ at: HERE }, "", location.href);
    };
    const back = (event: PopStateEvent): void => {
      if (!gameRunning.value || location.pathname !== "/" || (event.state as { at?: string } | null)?.at === HERE)
        return;
      history.pushState({ at: HERE }, "", location.href);
      leaveAsked.value = true;
    };
    addEventListener("pointerdown", guard);
    addEventListener("keydown", guard);
    addEventListener("popstate", back);
    return () => {
      removeEventListener("pointerdown", guard);
      removeEventListener("keydown", guard);
      removeEventListener("popstate", back);
    };
  }, []);
}

export function Leaving() {
  if (!leaveAsked.value) return null;
  return (
    <Sheet title={t("Leave the game?")} onClose={() => (leaveAsked.value = false)}>
      <p class="lead">
        {t("Nothing is lost: the game stays on the table’s computer, and you come back to where you were.")}
      </p>
      <div class="ends">
        <Press class="big go" onPress={() => (leaveAsked.value = false)}>
          {t("Stay")}
        </Press>
        <Press
          class="big"
          data-leave
          onPress={() => {
            leaveAsked.value = false;
            history.go(-2);
          }}
        >
          {t("Leave")}
        </Press>
      </div>
    </Sheet>
  );
}
