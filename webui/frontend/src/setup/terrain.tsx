// Terrain: traced by taps on the camera's picture from above, taken from a library, or imported from a file.

import { useEffect } from "preact/hooks";
import { inFigures, t, tn } from "../i18n.ts";
import { ground } from "../net/table_store.ts";
import type { LibraryShape, TerrainStatus } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { Says, StepFrame } from "./frame.tsx";
import { type Polled, usePolled } from "../ui/polled.ts";
import { TerrainBoard } from "./terrain_board.tsx";
import {
  cancelMode,
  choose,
  chosen,
  closeRing,
  draft,
  found,
  keepMine,
  learnFeatures,
  materials,
  mode,
  part,
  patternClass,
  markSaved,
  takeFeatures,
  startTrace,
  undo,
} from "./terrain_draft.ts";
import { Files } from "./terrain_files.tsx";
import { PartPanel } from "./terrain_part.tsx";
import { Proposals, proposals } from "./terrain_proposals.tsx";
import { featureOf, type Part } from "./terrain_shape.ts";
import { TaggedPieces } from "./terrain_tags.tsx";
import "./terrain.css";
import { PictureHeight } from "./picture_height.tsx";

const GAP_MS = 1000;

export function TerrainStep() {
  const polled = usePolled<TerrainStatus>("/api/setup/terrain", GAP_MS);
  const told = polled.told.value;
  useEffect(() => {
    if (!told) return;
    materials.value = told.materials;
    learnFeatures(told.features, told.stamp);
  }, [told?.stamp]);
  const changedElsewhere = told !== null && draft.value.dirty && draft.value.stamp !== told.stamp;
  const others = found.value.others;
  const possible =
    told !== null && found.value.sound && !polled.busy.value && mode.value.is === "choose" && !changedElsewhere;
  const pending = proposals.value?.length ?? 0;
  // outlines are proposed before the server is asked for the step again
  const unchecked = told !== null && (told.unchecked || (proposals.value !== null && draft.value.dirty));
  // terrain with a tag stands where the camera sees it
  const carried = ground.value.terrain.filter((feature) =>
    told?.pieces.some((piece) => feature.name.startsWith(`${piece.id} `)),
  );

  async function save(): Promise<boolean> {
    if (!draft.value.dirty) return true;
    if (
      !(await polled.act("/api/setup/terrain/save", {
        features: draft.value.parts.map(featureOf),
        stamp: draft.value.stamp,
      }))
    )
      return false;
    markSaved(polled.told.value!.stamp);
    return true;
  }

  return (
    <StepFrame
      step="terrain"
      ready={possible && draft.value.parts.length > 0 && pending === 0}
      possible={possible}
      {...(unchecked ? { confirms: t("No piece is missing: continue") } : {})}
      onDone={save}
      picture={
        told && <TerrainBoard width_in={told.width_in} depth_in={told.depth_in} tags={told.tags} carried={carried} />
      }
    >
      <Says says={polled.says.value || told?.fault || ""} />
      {changedElsewhere && <ChangedElsewhere told={told} />}
      <div class="terrain-bar">
        <Press disabled={draft.value.past.length === 0} onPress={undo}>
          {t("Undo")}
        </Press>
        <Press
          class="save"
          data-save
          disabled={!draft.value.dirty || !found.value.sound || polled.busy.value || changedElsewhere}
          onPress={() => void save()}
        >
          {draft.value.dirty ? t("Save") : t("Saved")}
        </Press>
      </div>
      {told && !told.camera && (
        <p class="soft">
          {t("There is no image to draw on yet: draw on the plain table, or set up the camera first.")}
        </p>
      )}
      {mode.value.is === "trace" && <Tracing />}
      {mode.value.is === "place" && <Placing shape={mode.value.shape} />}
      {mode.value.is === "choose" &&
        (part.value ? (
          <PartPanel polled={polled} />
        ) : (
          told && <Overview told={told} polled={polled} unchecked={unchecked} />
        ))}
      {others.map((says) => (
        <p key={says} class="fault">
          {says}
        </p>
      ))}
    </StepFrame>
  );
}

function ChangedElsewhere({ told }: { told: TerrainStatus }) {
  return (
    <section class="refusal" role="alert">
      <p>{t("The terrain was changed on another screen.")}</p>
      <div class="choice">
        <Press onPress={() => takeFeatures(told.features, told.stamp)}>{t("Use that version")}</Press>
        <Press onPress={() => keepMine(told.stamp)}>{t("Keep mine")}</Press>
      </div>
    </section>
  );
}

