// A sheet over the page: the browser's own dialog, which holds the focus, hides the rest and closes at Escape.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Press } from "./press.tsx";

/** onClose: at the cross, at Escape and at the back key; without it the sheet can only be answered. */
export function Sheet({ title, onClose, children, wide = false }: { title: string; onClose?: () => void; children: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current!.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? "sheet wide-sheet" : "sheet"}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header class="sheet-head">
        <h1 tabIndex={-1} autofocus>{title}</h1>
        {onClose && <Press class="close" aria-label="Close" onPress={onClose}>×</Press>}
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}

/** A command that cannot be taken back: the first tap arms it, the second one lies at the other end of the row. */
export function TwoTaps({ first, second, armed, arm, onDo, disabled = false }: {
  first: string;
  second: string;
  armed: boolean;
  arm: (on: boolean) => void;
  onDo: () => void;
  disabled?: boolean;
}) {
  return (
    <div class="two-taps">
      <Press class="big" aria-pressed={armed} disabled={disabled} onPress={() => arm(!armed)}>{armed ? "No, leave it" : first}</Press>
      <span aria-hidden="true" />
      {armed && <Press class="big danger" disabled={disabled} onPress={onDo}>{second}</Press>}
    </div>
  );
}
