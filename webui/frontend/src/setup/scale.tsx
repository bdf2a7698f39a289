// A true scale: the mat's edge or a bank card, found in the picture, confirmed by a tap, or dragged.

import { type Signal, useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { Says, Verdict } from "./frame.tsx";
import { Outline, type Size } from "./picture.tsx";
import { type Polled, usePolled } from "../ui/polled.ts";

interface ScaleOffer {
  source: "mat" | "card" | "rule";
  says: string;
  ten_in: number;
  true: boolean;
  outline_px: Point[] | null;
  corners_px: Point[] | null;
}

export interface ScaleStatus {
  picture: Size | null;
  trouble: string;
  says: string;
  certified: ScaleOffer["source"] | null;
  stale: boolean;
  offers?: ScaleOffer[];
  missing?: string[];
  faults?: string[];
  prints?: string[];
}

const GAP_MS = 900;
// of the picture's width: a finger reaches a corner of the mat on a phone, too
const REACH = 1 / 18;
const DOT = 1 / 120;
const LINE = "scale-line"; // no text
const SURE = "scale-line sure"; // no text

export interface Scale {
  polled: Polled<ScaleStatus>;
  /** The corner that the next tap on the picture moves. */
  corner: Signal<number | null>;
  /** The corners while a finger drags one. */
  dragged: Signal<Point[] | null>;
}

export function useScale(): Scale {
  const polled = usePolled<ScaleStatus>("/api/setup/scale", GAP_MS);
  return { polled, corner: useSignal<number | null>(null), dragged: useSignal<Point[] | null>(null) };
}

/** The scale to confirm, with its button; then the scale that lengths rest on. */
export function TrueScale({ scale: { polled, corner } }: { scale: Scale }) {
  const told = polled.told.value;
  if (!told) return null;
  const offers = told.offers ?? [];
  return (
    <section class="choices true-scale" data-certified={told.certified ?? "none"}>
      <h2>{t("A length independent of the printer")}</h2>
      <Says says={polled.says.value || told.trouble} />
      <Verdict
        finding={{ verdict: told.certified ? "good" : "fair", says: told.says, value: null }}
        title={t("Basis of all lengths")}
      />
      {told.faults?.map((says) => (
        <Verdict key={says} finding={{ verdict: "bad", says, value: null }} />
      ))}
      {told.prints?.map((says) => (
        <p key={says} class="soft" data-print>
          {says}
        </p>
      ))}
      {offers
        .filter(({ source }) => source !== told.certified)
        .map((offer) => (
          <div key={offer.source} class="scale-offer" data-offer={offer.source}>
            <p>{offer.says}</p>
            <div class="choice">
              <Press
                class="big-go"
                data-use={offer.source}
                disabled={polled.busy.value}
                onPress={() => void polled.act("/api/setup/scale/use", { source: offer.source })}
              >
                {offer.true ? t("Yes: lengths are right") : t("Yes: correct all lengths accordingly")}
              </Press>
            </div>
            {offer.corners_px && !told.certified && (
              <p class="soft">
                {corner.value === null
                  ? t(
                      "If not, drag a corner to the corner of the mat, or tap a corner and then the " +
                        "place where it belongs.",
                    )
                  : t("Tap the place of this corner of the mat.")}
              </p>
            )}
          </div>
        ))}
      {!told.certified &&
        told.missing?.map((says) => (
          <p key={says} class="soft" data-missing>
            {says}
          </p>
        ))}
      {!told.certified && (
        <p class="soft">
          {t(
            "The camera finds a bank card that lies flat on the table. If you have none, measure the " +
              "gauge card with a ruler, below.",
          )}
        </p>
      )}
      {told.certified && (
        <Press data-drop-scale disabled={polled.busy.value} onPress={() => void polled.act("/api/setup/scale/drop")}>
          {t("Do not use it: go back to the printed sizes")}
        </Press>
      )}
    </section>
  );
}

/** The found lengths in the picture; the mat's corners can be dragged until it is confirmed. */
export function ScaleLines({ scale, size }: { scale: Scale; size: Size }) {
  const told = scale.polled.told.value;
  return (
    <>
      {told?.offers
        ?.filter((offer) => offer.outline_px)
        .map((offer) => {
          const loose = offer.corners_px !== null && !told.certified;
          return (
            <g key={offer.source} data-line={offer.source}>
              <Outline
                points={scale.dragged.value && loose ? scale.dragged.value : offer.outline_px}
                looks={told.certified === offer.source ? SURE : LINE}
              />
              {loose &&
                offer.corners_px!.map((_, at) => (
                  <MatCorner key={at} at={at} corners={offer.corners_px!} scale={scale} size={size} />
                ))}
            </g>
          );
        })}
    </>
  );
}

/** Moves one corner of the mat there, and keeps it on the server. */
export async function moveMatCorner(
  { polled, corner, dragged }: Scale,
  corners: Point[],
  at: number,
  to: Point,
): Promise<void> {
  dragged.value = corners.map((one, number) => (number === at ? to : one));
  await polled.act("/api/setup/scale/drag", { corners_px: dragged.value });
  corner.value = null;
  setTimeout(() => (dragged.value = null), 2 * GAP_MS);
}

function MatCorner({ at, corners, scale, size }: { at: number; corners: Point[]; scale: Scale; size: Size }) {
  const { corner, dragged } = scale;
  const [x, y] = (dragged.value ?? corners)[at]!;
  const moved = useSignal(false);

  function place(event: PointerEvent): Point | null {
    const screen = (event.currentTarget as SVGElement).ownerSVGElement?.getScreenCTM();
    if (!screen) return null;
    const there = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    return [there.x, there.y];
  }

  return (
    <g
      class={corner.value === at ? "mat-corner chosen" : "mat-corner"}
      data-mat-corner={at}
      onClick={(event) => {
        const justDragged = moved.value;
        moved.value = false;
        // a tap so near moves the chosen corner, like a tap anywhere else
        if (!justDragged && corner.value === at) return;
        event.stopPropagation();
        if (!justDragged) corner.value = at;
      }}
      onPointerDown={(event) => (event.currentTarget as Element).setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const to = event.buttons === 0 ? null : place(event);
        if (!to || (!moved.value && Math.hypot(to[0] - x, to[1] - y) < size.width * DOT)) return;
        moved.value = true;
        dragged.value = corners.map((one, number) => (number === at ? to : one));
      }}
      onPointerUp={(event) => {
        const to = place(event);
        if (moved.value && to) void moveMatCorner(scale, corners, at, to);
      }}
    >
      <circle class="reach" cx={x} cy={y} r={size.width * REACH} />
      <circle class="dot" cx={x} cy={y} r={size.width * DOT} vector-effect="non-scaling-stroke" />
    </g>
  );
}
