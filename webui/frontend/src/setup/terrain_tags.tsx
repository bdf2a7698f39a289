// Terrain with tags: the pieces and their tags.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { TerrainStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import type { Polled } from "../ui/polled.ts";
import { choose, draft, part, takeFeatures } from "./terrain_draft.ts";
import { featureOf } from "./terrain_shape.ts";

/** For the chosen piece: the free tags in sight. */
export function WearTag({ polled }: { polled: Polled<TerrainStatus> }) {
  const tags = polled.told.value?.tags ?? [];
  const piece = part.value!.piece ?? part.value!.name;
  async function assignTag(tag: number): Promise<void> {
    const features = draft.value.parts.map(featureOf);
    if (await polled.act("/api/setup/terrain/wear", { features, stamp: draft.value.stamp, piece, tag })) {
      choose(null);
      takeFeatures(polled.told.value!.features, polled.told.value!.stamp);
    }
  }
  return (
    <details class="wear-tag">
      <summary>{t("Give {piece} a tag, so that it can be moved during a game", { piece })}</summary>
      {tags.length === 0 && (
        <p class="soft">{t("Lay a free tag on the piece, or fix it beside the piece: its number appears here.")}</p>
      )}
      <div class="choice">
        {tags.map(({ tag }) => (
          <Press key={tag} data-wear={tag} disabled={polled.busy.value} onPress={() => void assignTag(tag)}>
            {t("Tag {tag} is on it", { tag })}
          </Press>
        ))}
      </div>
    </details>
  );
}

/** The pieces with tags, and the free tags in sight. */
export function TaggedPieces({ told, polled }: { told: TerrainStatus; polled: Polled<TerrainStatus> }) {
  if (told.pieces.length === 0 && told.tags.length === 0) return null;
  return (
    <section class="choices">
      <h2>{t("Pieces with tags")}</h2>
      {told.pieces.length === 0 && (
        <p class="soft">{t("None yet. To give a piece the tag that lies on it, tap the piece.")}</p>
      )}
      <ul class="part-list">
        {told.pieces.map((piece) => (
          <TaggedPiece key={piece.id} piece={piece} told={told} polled={polled} />
        ))}
      </ul>
    </section>
  );
}

function TaggedPiece({
  piece,
  told,
  polled,
}: {
  piece: TerrainStatus["pieces"][number];
  told: TerrainStatus;
  polled: Polled<TerrainStatus>;
}) {
  const taking = useSignal(false);
  return (
    <li data-piece={piece.id}>
      <p class="carried-name">
        <b>{piece.id}</b>{" "}
        <small>
          {piece.seen
            ? t("tag {tag}, ✓ in sight", { tag: piece.tag })
            : t("tag {tag}, not in sight", { tag: piece.tag })}
        </small>
      </p>
      {!piece.seen && told.tags.length > 0 && (
        <div class="choice">
          {told.tags.map(({ tag }) => (
            <Press
              key={tag}
              disabled={polled.busy.value}
              onPress={() => void polled.act("/api/setup/terrain/swap", { piece: piece.id, tag })}
            >
              {t("It has tag {tag} now", { tag })}
            </Press>
          ))}
        </div>
      )}
      <TwoTaps
        first={t("Remove its tag")}
        second={piece.seen ? t("Yes: it stays where it is") : t("Yes: the piece is removed")}
        armed={taking.value}
        arm={(on) => (taking.value = on)}
        onDo={() => void polled.act("/api/setup/terrain/fast", { piece: piece.id })}
      />
    </li>
  );
}
