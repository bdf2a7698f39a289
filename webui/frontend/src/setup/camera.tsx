// The camera: its choice, and whether its picture is sharp, well lit and fine enough.

import { useSignal } from "@preact/signals";
import { decimal, t, tx } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { type Finding, Says, StepFrame, Verdict } from "./frame.tsx";
import { NetworkCamera } from "./network_camera.tsx";
import { LivePicture, type Size } from "./picture.tsx";
import { type TagCells, TagVerdict } from "./tag_verdict.tsx";
import { type Polled, usePolled } from "../ui/polled.ts";
import { chooseTableSize, isPlaced, ofCamera, openCameras, steps, tableSize } from "./steps.ts";
import { TableSize } from "./table_size.tsx";

interface CameraStatus {
  picture: Size | null;
  current: string;
  chosen: string | null;
  offers: { source: string; name: string }[];
  sizes: string[];
  /** How late the pictures are, where that was measured. */
  delay: string;
  trouble: string;
  focus?: Finding;
  best_px?: number | null;
  exposure?: Finding;
  flicker?: Finding;
  cells?: TagCells[];
  /** The same for a table that fills the picture, while no tag shows them. */
  expected?: TagCells[];
  tags?: number[];
  lens_says?: string;
  /** Whether the table's tags are in the picture; null before there is a table. */
  references?: Finding | null;
}

const GAP_MS = 300;

export function CameraStep({ camera }: { camera: number }) {
  const polled = usePolled<CameraStatus>(ofCamera("/api/setup/camera", camera), GAP_MS);
  const told = polled.told.value;
  const picture = told?.picture ?? null;
  const refused = useSignal("");
  async function choose(width_in: number, depth_in: number): Promise<void> {
    refused.value = "";
    await chooseTableSize(width_in, depth_in).catch(
      (error: unknown) => (refused.value = error instanceof Error ? error.message : String(error)),
    );
  }
  return (
    <StepFrame
      step="camera"
      camera={camera}
      ready={picture !== null && !isBad(told!)}
      possible={picture !== null}
      picture={<LivePicture size={picture} camera={camera} label={t("The camera’s image")} />}
      under={told?.focus?.value != null && <Blur now={told.focus.value} best={told.best_px ?? told.focus.value} />}
    >
      <Says says={refused.value || polled.says.value || told?.trouble || ""} />
      {camera === 1 && tableSize.value && !isLaidOut() && (
        <TableSize
          now={tableSize.value}
          disabled={polled.busy.value}
          onChoose={(width, depth) => void choose(width, depth)}
        />
      )}
      {told?.lens_says && <Verdict finding={{ verdict: "bad", says: told.lens_says, value: null }} title={t("Size")} />}
      {told?.references && <Verdict finding={told.references} title={t("Table")} />}
      {told?.focus && <Verdict finding={told.focus} title={t("Focus")} />}
      {told?.exposure && <Verdict finding={told.exposure} title={t("Light")} />}
      {told?.flicker && <Verdict finding={told.flicker} title={t("Flicker")} />}
      {told && <Cells told={told} />}
      {camera === 1 && isPlaced() && (
        <Press data-all-cameras onPress={openCameras}>
          {t("Several cameras, and a dice tray")}
        </Press>
      )}
      {told && <CameraChoice told={told} polled={polled} camera={camera} />}
    </StepFrame>
  );
}

/** A table that lies there is measured; its own step changes its size. */
function isLaidOut(): boolean {
  const state = steps.value?.find((step) => step.name === "place")?.state; // no text
  return state === "done" || state === "attention"; // no text
}

/** Tags of a size that would do are enough; the models' sheet offers it. */
function isBad({ focus, exposure, flicker, cells, expected, lens_says, references }: CameraStatus): boolean {
  const judged = cells?.length ? cells : (expected ?? []);
  const tooFine = judged.length > 0 && judged.every((cell) => cell.verdict === "bad");
  return (
    Boolean(lens_says) ||
    tooFine ||
    [focus, exposure, flicker, references].some((finding) => finding?.verdict === "bad")
  );
}

function Blur({ now, best }: { now: number; best: number }) {
  return (
    <p class="tally">
      {tx("{now} px blur now, {best} px at best. Less is sharper.", {
        now: <output class="large">{decimal(now, 1)}</output>,
        best: best.toFixed(1),
      })}
    </p>
  );
}

function Cells({ told }: { told: CameraStatus }) {
  if (!told.cells?.length) {
    const says = t("Lay a printed reference tag flat on the table to see the resolution of the image there.");
    return (
      <>
        {told.expected?.map((cells) => (
          <TagVerdict key={cells.tag_mm} cells={cells} measured={false} />
        ))}
        <Verdict finding={{ verdict: "unknown", says, value: null }} title={t("Resolution")} />
      </>
    );
  }
  return (
    <>
      {told.cells.map((cells) => (
        <TagVerdict key={cells.tag_mm} cells={cells} measured />
      ))}
    </>
  );
}

function CameraChoice({ told, polled, camera }: { told: CameraStatus; polled: Polled<CameraStatus>; camera: number }) {
  const size = useSignal("");
  const choose = (source: string): void =>
    void polled.act(ofCamera("/api/setup/camera", camera), size.value ? { source, size: size.value } : { source });
  return (
    <section class="choices">
      <h2>{t("Another camera")}</h2>
      <p class="soft">
        {told.picture
          ? t("Now: {camera}, {width} × {height}", {
              camera: told.current,
              width: told.picture.width,
              height: told.picture.height,
            })
          : t("Now: {camera}", { camera: told.current })}
      </p>
      {told.delay && <p class="soft delay">{told.delay}</p>}
      <div class="choice" role="group" aria-label={t("Size of the image")}>
        {["", ...told.sizes].map((one) => (
          <Press key={one} aria-pressed={size.value === one} onPress={() => (size.value = one)}>
            {one === "" ? t("Largest") : one}
          </Press>
        ))}
      </div>
      {told.offers.length === 0 && <p class="soft">{t("No other camera is connected to the table’s computer.")}</p>}
      {told.offers.map((offer) => (
        <Press
          key={offer.source}
          class="offer"
          disabled={polled.busy.value}
          data-source={offer.source}
          onPress={() => choose(offer.source)}
        >
          <span>{offer.name}</span>
          <small>{offer.source}</small>
        </Press>
      ))}
      <NetworkCamera disabled={polled.busy.value} onOpen={choose} />
    </section>
  );
}
