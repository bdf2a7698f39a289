// Terrain: traced by taps on the camera's picture from above, put down from a library, or brought in a file.

import { useEffect } from "preact/hooks";
import { ground } from "../net/table_store.ts";
import type { LibraryShape, TerrainStatus } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { Says, StepFrame } from "./frame.tsx";
import { type Polled, usePolled } from "./polled.ts";
import { TerrainBoard } from "./terrain_board.tsx";
import { cancel, choose, chosen, closeRing, draft, found, keepMine, learn, materials, mode, part, patternClass, saved, take, trace, undo } from "./terrain_draft.ts";
import { Files } from "./terrain_files.tsx";
import { PartPanel } from "./terrain_part.tsx";
import { featureOf } from "./terrain_shape.ts";
import { Carried } from "./terrain_tags.tsx";
import "./terrain.css";
import { PictureHeight } from "./picture_height.tsx";

const GAP_MS = 1000;

export function TerrainStep() {
  const polled = usePolled<TerrainStatus>("/api/setup/terrain", GAP_MS);
  const told = polled.told.value;
  useEffect(() => {
    if (!told) return;
    materials.value = told.materials;
    learn(told.features, told.stamp);
  }, [told?.stamp]);
  const elsewhere = told !== null && draft.value.dirty && draft.value.stamp !== told.stamp;
  const others = found.value.others;
  // what wears a tag stands where the camera sees it
  const carried = ground.value.terrain.filter((feature) => told?.pieces.some((piece) => feature.name.startsWith(`${piece.id} `)));

  async function save(): Promise<boolean> {
    if (!draft.value.dirty) return true;
    if (!(await polled.act("/api/setup/terrain/save", { features: draft.value.parts.map(featureOf), stamp: draft.value.stamp }))) return false;
    saved(polled.told.value!.stamp);
    return true;
  }

  return (
    <StepFrame
      step="terrain"
      ready={told !== null && found.value.sound && !polled.busy.value && mode.value.is === "choose" && !elsewhere}
      onDone={save}
      picture={told && <TerrainBoard width_in={told.width_in} depth_in={told.depth_in} tags={told.tags} carried={carried} />}
    >
      <Says says={polled.says.value || told?.fault || ""} />
      {elsewhere && <Elsewhere told={told} />}
      <div class="terrain-bar">
        <Press disabled={draft.value.past.length === 0} onPress={undo}>Undo</Press>
        <Press class="save" data-save disabled={!draft.value.dirty || !found.value.sound || polled.busy.value || elsewhere} onPress={() => void save()}>
          {draft.value.dirty ? "Save" : "Saved"}
        </Press>
      </div>
      {told && !told.camera && <p class="soft">There is no picture to draw on yet: the plain table will do, or set the camera up first.</p>}
      {mode.value.is === "trace" && <Tracing />}
      {mode.value.is === "put" && <Putting shape={mode.value.shape} />}
      {mode.value.is === "choose" && (part.value ? <PartPanel polled={polled} /> : told && <Overview told={told} polled={polled} />)}
      {others.map((says) => <p key={says} class="fault">{says}</p>)}
    </StepFrame>
  );
}

function Elsewhere({ told }: { told: TerrainStatus }) {
  return (
    <section class="refusal" role="alert">
      <p>The terrain was changed on another screen.</p>
      <div class="choice">
        <Press onPress={() => take(told.features, told.stamp)}>Take that one</Press>
        <Press onPress={() => keepMine(told.stamp)}>Keep mine</Press>
      </div>
    </section>
  );
}

function Tracing() {
  const now = mode.value;
  if (now.is !== "trace") return null;
  const count = now.ring.length;
  const what = now.as === "hole" ? "the hole" : "the piece";
  const says = count === 0 ? `Tap the corners of ${what} in the picture, one after the other.` : count < 3 ? `${count} ${count === 1 ? "corner" : "corners"}: tap the next one.` : `${count} corners: tap the next, or close it.`;
  return (
    <section class="tracing">
      <p class="do-next" role="status">{says}</p>
      <div class="choice">
        <Press disabled={count === 0} onPress={() => (mode.value = { ...now, ring: now.ring.slice(0, -1) })}>Take one back</Press>
        <Press class="go-on" data-close disabled={count < 3} onPress={closeRing}>Close it</Press>
        <Press onPress={cancel}>Cancel</Press>
      </div>
      <PictureHeight says="Trace a roof in the picture at its own height, and what is low on the ground." />
    </section>
  );
}

function Putting({ shape }: { shape: LibraryShape }) {
  return (
    <section class="tracing">
      <p class="do-next" role="status">Tap where the {shape.name} stands.</p>
      <div class="choice"><Press onPress={cancel}>Cancel</Press></div>
    </section>
  );
}

function Overview({ told, polled }: { told: TerrainStatus; polled: Polled<TerrainStatus> }) {
  return (
    <>
      <Press class="big-go" data-trace onPress={() => trace("piece")}>Trace a piece</Press>
      <section class="choices">
        <h2>Or take one like it</h2>
        <div class="library">
          {told.library.map((shape) => (
            <Press key={shape.name} class="shape" data-shape={shape.name} onPress={() => (mode.value = { is: "put", shape })}>
              <Sketch shape={shape} />
              <span>{shape.name}</span>
              <small>{shape.about}</small>
            </Press>
          ))}
        </div>
      </section>
      <Listed />
      <PictureHeight />
      <Carried told={told} polled={polled} />
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
        <path key={feature.properties.name} class={patternClass(feature.properties.material)} d={feature.geometry.coordinates.map(ring).join("")} fill-rule="evenodd" vector-effect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

function Listed() {
  const all = draft.value.parts;
  if (all.length === 0) return <p class="soft">Nothing stands on the table yet.</p>;
  return (
    <section class="choices">
      <h2>{all.length === 1 ? "One part" : `${all.length} parts`} on the table</h2>
      <ul class="part-list">
        {all.map((one, at) => (
          <li key={at}>
            <Press class="part-row" data-choose={one.name} aria-pressed={at === chosen.value} onPress={() => choose(at)}>
              <span>{one.name}{one.piece && one.piece !== one.name ? <small> of {one.piece}</small> : null}</span>
              <small>{one.bottom_in > 0 ? `${one.bottom_in} to ` : ""}{one.top_in}″, {one.material}{one.standable ? ", to stand on" : ""}</small>
            </Press>
            {found.value.faults[at]?.map((says) => <p key={says} class="fault">{says}</p>)}
          </li>
        ))}
      </ul>
    </section>
  );
}
