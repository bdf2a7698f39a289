// The table: its size and origin by tap, and the camera's place over it, from the reference tags.

import { useSignal } from "@preact/signals";
import { decimal, t } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { type Finding, Says, StepFrame, Verdict } from "./frame.tsx";
import { LivePicture, Outline, type Size } from "./picture.tsx";
import { usePolled } from "../ui/polled.ts";
import { chooseTableSize, isPlaced, ofCamera, openCameras, tableSize } from "./steps.ts";
import { TableSize } from "./table_size.tsx";

interface ReferenceTag {
  id: number;
  corners_px: Point[] | null;
  used: boolean;
  center_in: Point | null;
  off_in: number | null;
}

interface PlaceStatus {
  trouble: string;
  draft: boolean;
  picture: Size | null;
  table?: { width_in: number; depth_in: number } | null;
  tags?: ReferenceTag[];
  area_px?: Point[] | null;
  finding?: Finding;
  advice?: string[];
  residual_in?: number | null;
  rms_px?: number | null;
  sigma_in?: number | null;
  camera?: { height_in: number; tilt_deg: number } | null;
}

const GAP_MS = 500;
const USUAL: [number, number] = [48, 48];

export function PlaceStep({ camera }: { camera: number }) {
  const polled = usePolled<PlaceStatus>(ofCamera("/api/setup/place", camera), GAP_MS);
  const first = camera === 1;
  const told = polled.told.value;
  const touching = useSignal(false);
  const choosing = useSignal(false);
  const again = useSignal(false);
  const chosen = useSignal<[number, number] | null>(null);
  const laying = first && told !== null && told.picture !== null && (!told.table || again.value);
  const tapping = laying || choosing.value;
  // tags that were laid again may belong to another table
  const size = laying
    ? (chosen.value ?? tableSize.value ?? USUAL)
    : ([told?.table?.width_in ?? 0, told?.table?.depth_in ?? 0] as [number, number]);

  function choose(width_in: number, depth_in: number): void {
    if (!laying) void polled.act("/api/setup/place/size", { width_in, depth_in });
    else if (told?.table) chosen.value = [width_in, depth_in];
    else
      void chooseTableSize(width_in, depth_in).catch(
        (error: unknown) => (polled.says.value = String(error instanceof Error ? error.message : error)),
      );
  }

  async function tap([x_px, y_px]: Point): Promise<void> {
    const [width_in, depth_in] = size;
    const apart = touching.value ? { apart_in: 25 / 25.4 } : {};
    const done = laying
      ? await polled.act("/api/setup/place/lay", { width_in, depth_in, x_px, y_px, ...apart })
      : await polled.act("/api/setup/place/origin", { x_px, y_px });
    if (done) choosing.value = again.value = false;
  }

  const good = told?.finding !== undefined && ["good", "fair"].includes(told.finding.verdict);
  return (
    <StepFrame
      step="place"
      camera={camera}
      ready={good && !polled.busy.value && !tapping}
      onDone={() => polled.act(ofCamera("/api/setup/place/save", camera))}
      picture={
        <LivePicture
          size={told?.picture ?? null}
          camera={camera}
          label={
            tapping
              ? t("The camera’s image: tap the corner that is the origin")
              : t("The camera’s image, with the tags and the playing area")
          }
          {...(tapping ? { onTap: (at: Point) => void tap(at) } : {})}
        >
          {told?.picture && <TagOutlines told={told} size={told.picture} />}
        </LivePicture>
      }
      under={
        tapping ? (
          <p class="do-next" role="status">
            {t("Tap the corner of the table that is the origin: the near one, on the players’ left.")}
          </p>
        ) : (
          told?.finding && <Verdict finding={told.finding} />
        )
      }
    >
      <Says says={polled.says.value || told?.trouble || ""} />
      {tapping && told?.finding && <Verdict finding={told.finding} />}
      {told?.advice?.map((says) => (
        <Verdict key={says} finding={{ verdict: "fair", says, value: null }} />
      ))}
      {told?.camera && (
        <p class="soft">
          {t("The camera hangs {height}″ above the table, tilted {tilt}° from straight down.", {
            height: told.camera.height_in.toFixed(0),
            tilt: told.camera.tilt_deg.toFixed(0),
          })}
        </p>
      )}
      {!first && (
        <p class="soft">
          {t(
            "The first camera has laid out the table. This camera finds its own position by the same " +
              "reference tags: it must see at least three of them.",
          )}
        </p>
      )}
      {first && told && (laying || told.table) && (
        <TableSize now={size} disabled={polled.busy.value} onChoose={choose} />
      )}
      {laying && (
        <section class="choices">
          <h2 id="corner-tags">{t("How do the corner tags lie?")}</h2>
          <div
            class="choice"
            role="group"
            aria-labelledby="corner-tags"
            data-corner-tags={touching.value ? "touching" : "apart"}
          >
            <Press aria-pressed={!touching.value} onPress={() => (touching.value = false)}>
              {t("With a gap to the table’s corner")}
            </Press>
            <Press aria-pressed={touching.value} onPress={() => (touching.value = true)}>
              {t("Their paper touches the table’s corner")}
            </Press>
          </div>
          <p class="soft">
            {touching.value
              ? t(
                  "The place of each corner follows from the printed size of its tag. " +
                    "Your tap says which corner is the origin.",
                )
              : t("Tap exactly on the corner: the gap is measured in the image, and counts for all four corners.")}
          </p>
        </section>
      )}
      {first && told?.table && (
        <div class="choice">
          <Press
            aria-pressed={again.value}
            data-lay-again
            onPress={() => {
              chosen.value = [told.table!.width_in, told.table!.depth_in];
              choosing.value = false;
              again.value = !again.value;
            }}
          >
            {t("The tags were laid again")}
          </Press>
          <Press
            aria-pressed={choosing.value}
            disabled={!told.area_px}
            onPress={() => (choosing.value = !choosing.value)}
          >
            {t("Another origin")}
          </Press>
          {told.draft && (
            <Press onPress={() => void polled.act("/api/setup/place/drop")}>{t("Discard these changes")}</Press>
          )}
        </div>
      )}
      {(again.value || told?.draft) && told?.table && (
        <p class="soft" data-depends>
          {t(
            "Terrain keeps its position relative to the origin: check it after you change the tags or " +
              "the size. The readings of the gauge card belong to the old table: read the card again. " +
              "Models keep their tags.",
          )}
        </p>
      )}
      {told?.tags && told.tags.length > 0 && <Tags tags={told.tags} />}
      {first && isPlaced() && !tapping && (
        <Press data-all-cameras onPress={openCameras}>
          {t("Several cameras, and a dice tray")}
        </Press>
      )}
    </StepFrame>
  );
}

