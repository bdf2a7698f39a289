// The board for drawing terrain: the camera's picture from straight above, the drawn parts, and handles for fingers.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { Handle } from "../board/handles.tsx";
import { type Shown, svgOutline, svgPath, useSpace } from "../board/space.ts";
import type { TagAt } from "../types/setup.ts";
import type { Feature, Point } from "../types/table.ts";
import { followImage } from "../ui/live_image.ts";
import { heightText } from "../ui/words.ts";
import {
  addCorner,
  changeParts,
  chosen,
  corner,
  draft,
  found,
  group,
  mode,
  moveCorner,
  nudge,
  part,
  pictureHeight,
  patternClass,
  tapBoard,
} from "./terrain_draft.ts";
import { ProposedOutlines } from "./terrain_proposals.tsx";
import { edges, type Part, partsCentre } from "./terrain_shape.ts";

const MARGIN_IN = 3;
const GAPS = { good: 1500, bad: 3000 };
const FINGER_PX = 24;
// A shorter edge has no room for a third handle.
const LEAST_EDGE_PX = 110;
// The width of a letter of a name: a name wider than its part would hide the picture.
const NAME_PX = 8.5;

export function TerrainBoard({
  width_in,
  depth_in,
  tags,
  carried,
}: {
  width_in: number;
  depth_in: number;
  tags: TagAt[];
  carried: Feature[];
}) {
  const shown: Shown = {
    ground: { width_in, depth_in, terrain: [] },
    models: [],
    sides: [],
    chosen: null,
    target: null,
    why: null,
  };
  const px = useRef(0.05);
  return (
    <Board
      shown={shown}
      layers={[]}
      look={null}
      onTap={(place) => tapBoard(place, FINGER_PX * px.current)}
      under={<FromAbove width_in={width_in} depth_in={depth_in} />}
    >
      <Scale into={px} />
      {carried.map((feature) => (
        <Outline key={feature.name} rings={feature.rings} looks="carried" />
      ))}
      {draft.value.parts.map((one, at) => (
        <Drawn key={at} part={one} at={at} />
      ))}
      {mode.value.is === "choose" && <ProposedOutlines />}
      {tags.map((tag) => (
        <Tag key={tag.tag} tag={tag} />
      ))}
      {mode.value.is === "choose" && part.value && <Handles />}
      <Traced />
    </Board>
  );
}

/** Passes the board's scale on to taps. */
function Scale({ into }: { into: { current: number } }) {
  into.current = useSpace().px;
  return null;
}

function FromAbove({ width_in, depth_in }: { width_in: number; depth_in: number }) {
  const shown = useSignal<{ url: string; height: number } | null>(null);
  useEffect(() => {
    const height = pictureHeight.peek();
    const address = (after: string) => `/api/setup/terrain/ground.jpg?z=${height}&after=${after}`;
    return followImage(address, "X-View", GAPS, (url) => {
      const before = shown.peek();
      if (before && before.height !== height) URL.revokeObjectURL(before.url);
      shown.value = { url, height };
    });
  }, [pictureHeight.value]);
  return shown.value ? (
    <image
      class="from-above"
      data-height={shown.value.height}
      href={shown.value.url}
      x={-MARGIN_IN}
      y={-MARGIN_IN}
      width={width_in + 2 * MARGIN_IN}
      height={depth_in + 2 * MARGIN_IN}
      preserveAspectRatio="none"
    />
  ) : null;
}

function Outline({ rings, looks }: { rings: Point[][]; looks: string }) {
  const { up } = useSpace();
  return <path class={looks} d={svgOutline(rings, up)} fill-rule="evenodd" vector-effect="non-scaling-stroke" />;
}

