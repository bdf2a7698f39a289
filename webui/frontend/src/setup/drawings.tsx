// Drawings of what is held up, laid down or hung: how it looks when it is right.

import type { ComponentChildren } from "preact";
import { t } from "../i18n.ts";
import type { StepName } from "../types/setup.ts";
import "./drawings.css";

// the corners of a table seen from its near side, in drawing units
const TABLE = "14,92 146,92 118,54 42,54";
const SQUARES = [0, 1, 2, 3];
const ON_TOP: [number, number][] = [
  [22, 20],
  [80, 20],
  [138, 20],
  [22, 50],
  [138, 50],
  [22, 80],
  [80, 80],
  [138, 80],
];

const DRAWINGS: Partial<Record<StepName, { says: string; Drawing: () => ComponentChildren }>> = {
  camera: {
    says: t("Over the middle of the table, looking straight down, all four corners in the image."),
    Drawing: HungCamera,
  },
  print: {
    says: t(
      "Cut along the lines. Glue each tag flat on a tray, under its model; " +
        "the board and the card go on something stiff.",
    ),
    Drawing: GluedTag,
  },
  lens: {
    says: t("Hold the board flat, then tilted to each side, nearer and further away, in every corner of the image."),
    Drawing: HeldBoard,
  },
  place: {
    says: t("A tag at each corner and at the middle of each side, flat, just outside the playing area."),
    Drawing: LaidTags,
  },
  gauge: {
    says: t("Flat on the table, both ends in the image. Then once more elsewhere, turned."),
    Drawing: LaidCard,
  },
  roster: { says: t("Put each model down on its tray, the tag to the camera."), Drawing: PutModel },
};

/** A drawing of the step's work by hand, with one sentence; nothing for a step that is done on the page. */
export function StepDrawing({ step }: { step: StepName }) {
  const drawn = DRAWINGS[step];
  if (!drawn) return null;
  return (
    <figure class="step-drawing" data-drawing={step}>
      <svg viewBox="0 0 160 100" aria-hidden="true">
        <drawn.Drawing />
      </svg>
      <figcaption>{drawn.says}</figcaption>
    </figure>
  );
}

function Camera({ x, y }: { x: number; y: number }) {
  return (
    <g class="thing">
      <rect x={x - 9} y={y - 6} width="18" height="9" rx="2" />
      <path d={`M${x - 4} ${y + 3}h8l-1.5 4h-5z`} />
    </g>
  );
}

function HungCamera() {
  return (
    <>
      <polygon class="ground" points={TABLE} />
      <path class="looks" d="M80 17 14 92M80 17 146 92M80 17 118 54M80 17 42 54" />
      <path class="arm" d="M8 92V10H71" />
      <Camera x={80} y={10} />
    </>
  );
}

function GluedTag() {
  return (
    <>
      <rect class="ground" x="12" y="12" width="52" height="74" />
      {SQUARES.map((number) => (
        <Tag key={number} x={26 + 24 * (number % 2)} y={30 + 34 * Math.floor(number / 2)} size={16} />
      ))}
      <path class="goes" d="M72 50h20m-6-5 6 5-6 5" />
      <path class="thing" d="M102 60v8a24 11 0 0 0 48 0v-8" />
      <ellipse class="ground" cx="126" cy="60" rx="24" ry="11" />
      <polygon class="tag" points="126,52 140,60 126,68 112,60" />
    </>
  );
}

function HeldBoard() {
  return (
    <>
      {[
        [28, 0],
        [80, -18],
        [132, 18],
      ].map(([x, tilt]) => (
        <g key={x} transform={`translate(${x} 62) rotate(${tilt})`}>
          <rect class="ground" x="-20" y="-14" width="40" height="28" />
          {[-15, -5, 5].map((at) => (
            <path key={at} class="tag" d={`M${at} -9h5v5h-5zM${at + 5} -4h5v5h-5zM${at} 1h5v5h-5z`} />
          ))}
          <path class="thing" d="M-20 -3h-5v8h5M20 -3h5v8h-5" />
        </g>
      ))}
      <path class="looks" d="M80 17 28 46M80 17V44M80 17 132 46" />
      <Camera x={80} y={10} />
    </>
  );
}

function LaidTags() {
  return (
    <>
      <rect class="ground" x="32" y="28" width="96" height="44" />
      {ON_TOP.map(([x, y]) => (
        <Tag key={`${x} ${y}`} x={x} y={y} size={11} />
      ))}
    </>
  );
}

function LaidCard() {
  return (
    <>
      <polygon class="ground" points={TABLE} />
      <polygon class="thing filled" points="44,84 92,84 90,78 46,78" />
      <polygon class="looks" points="101,74 109,62 104,60 95,72" />
      <path class="goes" d="M94 82q10-2 9-6m-4 2 4-3 2 5" />
      <Camera x={80} y={10} />
    </>
  );
}

function PutModel() {
  return (
    <>
      <polygon class="ground" points={TABLE} />
      <ellipse class="thing" cx="80" cy="78" rx="20" ry="8" />
      <polygon class="tag" points="92,74 100,78 92,82 84,78" />
      <path class="thing filled" d="M66 76v-14a6 6 0 0 1 12 0v14z" />
      <circle class="thing filled" cx="72" cy="50" r="5" />
      <Camera x={80} y={10} />
    </>
  );
}

function Tag({ x, y, size }: { x: number; y: number; size: number }) {
  return <rect class="tag" x={x - size / 2} y={y - size / 2} width={size} height={size} />;
}
