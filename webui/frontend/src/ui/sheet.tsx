// A sheet over the page: the browser's own dialog, which keeps the focus, hides the rest and closes on Escape.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { Press } from "./press.tsx";

/** onClose: called by the cross, Escape and the back key; without it the sheet must be answered.
 * onBack: called by an arrow before the title, where the sheet is a page of another. look: a class of its own. */
export function Sheet({
  title,
  onClose,
  onBack,
  children,
  wide = false,
  look = "",
}: {
  title: string;
  onClose?: () => void;
  onBack?: () => void;
  children: ComponentChildren;
  wide?: boolean;
  look?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current!.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet${wide ? " wide-sheet" : ""} ${look}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header class="sheet-head">
        {onBack && (
          <Press class="close" aria-label={t("Back")} data-sheet-back onPress={onBack}>
            ←
          </Press>
        )}
        <h1 tabIndex={-1} autofocus>
          {title}
        </h1>
        {onClose && (
          <Press class="close" aria-label={t("Close")} onPress={onClose}>
            ×
          </Press>
        )}
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}

/** A command that needs two taps: the first arms it, the button for the second is at the other end of the row.
 * main: it is what the page is for, so that it looks and answers to Enter as main keys do. */
export function TwoTaps({
  first,
  second,
  armed,
  arm,
  onDo,
  disabled = false,
  main = false,
}: {
  first: string;
  second: string;
  armed: boolean;
  arm: (on: boolean) => void;
  onDo: () => void;
  disabled?: boolean;
  main?: boolean;
}) {
  return (
    <div class="two-taps">
      <Press
        class={main && !armed ? "big go" : "big"}
        aria-pressed={armed}
        disabled={disabled}
        onPress={() => arm(!armed)}
      >
        {armed ? t("No, cancel") : first}
      </Press>
      <span aria-hidden="true" />
      {armed && (
        <Press class={main ? "big go" : "big danger"} disabled={disabled} onPress={onDo}>
          {second}
        </Press>
      )}
    </div>
  );
}
