// Terrain that wears a tag of its own: which piece has which.

import { useSignal } from "@preact/signals";
import type { TerrainStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import type { Polled } from "./polled.ts";
import { choose, draft, part, take } from "./terrain_draft.ts";
import { featureOf } from "./terrain_shape.ts";

/** For the chosen piece: a tag that nobody wears and that is in sight. */
export function WearTag({ polled }: { polled: Polled<TerrainStatus> }) {
  const tags = polled.told.value?.tags ?? [];
  const piece = part.value!.piece ?? part.value!.name;
  async function wear(tag: number): Promise<void> {
    const features = draft.value.parts.map(featureOf);
    if (await polled.act("/api/setup/terrain/wear", { features, stamp: draft.value.stamp, piece, tag })) {
      choose(null);
      take(polled.told.value!.features, polled.told.value!.stamp);
    }
  }
  return (
    <details class="wear-tag">
      <summary>Give {piece} a tag, so that it may be moved in play</summary>
      {tags.length === 0 && <p class="soft">Lay a tag that nobody wears on the piece, or fix it beside it: its number appears here.</p>}
      <div class="choice">
        {tags.map(({ tag }) => (
          <Press key={tag} data-wear={tag} disabled={polled.busy.value} onPress={() => void wear(tag)}>Tag {tag} is on it</Press>
        ))}
      </div>
    </details>
  );
}

/** The pieces with tags, and the tags in sight that could be one's. */
export function Carried({ told, polled }: { told: TerrainStatus; polled: Polled<TerrainStatus> }) {
  if (told.pieces.length === 0 && told.tags.length === 0) return null;
  return (
    <section class="choices">
      <h2>Pieces with tags</h2>
      {told.pieces.length === 0 && <p class="soft">None yet. A tag lies on a piece? Tap the piece, then give it the tag.</p>}
      <ul class="part-list">
        {told.pieces.map((piece) => <CarriedPiece key={piece.id} piece={piece} told={told} polled={polled} />)}
      </ul>
    </section>
  );
}

function CarriedPiece({ piece, told, polled }: { piece: TerrainStatus["pieces"][number]; told: TerrainStatus; polled: Polled<TerrainStatus> }) {
  const taking = useSignal(false);
  return (
    <li data-piece={piece.id}>
      <p class="carried-name">
        <b>{piece.id}</b> <small>tag {piece.tag}, {piece.seen ? "✓ in sight" : "not in sight"}</small>
      </p>
      {!piece.seen && told.tags.length > 0 && (
        <div class="choice">
          {told.tags.map(({ tag }) => (
            <Press key={tag} disabled={polled.busy.value} onPress={() => void polled.act("/api/setup/terrain/swap", { piece: piece.id, tag })}>It wears tag {tag} now</Press>
          ))}
        </div>
      )}
      <TwoTaps
        first="Take its tag away"
        second={piece.seen ? "Yes: it stays where it is" : "Yes: it is forgotten"}
        armed={taking.value}
        arm={(on) => (taking.value = on)}
        onDo={() => void polled.act("/api/setup/terrain/fast", { piece: piece.id })}
      />
    </li>
  );
}
