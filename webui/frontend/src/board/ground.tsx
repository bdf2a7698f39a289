// The bare table: its mat with rulers, and the terrain that stands on it.

import type { Feature } from "../types/table.ts";
import { shortFigures, shortLength } from "../ui/lengths.ts";
import { Hexes } from "./hexes.tsx";
import { hidingClass, svgOutline, useSpace } from "./space.ts";

export function Patterns() {
  const { px } = useSpace();
  return (
    <defs>
      <clipPath id="round" clipPathUnits="objectBoundingBox">
        <circle cx="0.5" cy="0.5" r="0.5" />
      </clipPath>
      <pattern id="hatch" width={6 * px} height={6 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2 * px} height={6 * px} class="hatch" />
      </pattern>
      <pattern id="weave" width={9 * px} height={9 * px} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width={1.5 * px} height={9 * px} class="weave" />
      </pattern>
      {["", "M1.5 1.5h2v2h-2Z", "M0 2h6", "M3 0v6M0 3h6"].map((pattern, side) => (
        <pattern
          key={side}
          id={`side-${side}`}
          class={`side-${side}`}
          width={6 * px}
          height={6 * px}
          patternUnits="userSpaceOnUse"
        >
          <rect class="cloth" width={6 * px} height={6 * px} />
          <path class={side === 1 ? "dots" : "threads"} d={pattern} transform={`scale(${px})`} />
        </pattern>
      ))}
    </defs>
  );
}

export function Mat() {
  const { shown, px } = useSpace();
  const { width_in: width, depth_in: depth } = shown.ground;
  const steps = (length: number, step: number) =>
    Array.from({ length: Math.ceil(length / step) - 1 }, (_, i) => (i + 1) * step);
  const grid = (step: number, name: string) => (
    <path
      class={name}
      vector-effect="non-scaling-stroke"
      d={[
        ...steps(width, step).map((x) => `M${x} 0V${depth}`),
        ...steps(depth, step).map((y) => `M0 ${depth - y}H${width}`),
      ].join("")}
    />
  );
  const edge = (n: number) => ({ class: "ruler", "font-size": 13 * px, key: n });
  return (
    <g aria-hidden="true">
      <rect class="mat" width={width} height={depth} vector-effect="non-scaling-stroke" />
      {shown.photo && <image class="photo" href={shown.photo} width={width} height={depth} />}
      {!shown.ground.grid && px < 1 / 24 && grid(1, "grid inch") /* no text */}
      {!shown.ground.grid && grid(6, "grid half") /* no text */}
      {!shown.ground.grid && grid(12, "grid foot") /* no text */}
      <Hexes />
      {[0, ...steps(width, 12), width].map((x) => (
        <text {...edge(x)} x={x} y={depth + 18 * px} text-anchor="middle">
          {shortFigures(x)}
        </text>
      ))}
      {[0, ...steps(depth, 12), depth].map((y) => (
        <text {...edge(y)} x={-7 * px} y={depth - y + 4.5 * px} text-anchor="end">
          {shortFigures(y)}
        </text>
      ))}
    </g>
  );
}

export function Terrain({ feature }: { feature: Feature }) {
  const { shown, px, up } = useSpace();
  const xs = feature.rings[0]!.map(([x]) => x);
  const ys = feature.rings[0]!.map(([, y]) => y);
  const room = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / px;
  const storey = Math.min(4, Math.ceil(feature.top_in / 1.5));
  const [x, y] = up(feature.label_in);
  const raised = feature.bottom_in > 0 ? " raised" : "";
  const hiding = hidingClass(shown.why, "terrain", feature.number);
  return (
    <g class={`terrain pattern-${feature.pattern} storey-${storey}${raised}${hiding}`}>
      <title>{`${feature.name}, ${shortLength(feature.top_in)}`}</title>
      <path d={svgOutline(feature.rings, up)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />
      {room > 26 && (
        <text x={x} y={y + 4.5 * px} font-size={13 * px}>
          {shortLength(feature.top_in)}
        </text>
      )}
    </g>
  );
}