function TagOutlines({ told, size }: { told: PlaceStatus; size: Size }) {
  const letter = size.height / 20;
  const area = told.area_px;
  return (
    <>
      <Outline points={area ?? null} looks="area" />
      {area && <Origin area={area} letter={letter} />}
      {told.tags?.map(
        (tag) =>
          tag.corners_px && (
            <g key={tag.id} class={tag.used ? "tag used" : "tag"}>
              <Outline points={tag.corners_px} looks="tag-edge" />
              <text
                x={tag.corners_px[0]![0]}
                y={Math.max(...tag.corners_px.map(([, y]) => y)) + letter}
                font-size={letter}
              >
                {tag.id}
              </text>
            </g>
          ),
      )}
    </>
  );
}

function Origin({ area, letter }: { area: Point[]; letter: number }) {
  const [origin, right, , far] = area as [Point, Point, Point, Point];
  const towards = ([x, y]: Point): Point => [origin[0] + 0.14 * (x - origin[0]), origin[1] + 0.14 * (y - origin[1])];
  const [x, y] = [towards(right), towards(far)];
  return (
    <g class="origin">
      {[x, y].map((end, at) => (
        <line key={at} x1={origin[0]} y1={origin[1]} x2={end[0]} y2={end[1]} vector-effect="non-scaling-stroke" />
      ))}
      <circle cx={origin[0]} cy={origin[1]} r={letter / 2} vector-effect="non-scaling-stroke" />
      <text x={x[0]} y={x[1] - letter / 3} font-size={letter}>
        x
      </text>
      <text x={y[0] + letter / 3} y={y[1]} font-size={letter}>
        y
      </text>
      <text x={origin[0] + letter * 0.8} y={origin[1] - letter * 0.6} font-size={letter}>
        {t("origin")}
      </text>
    </g>
  );
}

function Tags({ tags }: { tags: ReferenceTag[] }) {
  return (
    <table class="figures">
      <caption>{t("Reference tags")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("tag")}</th>
          <th scope="col">{t("off by")}</th>
          <th scope="col">{t("state")}</th>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => (
          <tr key={tag.id} data-tag={tag.id}>
            <td>{tag.id}</td>
            <td>{tag.off_in === null ? "–" : `${decimal(tag.off_in, 3)}″`}</td>
            <td>{stateText(tag)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateText({ corners_px, used, off_in }: ReferenceTag): string {
  if (corners_px === null) return t("not seen");
  if (used) return t("✓ used");
  return off_in === null ? t("seen") : t("! left out");
}
