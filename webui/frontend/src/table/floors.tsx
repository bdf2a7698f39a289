// Two taps put right what a model stands on.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { ask, post, Refusal } from "../net/api.ts";
import type { FloorChoice, Model } from "../types/table.ts";
import { Sheet } from "../ui/sheet.tsx";
import { showToast } from "../ui/toast.tsx";
import { shortLength } from "../ui/lengths.ts";

const floorChoice = signal<FloorChoice | null>(null);
/** Asks which floors there are about a model, and offers them. */
export async function openFloors(model: Model): Promise<void> {
  try {
    floorChoice.value = await ask<FloorChoice>(`/api/model/floors?${new URLSearchParams({ model: model.id })}`);
  } catch (refusal) {
    showToast(refusal instanceof Refusal ? refusal.message : String(refusal));
  }
}

export function FloorsButton({ model }: { model: Model }) {
  // a model that is let go takes its sheet along
  useEffect(() => () => void (floorChoice.value = null), [model.id]);
  return (
    <>
      <button type="button" onClick={() => void openFloors(model)}>
        {t("Stands on …")}
      </button>
      {floorChoice.value?.model === model.id && <FloorsSheet model={model} floors={floorChoice.value} />}
    </>
  );
}

function FloorsSheet({ model, floors: { floors } }: { model: Model; floors: FloorChoice }) {
  return (
    <Sheet title={t("What does {model} stand on?", { model: model.name })} onClose={() => (floorChoice.value = null)}>
      <div class="floors">
        {floors.map((floor) => (
          <button
            type="button"
            key={`${floor.name} ${floor.z_in}`}
            class="big"
            aria-pressed={floor.name === model.stands_on}
            onClick={() => void setFloor(model, floor.z_in)}
          >
            {floor.z_in === 0
              ? t("The table")
              : t("{surface}, {height} up", { surface: floor.name, height: shortLength(floor.z_in) })}
          </button>
        ))}
        <button type="button" class="big" onClick={() => void setFloor(model, null)}>
          {t("As measured by the camera")}
        </button>
      </div>
      <p class="foot">{t("This holds until the model moves.")}</p>
    </Sheet>
  );
}

async function setFloor(model: Model, z_in: number | null): Promise<void> {
  floorChoice.value = null;
  try {
    await post("/api/model/floor", { model: model.id, z_in });
  } catch (refusal) {
    showToast(refusal instanceof Refusal ? refusal.message : String(refusal));
  }
}
