// Terrain from a file and into one: GeoJSON, or a Universal VTT map.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { post, Refusal } from "../net/api.ts";
import type { GeoFeature } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { Says, Stepper } from "./frame.tsx";
import { bring } from "./terrain_draft.ts";

const MOST_BYTES = 40e6;
const MAPS = /\.(uvtt|dd2vtt|df2vtt)$/i;
const HEIGHTS = [1, 2, 3, 4.5, 6];

interface PickedFile {
  name: string;
  text: string;
}

export function Files() {
  const file = useRef<HTMLInputElement>(null);
  const map = useSignal<PickedFile | null>(null);
  const says = useSignal("");
  const done = useSignal("");

  async function send(chosen: PickedFile, walls: object): Promise<void> {
    try {
      const { features } = await post<{ features: GeoFeature[] }>("/api/setup/terrain/import", { ...chosen, ...walls });
      bring(features);
      map.value = null;
      says.value = "";
      done.value = `${features.length} parts came from ${chosen.name}. They are not saved yet.`;
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
    }
  }

  async function take(picked: File | undefined): Promise<void> {
    done.value = "";
    if (!picked) return;
    if (picked.size > MOST_BYTES) {
      says.value = `${picked.name} is too large: choose a map of less than 40 MB.`;
      return;
    }
    const name = safeFileName(picked.name);
    const text = await picked.text();
    if (MAPS.test(name)) map.value = { name, text: withoutPicture(text) };
    else await send({ name, text }, {});
  }

  return (
    <section class="choices files">
      <h2>Files</h2>
      <Says says={says.value} />
      {done.value && <p role="status">{done.value}</p>}
      <input
        ref={file}
        class="file"
        type="file"
        aria-label="A file of terrain"
        accept=".geojson,.json,.uvtt,.dd2vtt,.df2vtt"
        onChange={(event) => {
          const picked = event.currentTarget.files?.[0];
          void take(picked);
          event.currentTarget.value = "";
        }}
      />
      <div class="choice">
        <Press onPress={() => file.current!.click()}>Bring in a file</Press>
        <a class="button" href="/api/setup/terrain/export/terrain.geojson" download="terrain.geojson">Download GeoJSON</a>
        <a class="button" href="/api/setup/terrain/export/terrain.uvtt?at_in=1" download="terrain.uvtt">Download Universal VTT</a>
      </div>
      {map.value && <MapAsked name={map.value.name} onDo={(walls) => void send(map.value!, walls)} />}
    </section>
  );
}

/** A map is flat: how high its walls are has to be said. */
function MapAsked({ name, onDo }: { name: string; onDo: (walls: object) => void }) {
  const height = useSignal(3);
  const grid = useSignal(1);
  return (
    <div class="map-asked">
      <p class="do-next">How high are the walls of {name}?</p>
      <div class="choice heights" role="group" aria-label="Height of the walls">
        {HEIGHTS.map((one) => <Press key={one} aria-pressed={height.value === one} onPress={() => (height.value = one)}>{one}″</Press>)}
      </div>
      <Stepper label="A square of the map is" value={grid.value} says={`${grid.value}″`} step={0.5} onChange={(to) => to > 0 && (grid.value = to)} />
      <Press class="big-go" data-import onPress={() => onDo({ height_in: height.value, grid_in: grid.value })}>Bring it in</Press>
    </div>
  );
}

/** A map without its picture, which nobody needs here and which is most of it. */
function withoutPicture(text: string): string {
  try {
    const map = JSON.parse(text) as Record<string, unknown>;
    delete map.image;
    return JSON.stringify(map);
  } catch {
    return text;
  }
}

export function safeFileName(name: string): string {
  return name.replace(/[^\w .-]/g, "_").replace(/^[^\w]+/, "").slice(-60) || "file";
}
