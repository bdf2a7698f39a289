// Two taps put right what a model stands on.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, post, Refusal } from "../net/api.ts";
import type { Model } from "../net/state.ts";
import { Sheet } from "../ui/sheet.tsx";
import { say } from "../ui/toast.tsx";
import { height } from "../ui/words.ts";

interface Floors {
  model: string;
  stands_on: string;
  floors: { name: string; z_in: number }[];
}

const told = signal<Floors | null>(null);
/** Asks which floors there are about a model, and offers them. */
export async function openFloors(model: Model): Promise<void> {
  try {
    told.value = await ask<Floors>(`/api/model/floors?${new URLSearchParams({ model: model.id })}`);
  } catch (refusal) {
    say(refusal instanceof Refusal ? refusal.message : String(refusal));
  }
}

export function FloorsButton({ model }: { model: Model }) {
  // a model that is let go takes its sheet along
  useEffect(() => () => void (told.value = null), [model.id]);
  return (
    <>
      <button type="button" onClick={() => void openFloors(model)}>Stands on …</button>
      {told.value?.model === model.id && <FloorsSheet model={model} floors={told.value} />}
    </>
  );
}

function FloorsSheet({ model, floors: { floors } }: { model: Model; floors: Floors }) {
  return (
    <Sheet title={`What does ${model.name} stand on?`} onClose={() => (told.value = null)}>
      <div class="floors">
        {floors.map((floor) => (
          <button type="button" key={`${floor.name} ${floor.z_in}`} class="big" aria-pressed={floor.name === model.stands_on} onClick={() => void put(model, floor.z_in)}>
            {floor.z_in === 0 ? "The table" : `${floor.name}, ${height(floor.z_in)}″ up`}
          </button>
        ))}
        <button type="button" class="big" onClick={() => void put(model, null)}>As the camera reads it</button>
      </div>
      <p class="foot">It holds until the model moves.</p>
    </Sheet>
  );
}

async function put(model: Model, z_in: number | null): Promise<void> {
  told.value = null;
  try {
    await post("/api/model/floor", { model: model.id, z_in });
  } catch (refusal) {
    say(refusal instanceof Refusal ? refusal.message : String(refusal));
  }
}
