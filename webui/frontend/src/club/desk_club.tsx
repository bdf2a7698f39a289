// The name and the badge of the club, which its pages show.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import { Press } from "../ui/press.tsx";
import { showToast } from "../ui/toast.tsx";
import { Says, useMutation } from "./mutations.tsx";

/** badge: an address that holds the picture; "" for none. */
export interface ClubIdentity {
  name: string;
  badge: string;
}

export function ClubForm({ club }: { club: ClubIdentity }) {
  const kept = useSignal(club);
  const name = useSignal(club.name);
  // the picture to save: null for the one that is there
  const badge = useSignal<string | null>(null);
  const mutation = useMutation();
  const choose = async (file: File | undefined): Promise<void> => {
    if (file) badge.value = await readAsAddress(file);
  };
  const save = async (): Promise<void> => {
    const content = badge.value === null ? {} : { badge: badge.value.slice(badge.value.indexOf(",") + 1) };
    const said = await mutation.send<{ club: ClubIdentity }>("/api/club/identity", { name: name.value, ...content });
    if (!said) return;
    kept.value = said.club;
    name.value = said.club.name;
    badge.value = null;
    showToast(t("The club’s pages have this name and badge"));
  };
  const shown = badge.value ?? kept.value.badge;
  const changed = name.value.trim() !== kept.value.name || badge.value !== null;
  return (
    <section class="club-form">
      <details data-club>
        <summary>
          {kept.value.name ? t("The club: {name}", { name: kept.value.name }) : t("The club’s name and badge")}
        </summary>
        <div class="club-form">
          <label>
            {t("Name of the club")}{" "}
            <input
              type="text"
              name="club"
              maxLength={80}
              autocomplete="off"
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </label>
          <label>
            {t("Badge: a PNG, JPEG or SVG file of at most 128 kB")}{" "}
            <input
              type="file"
              name="badge"
              accept="image/png,image/jpeg,image/svg+xml"
              disabled={mutation.busy}
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
          </label>
          {shown && <img class="club-badge" src={shown} alt={t("The badge of the club")} />}
          {shown && (
            <Press class="big" data-no-badge onPress={() => (badge.value = "")}>
              {t("Remove the badge")}
            </Press>
          )}
          <Says mutation={mutation} />
          <Press class="big go" data-save-club disabled={mutation.busy || !changed} onPress={() => void save()}>
            {t("Save")}
          </Press>
        </div>
      </details>
    </section>
  );
}

function readAsAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
