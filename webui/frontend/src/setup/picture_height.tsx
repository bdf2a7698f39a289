// The height at which the picture from above is right.

import { inFigures, t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { part, pictureAt, pictureHeight } from "./terrain_draft.ts";

const HEIGHTS = [0, 1, 2, 3, 4.5];

/** Roofs are shifted in a picture: asks for the height at which it is right. */
export function PictureHeight({ says }: { says?: string }) {
  const now = pictureHeight.value;
  const offered = [...new Set([...HEIGHTS, ...(part.value ? [part.value.top_in] : []), now])].sort((a, b) => a - b);
  return (
    <section class="picture-height">
      <h2>{t("The image is correct at")}</h2>
      <div class="choice heights" role="group" aria-label={t("The image is correct at")}>
        {offered.map((one) => (
          <Press key={one} aria-pressed={now === one} onPress={() => (pictureAt.value = one)}>
            {one === 0 ? t("Ground") : `${inFigures(String(one))}″`}
          </Press>
        ))}
      </div>
      {says && <p class="soft">{says}</p>}
    </section>
  );
}
