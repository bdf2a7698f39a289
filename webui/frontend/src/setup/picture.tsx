// The camera's whole live picture, with the drawings of a step in the picture's own pixels.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { followImage } from "../ui/live_image.ts";

export interface Size {
  width: number;
  height: number;
}

// One picture at a time, on one connection: fast enough to hold a board in place.
const GAPS = { good: 60, bad: 800 };

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
  useEffect(() => {
    const address = (after: string) => `/api/setup/picture.jpg?after=${after}&camera=${camera}`;
    return followImage(address, "X-Frame", GAPS, (next) => (url.value = next));
  }, []);
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
          {t("No image yet")}
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
