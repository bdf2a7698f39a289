// A finger that rests: a long press, which is no tap.

import { useRef } from "preact/hooks";

const HOLD_MS = 550;
// A finger that slips more is on its way.
const SLIP_PX = 8;

type Finger = PointerEvent & { currentTarget: Element };

/** Handlers of an element. held: called once the finger has rested; returns whether that meant something: then the lift
 * is no tap. */
export function useHold(held: (event: PointerEvent) => boolean) {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  const swallow = useRef(false);
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return {
    onPointerDown: (event: Finger) => {
      end();
      swallow.current = false;
      if (!event.isPrimary || event.button) return;
      const timer = window.setTimeout(() => (swallow.current = held(event)), HOLD_MS);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: Finger) => {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > SLIP_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (swallow.current) event.stopPropagation();
      swallow.current = false;
    },
  };
}
