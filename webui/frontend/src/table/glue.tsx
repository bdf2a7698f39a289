// The gluing of models' tags: shown while a model is turned on the spot, and applied by a tap.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import type { Model } from "../types/table.ts";
import { type Polled, usePolled } from "../ui/polled.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";

interface TurnedModel {
  id: string;
  headings: number;
  needed: number;
  told: boolean;
  by_mm: [number, number] | null;
  text: string | null;
}

interface GlueStatus {
  models: TurnedModel[];
}

const ADDRESS = "/api/setup/glue";
const GAP_MS = 5_000;
// somebody turns the model and looks on
const WATCHED_GAP_MS = 1_000;

/** All models whose tags surely lie elsewhere than they count. */
export function GluedAside() {
  const polled = usePolled<GlueStatus>(ADDRESS, GAP_MS);
  const told = (polled.told.value?.models ?? []).filter((turned) => turned.told);
  if (told.length === 0) return null;
  return (
    <section class="notes" data-glue>
      <h2>{t("Tags glued off-centre")}</h2>
      <ul>
        {told.map((turned) => (
          <Offer key={turned.id} turned={turned} polled={polled} />
        ))}
      </ul>
      {polled.says.value && <p role="alert">{polled.says.value}</p>}
    </section>
  );
}

/** Opens what there is to see while the model is turned on the spot. */
export function GlueButton({ model }: { model: Model }) {
  const open = useSignal(false);
  // a model that is let go takes its sheet along
  useEffect(() => () => void (open.value = false), [model.id]);
  return (
    <>
      <button type="button" data-glue-button onClick={() => (open.value = true)}>
        {t("Tag position …")}
      </button>
      {open.value && <GlueSheet model={model} onClose={() => (open.value = false)} />}
    </>
  );
}

function GlueSheet({ model, onClose }: { model: Model; onClose: () => void }) {
  const polled = usePolled<GlueStatus>(ADDRESS, WATCHED_GAP_MS);
  const counted = useSignal(false);
  const turned = polled.told.value?.models.find(({ id }) => id === model.id);
  return (
    <Sheet title={t("Where is the tag of {model} glued?", { model: model.name })} onClose={onClose}>
      <div class="notes" data-glue-sheet>
        <p>
          {t(
            "Turn the model on the spot with its base against a stop: turn it by a third, take your hand " +
              "away for a second, and repeat. A tag that is glued off-centre circles around the base.",
          )}
        </p>
        {counted.value ? (
          <p role="status">{t("Offset in use.")}</p>
        ) : turned?.text ? (
          <ul>
            <Offer turned={turned} polled={polled} done={() => (counted.value = true)} />
          </ul>
        ) : (
          <p role="status">
            {t("Seen so far: {n} of {needed} headings.", { n: turned?.headings ?? 1, needed: turned?.needed ?? 3 })}
          </p>
        )}
        {polled.says.value && <p role="alert">{polled.says.value}</p>}
      </div>
    </Sheet>
  );
}

function Offer({ turned, polled, done }: { turned: TurnedModel; polled: Polled<GlueStatus>; done?: () => void }) {
  const count = async (): Promise<void> => {
    const [right_mm, forward_mm] = turned.by_mm ?? [0, 0];
    if (await polled.act(ADDRESS, { model: turned.id, right_mm, forward_mm })) done?.();
  };
  return (
    <li data-glued={turned.id}>
      <p>{turned.text}</p>
      <Press disabled={polled.busy.value} onPress={() => void count()}>
        {t("Use this offset")}
      </Press>
    </li>
  );
}