function Drawn({ part: one, at }: { part: Part; at: number }) {
  const { px, up } = useSpace();
  const faulty = (found.value.faults[at]?.length ?? 0) > 0;
  const looks = [
    "drawn",
    patternClass(one.material),
    ...(at === chosen.value ? ["chosen-part"] : group.value.includes(at) ? ["with-it"] : []),
    ...(faulty ? ["faulty"] : []),
  ];
  const [x, y] = up(partsCentre([one]));
  const name = `${faulty ? "! " : ""}${one.name} ${heightText(one.top_in)}″`;
  const room = Math.max(...one.rings[0]!.map(([ax]) => Math.max(...one.rings[0]!.map(([bx]) => bx - ax)))) / px;
  const named = at === chosen.value ? mode.value.is !== "choose" : faulty || room > NAME_PX * name.length;
  return (
    <g data-part={one.name}>
      <Outline rings={one.rings} looks={looks.join(" ")} />
      {named && (
        <text class="part-name" x={x} y={y} font-size={14 * px}>
          {name}
        </text>
      )}
    </g>
  );
}

/**
 * Handles of the chosen part: its corners, the middles of its edges, where a corner can be added, and the whole part.
 */
function Handles() {
  const { px } = useSpace();
  const one = part.value!;
  const before = useRef<Part[] | null>(null);
  const from = useRef<Point>([0, 0]);
  const middle = partsCentre(group.value.map((at) => draft.value.parts[at]!));
  function drag(act: () => void): void {
    before.current ??= draft.value.parts;
    act();
  }
  function finishDrag(): void {
    if (before.current) changeParts(draft.value.parts, before.current);
    before.current = null;
  }
  return (
    <g class="part-handles">
      <Handle
        key={`${chosen.value} all`}
        name="part"
        at={middle}
        move={(to) =>
          drag(() => {
            corner.value = null;
            from.current = partsCentre(group.value.map((at) => draft.value.parts[at]!));
            nudge(to[0] - from.current[0], to[1] - from.current[1], null);
          })
        }
        done={finishDrag}
      />
      {edges(one)
        .filter((edge) => edge.length > LEAST_EDGE_PX * px)
        .map((edge) => (
          <Plus
            key={`${chosen.value} ${edge.ring} ${edge.at} +`}
            at={edge.middle}
            onTap={() => addCorner(edge.ring, edge.at, edge.middle)}
          />
        ))}
      {one.rings.flatMap((ring, number) =>
        ring.map((point, at) => (
          <g
            key={`${chosen.value} ${number} ${at} ${ring.length}`}
            class={corner.value?.ring === number && corner.value.at === at ? "corner chosen-corner" : "corner"}
          >
            <Handle
              name={`corner-${number}-${at}`}
              at={point}
              move={(to) => drag(() => moveCorner({ ring: number, at }, to, null))}
              done={finishDrag}
            />
          </g>
        )),
      )}
    </g>
  );
}

function Plus({ at, onTap }: { at: Point; onTap: () => void }) {
  const { px, up } = useSpace();
  const [x, y] = up(at);
  return (
    <g
      class="plus"
      transform={`translate(${x} ${y})`}
      onClick={(event) => {
        event.stopPropagation();
        onTap();
      }}
    >
      <circle class="reach" r={24 * px} />
      <circle class="plus-dot" r={8 * px} vector-effect="non-scaling-stroke" />
      <path d={`M${-5 * px} 0H${5 * px}M0 ${-5 * px}V${5 * px}`} vector-effect="non-scaling-stroke" />
    </g>
  );
}

/** The outline that is being traced. */
function Traced() {
  const { px, up } = useSpace();
  const now = mode.value;
  if (now.is !== "trace") return null;
  return (
    <g class="traced">
      {now.ring.length > 1 && <path d={svgPath(now.ring, up)} vector-effect="non-scaling-stroke" />}
      {now.ring.map((point, at) => {
        const [x, y] = up(point);
        return (
          <circle
            key={at}
            class={at === 0 ? "first" : ""}
            cx={x}
            cy={y}
            r={(at === 0 && now.ring.length > 2 ? 12 : 6) * px}
            vector-effect="non-scaling-stroke"
          />
        );
      })}
    </g>
  );
}

function Tag({ tag }: { tag: TagAt }) {
  const { px, up } = useSpace();
  const [x, y] = up([tag.x_in, tag.y_in]);
  return (
    <g class="free-tag" data-tag={tag.tag} transform={`translate(${x} ${y})`}>
      <rect x={-10 * px} y={-10 * px} width={20 * px} height={20 * px} vector-effect="non-scaling-stroke" />
      <text y={4.5 * px} font-size={13 * px}>
        {tag.tag}
      </text>
    </g>
  );
}
