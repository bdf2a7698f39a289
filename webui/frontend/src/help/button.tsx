// `?` on every page: what can be done here, to be searched; the key `?` opens it too.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { loadPart } from "../ui/load_part.ts";
import { Press } from "../ui/press.tsx";
import "./help.css";
import type { HelpPage } from "./topics.ts";

type SheetPart = typeof import("./sheet.tsx");

/** Whether the help of the page is open. */
const open = signal(false);

/** Opens the help of the page that is shown. */
export function openHelp(): void {
  open.value = true;
}

/** page: the subject of the help. step: the step of the set-up that is open. */
export function HelpButton({ page, step = "" }: { page: HelpPage; step?: string }) {
  const part = useSignal<SheetPart | null>(null);
  useEffect(() => {
    if (open.value && !part.value) void loadPart(() => import("./sheet.tsx")).then((loaded) => (part.value = loaded));
  }, [open.value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== "?" ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      openHelp();
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
      open.value = false;
    };
  }, []);
  const Found = part.value?.HelpSheet;
  return (
    <>
      <Press
        class="help-button"
        data-help
        aria-label={t("What can I do here?")}
        aria-haspopup="dialog"
        onPress={openHelp}
      >
        ?
      </Press>
      {open.value && Found && <Found page={page} step={step} onClose={() => (open.value = false)} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  // no text
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
