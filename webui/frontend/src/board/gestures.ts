// Fingers on the board: one pans, two zoom, and one that does not move is a tap. Buttons do the same.

import type { Point } from "../net/state.ts";

export interface Window {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CLOSEST = 10;
const SLIP_PX = 8;

export class Gestures {
  private window: Window;
  private fingers = new Map<number, Point>();
  private slid = false;
  private readonly unlisten = new AbortController();

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly whole: Window,
    private readonly show: (window: Window | null) => void,
    private readonly tap: (at: Point, pixel: number) => void,
  ) {
    this.window = whole;
    const signal = this.unlisten.signal;
    svg.addEventListener("pointerdown", (event) => this.down(event), { signal });
    svg.addEventListener("pointermove", (event) => this.move(event), { signal });
    svg.addEventListener("pointerup", (event) => this.up(event), { signal });
    svg.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId), { signal });
    svg.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
  }

  stop(): void {
    this.unlisten.abort();
  }

  /** Shows a part of the table, all of it and no more of the rest than the shape of the board asks for. */
  look(part: Window): void {
    const shape = this.whole.width / this.whole.height;
    const width = Math.max(part.width, part.height * shape);
    const height = width / shape;
    this.put({ x: part.x - (width - part.width) / 2, y: part.y - (height - part.height) / 2, width, height });
  }

  /** What is shown now, unless it is the whole table. */
  get shown(): Window | null {
    return this.window === this.whole ? null : this.window;
  }

  fit(): void {
    this.window = this.whole;
    this.show(null);
  }

  zoom(times: number, around: Point = [this.window.x + this.window.width / 2, this.window.y + this.window.height / 2]): void {
    const width = Math.min(this.whole.width, Math.max(this.whole.width / CLOSEST, this.window.width / times));
    const shrink = width / this.window.width;
    this.put({
      x: around[0] - (around[0] - this.window.x) * shrink,
      y: around[1] - (around[1] - this.window.y) * shrink,
      width,
      height: this.window.height * shrink,
    });
  }

  private put(next: Window): void {
    if (next.width >= this.whole.width * 0.999) {
      this.fit();
      return;
    }
    const keep = (low: number, at: number, room: number, all: number) => Math.min(Math.max(at, low), low + all - room);
    this.window = {
      ...next,
      x: keep(this.whole.x, next.x, next.width, this.whole.width),
      y: keep(this.whole.y, next.y, next.height, this.whole.height),
    };
    this.show(this.window);
  }

  private at(event: MouseEvent): Point {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()!.inverse());
    return [point.x, point.y];
  }

  private get pixel(): number {
    return 1 / this.svg.getScreenCTM()!.a;
  }

  private down(event: PointerEvent): void {
    this.svg.setPointerCapture(event.pointerId);
    this.slid = this.fingers.size > 0;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  private move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    if (!this.slid && Math.hypot(dx, dy) < SLIP_PX) return;
    this.slid = true;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const other = others[0];
    if (other) {
      const apart = (from: Point) => Math.hypot(from[0] - other[0], from[1] - other[1]);
      this.zoom(apart([event.clientX, event.clientY]) / Math.max(1, apart(before)), this.at(event));
    } else {
      this.put({ ...this.window, x: this.window.x - dx * this.pixel, y: this.window.y - dy * this.pixel });
    }
  }

  private up(event: PointerEvent): void {
    const began = this.fingers.delete(event.pointerId);
    if (began && !this.slid && this.fingers.size === 0) this.tap(this.at(event), this.pixel);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), this.at(event));
  }
}
