// Tags that were not printed at their size: reported, and corrected for by a tap.

import { t } from "../i18n.ts";
import { usePolled } from "../ui/polled.ts";
import { Press } from "../ui/press.tsx";

interface PrintSizeStatus {
  size: { share: number; text: string } | null;
}

const ADDRESS = "/api/setup/print-size";
const GAP_MS = 5_000;

export function PrintedSize() {
  const polled = usePolled<PrintSizeStatus>(ADDRESS, GAP_MS);
  const size = polled.told.value?.size ?? null;
  if (size === null) return null;
  return (
    <section class="notes" data-print-size>
      <h2>{t("Tags of another size")}</h2>
      <ul>
        <li>
          {t(
            "The models’ tags measure {share} of their size. If you print them again at 100 %, you need " +
              "not do anything else.",
            { share: size.text },
          )}
        </li>
      </ul>
      <Press disabled={polled.busy.value} onPress={() => void polled.act(ADDRESS, { share: size.share })}>
        {t("Use {share} as their scale", { share: size.text })}
      </Press>
    </section>
  );
}
