// Things on the board that a finger takes along.

import { type D3DragEvent, drag } from "d3-drag";
import { select } from "d3-selection";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Point } from "../types/table.ts";
import { useSpace } from "./space.ts";

type BoardDragEvent = D3DragEvent<SVGElement, unknown, { x: number; y: number }>;

/** Lets an element of a board be dragged. at: where it is, null for wherever the finger is; move: where it is taken to,
 * in table inches with y upwards; done: where it is let go, and whether it was moved; pinched: a second finger came, so
 * that both belong to the board. The board does not pan meanwhile, and an element that was dragged is not tapped. */
export function useDrag(
  element: RefObject<SVGElement | null>,
  at: Point | null,
  move: (to: Point) => void,
  done: (to: Point, moved: boolean) => void = () => undefined,
  pinched?: () => void,
): void {
  const { up } = useSpace();
  const now = useRef({ at, move, done, pinched, up });
  now.current = { at, move, done, pinched, up };
  useEffect(() => {
    const to = (event: BoardDragEvent) => now.current.up([event.x, event.y]);
    let moved = false;
    const behaviour = () =>
      drag<SVGElement, unknown>()
        .container(() => element.current!.closest<SVGGElement>(".all")!)
        .subject(({ x, y }: BoardDragEvent) => {
          const [left, top] = now.current.at ? now.current.up(now.current.at) : [x, y];
          return { x: left, y: top };
        })
        .on("start", () => (moved = false))
        .on("drag", (event: BoardDragEvent) => {
          moved = true;
          now.current.move(to(event));
        })
        .on("end", (event: BoardDragEvent) => now.current.done(to(event), moved));
    const on = select(element.current!);
    const bind = () => on.call(behaviour().filter((event: Event) => !pinched || !isPinch(event)));
    // what a finger of a pinch does next is the board's: nothing keeps it until all are lifted
    const giveUp = (event: TouchEvent): void => {
      const own = [...event.touches].some(({ target }) => target === element.current);
      if (!own || !isPinch(event)) return;
      on.on(".drag", null);
      now.current.pinched?.();
      const lifted = (end: TouchEvent): void => {
        if (end.touches.length > 0) return;
        for (const kind of ["touchend", "touchcancel"] as const) removeEventListener(kind, lifted, { capture: true });
        bind();
      };
      for (const kind of ["touchend", "touchcancel"] as const) addEventListener(kind, lifted, { capture: true });
    };
    bind();
    if (pinched) addEventListener("touchstart", giveUp, { capture: true });
    return () => {
      removeEventListener("touchstart", giveUp, { capture: true });
      on.on(".drag", null);
    };
  }, []);
}

function isPinch(event: Event): boolean {
  return "touches" in event && (event as TouchEvent).touches.length > 1;
}
