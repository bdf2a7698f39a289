// The camera's whole live picture, with the drawings of a step in the picture's own pixels.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import type { Point } from "../types/table.ts";

export interface Size {
  width: number;
  height: number;
}

// One picture at a time, on one connection: fast enough to hold a board in place.
const GAP_MS = 60;
const AGAIN_MS = 800;

/** onTap: called with the place of a tap, in the picture's own pixels. camera: its number from 1. */
export function LivePicture({
  size,
  camera = 1,
  label,
  onTap,
  children,
}: {
  size: Size | null;
  camera?: number;
  label: string;
  onTap?: (at: Point) => void;
  children?: ComponentChildren;
}) {
  const url = useSignal<string | null>(null);
  useEffect(
    () =>
      followPicture(camera, (shown) => {
        if (url.peek()) URL.revokeObjectURL(url.peek()!);
        url.value = shown;
      }),
    [],
  );
  const { width, height } = size ?? { width: 1920, height: 1080 };

  function tap(event: MouseEvent): void {
    const screen = (event.currentTarget as SVGSVGElement).getScreenCTM();
    if (!onTap || !screen) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    onTap([at.x, at.y]);
  }

  return (
    <svg
      class={onTap ? "live tappable" : "live"}
      viewBox={`0 0 ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      role="img"
      aria-label={label}
      data-live={url.value !== null}
      onClick={tap}
    >
      {url.value && <image href={url.value} width={width} height={height} preserveAspectRatio="none" />}
      {size && url.value ? children : null}
      {!url.value && (
        <text class="nothing-yet" x={width / 2} y={height / 2} font-size={height / 18}>
          {t("No picture yet")}
        </text>
      )}
    </svg>
  );
}

/** The outline of something, closed. */
export function Outline({ points, looks }: { points: Point[] | null; looks: string }) {
  return points ? (
    <polygon
      class={looks}
      points={points.map((point) => point.join(",")).join(" ")}
      vector-effect="non-scaling-stroke"
    />
  ) : null;
}

/** Loads one picture after the other, each newer than the last; returns a function that stops it. */
function followPicture(camera: number, show: (url: string) => void): () => void {
  const stopped = new AbortController();
  async function run(): Promise<void> {
    let after = "-1";
    while (!stopped.signal.aborted) {
      let wait = AGAIN_MS;
      try {
        const answer = document.hidden
          ? null
          : await fetch(`/api/setup/picture.jpg?after=${after}&camera=${camera}`, { signal: stopped.signal });
        if (answer?.status === 200) {
          after = answer.headers.get("X-Frame") ?? "-1";
          show(URL.createObjectURL(await answer.blob()));
          wait = GAP_MS;
        } else if (answer?.status === 204) {
          // nothing newer came while the server waited
          wait = GAP_MS;
        }
      } catch {
        // no server: the banner says so; ask again
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  void run();
  return () => stopped.abort();
}
