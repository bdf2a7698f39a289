// Import and export of terrain: GeoJSON, or a Universal VTT map.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { inFigures, t, tn } from "../i18n.ts";
import { post, Refusal } from "../net/api.ts";
import type { GeoFeature } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { Says, Stepper } from "./frame.tsx";
import { importParts } from "./terrain_draft.ts";

const MOST_BYTES = 40e6;
const MAPS = /\.(uvtt|dd2vtt|df2vtt)$/i;
const VTT = "Universal VTT"; // no text
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
      importParts(features);
      map.value = null;
      says.value = "";
      done.value = tn(
        "{n} part was imported from {file}. It is not saved yet.",
        "{n} parts were imported from {file}. They are not saved yet.",
        features.length,
        { file: chosen.name },
      );
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
    }
  }

  async function readFile(picked: File | undefined): Promise<void> {
    done.value = "";
    if (!picked) return;
    if (picked.size > MOST_BYTES) {
      says.value = t("{file} is too large: choose a map of less than {size} MB.", {
        file: picked.name,
        size: MOST_BYTES / 1e6,
      });
      return;
    }
    const name = safeFileName(picked.name);
    const text = await picked.text();
    if (MAPS.test(name)) map.value = { name, text: withoutPicture(text) };
    else await send({ name, text }, {});
  }

  return (
    <section class="choices files">
      <h2>{t("Files")}</h2>
      <Says says={says.value} />
      {done.value && <p role="status">{done.value}</p>}
      <input
        ref={file}
        class="file"
        type="file"
        aria-label={t("A terrain file")}
        accept=".geojson,.json,.uvtt,.dd2vtt,.df2vtt"
        onChange={(event) => {
          const picked = event.currentTarget.files?.[0];
          void readFile(picked);
          event.currentTarget.value = "";
        }}
      />
      <div class="choice">
        <Press onPress={() => file.current!.click()}>{t("Import a file")}</Press>
        <a class="button" href="/api/setup/terrain/export/terrain.geojson" download="terrain.geojson">
          {t("Download {format}", { format: "GeoJSON" })}
        </a>
        <a class="button" href="/api/setup/terrain/export/terrain.uvtt?at_in=1" download="terrain.uvtt">
          {t("Download {format}", { format: VTT })}
        </a>
      </div>
      {map.value && <MapQuestions name={map.value.name} onDo={(walls) => void send(map.value!, walls)} />}
    </section>
  );
}

/** Asks for the height of a map's walls: a map is flat. */
function MapQuestions({ name, onDo }: { name: string; onDo: (walls: object) => void }) {
  const height = useSignal(3);
  const grid = useSignal(1);
  return (
    <div class="map-asked">
      <p class="do-next">{t("How high are the walls of {file}?", { file: name })}</p>
      <div class="choice heights" role="group" aria-label={t("Height of the walls")}>
        {HEIGHTS.map((one) => (
          <Press key={one} aria-pressed={height.value === one} onPress={() => (height.value = one)}>
            {inFigures(String(one))}″
          </Press>
        ))}
      </div>
      <Stepper
        label={t("Size of a square of the map")}
        value={grid.value}
        says={`${inFigures(String(grid.value))}″`}
        step={0.5}
        onChange={(to) => to > 0 && (grid.value = to)}
      />
      <Press class="big-go" data-import onPress={() => onDo({ height_in: height.value, grid_in: grid.value })}>
        {t("Import")}
      </Press>
    </div>
  );
}

/** A map without its picture, which is not needed here and is most of the file. */
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
  return (
    name
      .replace(/[^\w .-]/g, "_")
      .replace(/^[^\w]+/, "")
      .slice(-60) || "file"
  );
}
