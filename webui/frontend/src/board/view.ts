// Which part of the table is shown. d3-zoom reads fingers, mouse and wheel; buttons do the same.

import { type Signal, useSignal } from "@preact/signals";
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Point } from "../types/table.ts";
import type { Box } from "./labels.ts";

const CLOSEST = 12;
// A finger that slips less has tapped.
const SLIP_PX = 8;

type BoardZoomEvent = D3ZoomEvent<SVGSVGElement, unknown>;

/** How a board is looked at; nothing of it moves by itself while a finger is down. */
export class View {
  readonly behaviour: ZoomBehavior<SVGSVGElement, unknown>;
  private whole: Box = { x: 0, y: 0, width: 1, height: 1 };
  // what `look` shows, until a finger or a key shows something else
  private part: Box | null = null;
  private held = false;
  private later: (() => void) | null = null;

  constructor(
    private readonly svg: RefObject<SVGSVGElement | null>,
    private readonly seen: Signal<ZoomTransform>,
    private readonly locked: () => boolean,
  ) {
    this.behaviour = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, CLOSEST])
      .clickDistance(SLIP_PX)
      .extent(() => boxCorners(this.whole))
      .filter((event: MouseEvent) => !this.locked() && !event.button && (!event.ctrlKey || event.type === "wheel"))
      .on("start", (event: BoardZoomEvent) => this.hold(Boolean(event.sourceEvent)))
      .on("zoom", (event: BoardZoomEvent) => (this.seen.value = event.transform))
      .on("end", () => this.release());
  }

  /** The room of the whole table has changed: what was looked at, or else what was in the middle, stays there. */
  resize(whole: Box): void {
    const middle = this.seen.peek().invert(boxCentre(this.whole));
    this.whole = whole;
    this.behaviour.translateExtent(boxCorners(whole));
    if (this.part) this.enlarge(this.part);
    else this.behaviour.translateTo(this.on, ...middle);
  }

  zoom(times: number): void {
    this.part = null;
    this.behaviour.scaleBy(this.on, times);
  }

  fit(): void {
    this.part = null;
    this.behaviour.transform(this.on, zoomIdentity);
  }

  /** Shows a part of the table, as large as it goes. */
  look(part: Box): void {
    this.when(() => this.enlarge(part));
  }

  /** Shows what was shown before. */
  back(before: ZoomTransform): void {
    this.part = null;
    this.when(() => this.behaviour.transform(this.on, before));
  }

  private enlarge(part: Box): void {
    this.part = part;
    this.behaviour.scaleTo(this.on, Math.min(this.whole.width / part.width, this.whole.height / part.height));
    this.behaviour.translateTo(this.on, ...boxCentre(part));
  }

  private hold(held: boolean): void {
    this.held = held;
    if (held) this.part = null;
  }

  private when(act: () => void): void {
    if (this.held) this.later = act;
    else act();
  }

  private release(): void {
    this.held = false;
    const act = this.later;
    this.later = null;
    act?.();
  }

  private get on() {
    return select(this.svg.current!);
  }
}

/** Binds a view to its SVG, whose viewBox is `whole`. */
export function useView(
  svg: RefObject<SVGSVGElement | null>,
  whole: Box,
  locked: () => boolean,
): { view: View; seen: Signal<ZoomTransform> } {
  const seen = useSignal(zoomIdentity);
  const [view] = useState(() => new View(svg, seen, locked));
  useEffect(() => {
    const on = select(svg.current!);
    // two taps on a model are two taps on a model
    on.call(view.behaviour).on("dblclick.zoom", null);
    return () => void on.on(".zoom", null);
  }, []);
  useEffect(() => view.resize(whole), [whole.x, whole.y, whole.width, whole.height]);
  return { view, seen };
}

function boxCorners({ x, y, width, height }: Box): [Point, Point] {
  return [
    [x, y],
    [x + width, y + height],
  ];
}

function boxCentre({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}
