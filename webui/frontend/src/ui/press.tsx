// A button that does its command once: a tap that bounces, or a second finger's tap while the first one holds, counts
// as one.

import type { ComponentProps } from "preact";
import { useRef } from "preact/hooks";

const DOUBLE_MS = 300;

type ButtonProps = Omit<ComponentProps<"button">, "onClick" | "type">;

/** Fires on release inside; again after `rest` milliseconds at the earliest. */
export function Press({ onPress, rest = DOUBLE_MS, ...looks }: ButtonProps & { onPress: () => void; rest?: number }) {
  const firedAt = useRef(-Infinity);
  const under = useRef(-1);
  // by the time of the tap: a busy page hands two honest taps over at once
  const fire = (event: Event): void => {
    if (event.timeStamp - firedAt.current < rest) return;
    firedAt.current = event.timeStamp;
    onPress();
  };
  return (
    <button
      {...looks}
      type="button"
      onClick={fire}
      onPointerDown={(event) => (under.current = event.isPrimary ? -1 : event.pointerId)}
      onPointerUp={(event) => {
        // a browser makes clicks of the first finger alone
        if (event.pointerId === under.current && !event.currentTarget.disabled && inside(event)) fire(event);
        under.current = -1;
      }}
    />
  );
}

function inside(event: PointerEvent & { currentTarget: Element }): boolean {
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
  );
}
