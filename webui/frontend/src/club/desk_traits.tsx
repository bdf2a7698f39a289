// The traits of tables, their terrain and a camera, and the wishes of a player.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import type { Entrant, OrganiserView, TableTraits } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { SheetRow } from "./act_form.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Says, useMutation } from "./mutations.tsx";

export function TraitsRow({ of }: { of: OrganiserView }) {
  const wishes = of.entrants.filter((entrant) => entrant.wish).length;
  const described = of.traits.length
    ? tn("{n} table described", "{n} tables described", of.traits.length)
    : t("no table is described");
  return (
    <SheetRow
      mark="traits"
      title={t("Terrain and cameras")}
      note={[described, wishes > 0 && tn("{n} wish", "{n} wishes", wishes)]}
    >
      {(close) => <TraitsSheet of={of} onClose={close} />}
    </SheetRow>
  );
}

function TraitsSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const chosen = useSignal<number | null>(null);
  const tables = of.advice.tables.length
    ? of.advice.tables
    : Array.from({ length: of.advice.advised }, (_, at) => at + 1);
  const known = of.traits.filter(({ table }) => !tables.includes(table)).map(({ table }) => table);
  return (
    <Sheet title={t("Terrain and cameras")} onClose={onClose} wide>
      <p class="lead">{t("Tap a table to set what it has. Players’ wishes are on their own sheets, under Players.")}</p>
      <ul class="club-list">
        {[...tables, ...known].map((table) => (
          <li key={table}>
            <Press
              class="club-row"
              data-traits-of={table}
              aria-expanded={chosen.value === table}
              onPress={() => (chosen.value = chosen.value === table ? null : table)}
            >
              <b class="tag">{table}</b>
              <span class="name">
                <b>{traitsText(of.traits.find((traits) => traits.table === table)) || t("nothing of note")}</b>
              </span>
            </Press>
            {chosen.value === table && <TraitsForm of={of} table={table} onDone={() => (chosen.value = null)} />}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function TraitsForm({ of, table, onDone }: { of: OrganiserView; table: number; onDone: () => void }) {
  const before = of.traits.find((traits) => traits.table === table);
  const terrain = useSignal(before?.terrain ?? "");
  const camera = useSignal(before?.camera ?? false);
  const mutation = useMutation();
  const save = async (): Promise<void> => {
    if (await mutation.act("describe_table", { table, terrain: terrain.value.trim(), camera: camera.value })) onDone();
  };
  return (
    <form
      class="club-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        {t("Terrain of table {table}", { table })}{" "}
        <input
          type="text"
          name="terrain"
          maxLength={40}
          autocomplete="off"
          value={terrain.value}
          onInput={(event) => (terrain.value = event.currentTarget.value)}
        />
      </label>
      <div class="one-of" role="group" aria-label={t("Terrain and camera")}>
        {terrains(of).map((known) => (
          <Press key={known} aria-pressed={terrain.value === known} onPress={() => (terrain.value = known)}>
            {known}
          </Press>
        ))}
        <Press data-camera aria-pressed={camera.value} onPress={() => (camera.value = !camera.value)}>
          {t("With a camera")}
        </Press>
      </div>
      <Says mutation={mutation} />
      <div class="ends">
        <Press class="big go" data-yes disabled={mutation.busy} onPress={() => void save()}>
          {t("Save table {table}", { table })}
        </Press>
      </div>
    </form>
  );
}

/** A player's wish; each tap is sent at once. */
export function TableWish({ of, player }: { of: OrganiserView; player: Entrant }) {
  const mutation = useMutation();
  const { terrain, camera } = player.wish ?? { terrain: "", camera: false };
  const offered = [...new Set([...terrains(of), ...(terrain ? [terrain] : [])])];
  const cameras = camera || of.traits.some((traits) => traits.camera);
  if (!offered.length && !cameras) return null;
  const send = (wish: { terrain: string; camera: boolean }) => () =>
    void mutation.act("wish_table", { player: player.id, ...wish });
  return (
    <section class="club-form" data-table-wish>
      <h2>{t("Wish for a table")}</h2>
      <div class="one-of" role="group" aria-label={t("Wish for a table")}>
        {offered.map((wished) => (
          <Press
            key={wished}
            aria-pressed={terrain === wished}
            disabled={mutation.busy}
            onPress={send({ terrain: terrain === wished ? "" : wished, camera })}
          >
            {wished}
          </Press>
        ))}
        {cameras && (
          <Press
            data-wish-camera
            aria-pressed={camera}
            disabled={mutation.busy}
            onPress={send({ terrain, camera: !camera })}
          >
            {t("With a camera")}
          </Press>
        )}
      </div>
      <Says mutation={mutation} />
    </section>
  );
}

function terrains(of: OrganiserView): string[] {
  return [...new Set(of.traits.map(({ terrain }) => terrain).filter(Boolean))];
}

function traitsText(traits: TableTraits | undefined): string {
  if (!traits?.camera) return traits?.terrain ?? "";
  return traits.terrain ? t("{terrain}, with a camera", { terrain: traits.terrain }) : t("with a camera");
}
