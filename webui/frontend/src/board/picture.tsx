// The camera's own picture with the models' bases drawn where they were read.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { chosenModel, listedRanges, models, selectedId, table, targetModel } from "../net/table_store.ts";
import type { Model, Point } from "../types/table.ts";
import { followImage } from "../ui/live_image.ts";
import { useSize } from "../ui/size.ts";
import { answerClass, isRemembered } from "../ui/words.ts";
import { chooseModel, sideNumber } from "./marks.tsx";

// A picture is for looking, not for measuring: eight a second are plenty.
const GAPS = { good: 120, bad: 1000 };
const FINGER_PX = 30;

/** onTap: the model that was tapped, or null; marks: what is written over a model. */
export function Picture({
  onTap = chooseModel,
  marks = new Map(),
}: {
  onTap?: (model: string | null) => void;
  marks?: ReadonlyMap<string, { text: string }>;
}) {
  const url = useSignal<string | null>(null);
  useEffect(
    () =>
      followImage(
        (after) => `/api/picture.jpg?after=${after}`,
        "X-View",
        GAPS,
        (next) => (url.value = next),
      ),
    [],
  );
  const frame = useRef<HTMLDivElement>(null);
  const room = useSize(frame);
  const size = table.value?.picture;
  const px = size ? 1 / Math.min(room.width / size.width, room.height / size.height) : 1;

  function tap(event: MouseEvent): void {
    const svg = event.currentTarget as SVGSVGElement;
    const screen = svg.getScreenCTM()!;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const places = models.value.flatMap((model) => {
      const middle = outlineCentre(model.outline_px);
      return middle ? [{ id: model.id, distance: Math.hypot(middle[0] - at.x, middle[1] - at.y) }] : [];
    });
    const meant = places.filter(({ distance }) => distance <= FINGER_PX / Math.hypot(screen.a, screen.b));
    onTap(meant.sort((a, b) => a.distance - b.distance)[0]?.id ?? null);
  }

  return (
    <div class="picture" ref={frame}>
      {size && url.value ? (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={t("The camera’s image")} onClick={tap}>
          <image href={url.value} width={size.width} height={size.height} />
          <SightLine />
          {models.value.map((model) => (
            <Outline key={model.id} model={model} px={px} mark={marks.get(model.id)?.text ?? ""} />
          ))}
        </svg>
      ) : (
        <p class="nothing">{t("No image yet.")}</p>
      )}
    </div>
  );
}

/** From the chosen model to the one it looks at, as on the board. */
function SightLine() {
  const [from, to] = [chosenModel.value, targetModel.value].map((model) => model && outlineCentre(model.outline_px));
  if (!from || !to) return null;
  const sight = listedRanges.value.find(({ model }) => model.id === targetModel.value!.id)?.range.sight;
  return (
    <g class="lines">
      <line
        class={sight ? answerClass(sight) : ""}
        x1={from[0]}
        y1={from[1]}
        x2={to[0]}
        y2={to[1]}
        stroke-width={4}
        vector-effect="non-scaling-stroke"
      />
    </g>
  );
}

function Outline({ model, px, mark }: { model: Model; px: number; mark: string }) {
  const middle = outlineCentre(model.outline_px);
  if (!middle) return null;
  const lowest = Math.max(...model.outline_px.map(([, v]) => v));
  const points = model.outline_px.map((point) => point.join(",")).join(" ");
  const looks = [
    `model side-${sideNumber(model.side)}`, // no text
    model.id === selectedId.value && "selected",
    model.id === targetModel.value?.id && "target",
    isRemembered(model) && "occluded",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <g class={looks} data-model={model.id}>
      <polygon class="glow" points={points} vector-effect="non-scaling-stroke" />
      <polygon class="ring" points={points} vector-effect="non-scaling-stroke" />
      {mark && (
        <text
          class="code model-mark"
          x={middle[0]}
          y={Math.min(...model.outline_px.map(([, v]) => v)) - 6 * px}
          font-size={15 * px}
        >
          {mark}
        </text>
      )}
      <text class="code" x={middle[0]} y={lowest + 15 * px} font-size={14 * px}>
        {model.code}
      </text>
    </g>
  );
}

function outlineCentre(outline: Point[]): Point | null {
  if (outline.length === 0) return null;
  const sum = outline.reduce(([u, v], [x, y]) => [u + x, v + y], [0, 0] as Point);
  return [sum[0] / outline.length, sum[1] / outline.length];
}
