// Import and export of terrain: GeoJSON, of our own or any origin, or a Universal VTT map.

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

interface Imported {
  features: GeoFeature[];
  losses: string[];
}

interface PickedFile {
  name: string;
  text: string;
}

export function Files() {
  const file = useRef<HTMLInputElement>(null);
  const map = useSignal<PickedFile | null>(null);
  const foreign = useSignal<PickedFile | null>(null);
  const losses = useSignal<string[]>([]);
  const says = useSignal("");
  const done = useSignal("");

  async function send(chosen: PickedFile, walls: object): Promise<void> {
    try {
      const body = { ...chosen, ...walls };
      const { features, losses: lost } = await post<Imported>("/api/setup/terrain/import", body);
      importParts(features);
      map.value = foreign.value = null;
      losses.value = lost;
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
    losses.value = [];
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
    map.value = foreign.value = null;
    if (MAPS.test(name)) map.value = { name, text: withoutPicture(text) };
    else if (isForeign(text)) foreign.value = { name, text };
    else await send({ name, text }, {});
  }

  return (
    <section class="choices files">
      <h2>{t("Files")}</h2>
      <Says says={says.value} />
      {done.value && <p role="status">{done.value}</p>}
      {losses.value.length > 0 && (
        <ul class="losses">
          {losses.value.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
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
      {foreign.value && <ScaleQuestions file={foreign.value} onDo={(frame) => void send(foreign.value!, frame)} />}
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

/** Asks for the unit and the scale of a GeoJSON: no file says them. */
function ScaleQuestions({ file, onDo }: { file: PickedFile; onDo: (frame: object) => void }) {
  const units = { mm: t("millimetres"), cm: t("centimetres"), m: t("metres"), in: t("inches"), ft: t("feet") };
  const all: Record<string, string> = { ...units, px: t("pixels of a picture"), deg: t("degrees of a map") };
  const unit = useSignal("mm");
  const scale = useSignal("1");
  const height = useSignal(3);
  const size = Number(scale.value.replace(",", "."));
  return (
    <div class="map-asked">
      <p class="do-next">{t("What do the numbers in {file} mean?", { file: file.name })}</p>
      <label>
        {t("Unit")}
        <select value={unit.value} onChange={(event) => (unit.value = event.currentTarget.value)}>
          {Object.entries(all).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        {unit.value === "px" ? t("Pixels of an inch") : t("Scale: 1 to")}
        <input inputMode="decimal" value={scale.value} onInput={(event) => (scale.value = event.currentTarget.value)} />
      </label>
      <p class="do-next">{t("How high is what has no height of its own?")}</p>
      <div class="choice heights" role="group" aria-label={t("Height of the terrain")}>
        {HEIGHTS.map((one) => (
          <Press key={one} aria-pressed={height.value === one} onPress={() => (height.value = one)}>
            {inFigures(String(one))}″
          </Press>
        ))}
      </div>
      <Press
        class="big-go"
        data-import
        disabled={!(size > 0)}
        onPress={() => onDo({ unit: unit.value, scale: size, height_in: height.value, down: unit.value === "px" })}
      >
        {t("Import")}
      </Press>
    </div>
  );
}

/** Whether a GeoJSON has no heights as ours has: then its unit is not known either. */
function isForeign(text: string): boolean {
  try {
    const value = JSON.parse(text) as { type?: string; features?: { properties?: { z_top_in?: unknown } | null }[] };
    if (value.type !== "FeatureCollection") return value.type !== undefined;
    const features = value.features ?? [];
    return features.length > 0 && !features.some((feature) => feature?.properties?.z_top_in !== undefined);
  } catch {
    return false;
  }
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