function Tracing() {
  const now = mode.value;
  if (now.is !== "trace") return null;
  const count = now.ring.length;
  return (
    <section class="tracing">
      <p class="do-next" role="status">
        {tracingText(count, now.as === "hole")}
      </p>
      <div class="choice">
        <Press disabled={count === 0} onPress={() => (mode.value = { ...now, ring: now.ring.slice(0, -1) })}>
          {t("Remove the last")}
        </Press>
        <Press class="go-on" data-close disabled={count < 3} onPress={closeRing}>
          {t("Close it")}
        </Press>
        <Press onPress={cancelMode}>{t("Cancel")}</Press>
      </div>
      <PictureHeight says={t("Trace a roof in the image at its own height, and low terrain on the ground.")} />
    </section>
  );
}

function tracingText(corners: number, hole: boolean): string {
  if (corners === 0)
    return hole
      ? t("Tap the corners of the hole in the image, one after the other.")
      : t("Tap the corners of the piece in the image, one after the other.");
  if (corners < 3) return tn("{n} corner: tap the next one.", "{n} corners: tap the next one.", corners);
  return tn(
    "{n} corner: tap the next one, or close the outline.",
    "{n} corners: tap the next one, or close the outline.",
    corners,
  );
}

function Placing({ shape }: { shape: LibraryShape }) {
  return (
    <section class="tracing">
      <p class="do-next" role="status">
        {t("Tap the place of the {shape}.", { shape: shape.name })}
      </p>
      <div class="choice">
        <Press onPress={cancelMode}>{t("Cancel")}</Press>
      </div>
    </section>
  );
}

function Overview({
  told,
  polled,
  unchecked,
}: {
  told: TerrainStatus;
  polled: Polled<TerrainStatus>;
  unchecked: boolean;
}) {
  const count = draft.value.parts.length;
  return (
    <>
      {unchecked && count > 0 && (
        <p class="do-next" role="status" data-hindrance="true" data-unchecked={count}>
          {tn(
            "{n} piece found. Check whether pieces are missing.",
            "{n} pieces found. Check whether pieces are missing.",
            count,
          )}
        </p>
      )}
      {told.camera && <Proposals />}
      <Press class="big" data-trace onPress={() => startTrace("piece")}>
        {t("Trace a piece")}
      </Press>
      <section class="choices">
        <h2>{t("Or use a ready-made shape")}</h2>
        <div class="library">
          {told.library.map((shape) => (
            <Press
              key={shape.name}
              class="shape"
              data-shape={shape.name}
              onPress={() => (mode.value = { is: "place", shape })}
            >
              <Sketch shape={shape} />
              <span>{shape.name}</span>
              <small>{shape.about}</small>
            </Press>
          ))}
        </div>
      </section>
      <PartList />
      <PictureHeight />
      <TaggedPieces told={told} polled={polled} />
      <Files />
    </>
  );
}

function Sketch({ shape }: { shape: LibraryShape }) {
  const all = shape.features.flatMap((feature) => feature.geometry.coordinates.flat());
  const reach = Math.max(...all.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))) * 1.1;
  const ring = (points: Point[]) => `M${points.map(([x, y]) => `${x} ${-y}`).join("L")}Z`;
  return (
    <svg viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      {shape.features.map((feature) => (
        <path
          key={feature.properties.name}
          class={patternClass(feature.properties.material)}
          d={feature.geometry.coordinates.map(ring).join("")}
          fill-rule="evenodd"
          vector-effect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

function detailText({ bottom_in, top_in, material, standable }: Part): string {
  const height =
    bottom_in > 0 ? t("{bottom} to {top}″", { bottom: bottom_in, top: top_in }) : `${inFigures(String(top_in))}″`;
  const title = materials.value.find(({ id }) => id === material)?.title ?? material;
  return standable
    ? t("{height}, {material}, models can stand on it", { height, material: title })
    : t("{height}, {material}", { height, material: title });
}

function PartList() {
  const all = draft.value.parts;
  if (all.length === 0) return <p class="soft">{t("There is no terrain on the table yet.")}</p>;
  return (
    <section class="choices">
      <h2>{tn("{n} part on the table", "{n} parts on the table", all.length)}</h2>
      <ul class="part-list">
        {all.map((one, at) => (
          <li key={at}>
            <Press
              class="part-row"
              data-choose={one.name}
              aria-pressed={at === chosen.value}
              onPress={() => choose(at)}
            >
              <span>
                {one.name}
                {one.piece && one.piece !== one.name ? <small> {t("of {piece}", { piece: one.piece })}</small> : null}
              </span>
              <small>{detailText(one)}</small>
            </Press>
            {found.value.faults[at]?.map((says) => (
              <p key={says} class="fault">
                {says}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
