// The back key never leaves a running game without asking.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { running } from "./play.ts";

const asking = signal(false);
const HERE = "game";

/** Puts a step into the history for the back key to take, as soon as somebody has touched the page: browsers want that. */
export function useStay(): void {
  useEffect(() => {
    const guard = (): void => {
      if (running.value && (history.state as { at?: string } | null)?.at !== HERE) history.pushState({ at: HERE }, "", location.href);
    };
    const back = (event: PopStateEvent): void => {
      if (!running.value || location.pathname !== "/" || (event.state as { at?: string } | null)?.at === HERE) return;
      history.pushState({ at: HERE }, "", location.href);
      asking.value = true;
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
  if (!asking.value) return null;
  return (
    <Sheet title="Leave the game?" onClose={() => (asking.value = false)}>
      <p class="lead">Nothing is lost: it stays on the table’s computer, and you come back to where you were.</p>
      <div class="ends">
        <Press class="big go" onPress={() => (asking.value = false)}>Stay</Press>
        <Press class="big" data-leave onPress={() => { asking.value = false; history.go(-2); }}>Leave</Press>
      </div>
    </Sheet>
  );
}
