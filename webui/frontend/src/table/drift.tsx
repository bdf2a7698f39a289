// Terrain with a tag that stands elsewhere than it was mapped: told, and the map put right by a tap.

import { t } from "../i18n.ts";
import { usePolled } from "../ui/polled.ts";
import { Press } from "../ui/press.tsx";

interface DriftStatus {
  drifts: { piece: string; says: string }[];
}

const GAP_MS = 15_000;

export function DriftedTerrain() {
  const polled = usePolled<DriftStatus>("/api/setup/drift", GAP_MS);
  const drifts = polled.told.value?.drifts ?? [];
  if (drifts.length === 0) return null;
  return (
    <section class="notes" data-drifts>
      <h2>{t("Terrain that was moved")}</h2>
      <ul>
        {drifts.map((drift) => (
          <li key={drift.piece} data-drift={drift.piece}>
            {drift.says}
            <Press
              disabled={polled.busy.value}
              onPress={() => void polled.act("/api/setup/drift", { piece: drift.piece })}
            >
              {t("Move it on the map")}
            </Press>
          </li>
        ))}
      </ul>
    </section>
  );
}
