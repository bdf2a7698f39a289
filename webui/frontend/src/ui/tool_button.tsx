// A button beside the board: a drawing, and the word that says what it does.

import type { ComponentChildren } from "preact";

interface ToolButtonProps {
  /** The word on the button, and the whole name for a screen reader, which contains it. */
  word: string;
  name: string;
  isOn: boolean;
  flip: () => void;
  /** The drawing, in a box of 24 by 24. */
  children: ComponentChildren;
}

export function ToolButton({ word, name, isOn, flip, children }: ToolButtonProps) {
  return (
    <button type="button" class="tool" aria-pressed={isOn} aria-label={name} onClick={flip}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
      {word}
    </button>
  );
}
