// Adding a rulebook that is data: its file and catalogues are sent, checked and kept with the table.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { post, Refusal } from "../net/api.ts";
import { ALREADY_THERE } from "../net/error_codes.ts";
import { Press } from "../ui/press.tsx";

const MOST_BYTES = 300_000;

type Texts = Record<string, string>;

/** onAdded: called with the name of a book that was kept. */
export function AddBook({ onAdded }: { onAdded: (name: string) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const trouble = useSignal("");
  const existing = useSignal<Texts | null>(null);
  const busy = useSignal(false);
  async function send(texts: Texts, instead: boolean): Promise<void> {
    busy.value = true;
    try {
      const { name } = await post<{ name: string }>("/api/setup/books", { files: texts, instead });
      trouble.value = "";
      existing.value = null;
      onAdded(name);
    } catch (refused) {
      trouble.value = (refused as Error).message;
      existing.value = refused instanceof Refusal && refused.code === ALREADY_THERE ? texts : null;
    }
    busy.value = false;
  }
  async function upload(picked: FileList | null): Promise<void> {
    const all = [...(picked ?? [])];
    if (all.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES) {
      trouble.value = t("These files are too large for a rulebook: choose files of less than {size} kB together.", {
        size: MOST_BYTES / 1000,
      });
      return;
    }
    const texts = await Promise.all(all.map(async (file) => [file.name, await file.text()] as const));
    if (all.length > 0) await send(Object.fromEntries(texts), false);
  }
  return (
    <div class="upload add-book">
      <input
        ref={files}
        class="file"
        type="file"
        multiple
        accept=".toml,.po"
        aria-label={t("The files of a rulebook")}
        onChange={(event) => {
          void upload(event.currentTarget.files).then(() => (files.current!.value = ""));
        }}
      />
      <Press disabled={busy.value} onPress={() => files.current!.click()}>
        {t("Add a rulebook from files")}
      </Press>
      {existing.value && (
        <Press disabled={busy.value} onPress={() => void send(existing.value!, true)}>
          {t("Replace the existing one")}
        </Press>
      )}
      {trouble.value && (
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      )}
      <p class="soft">
        {t("Choose {file} and its catalogues, such as {catalogue}, together.", {
          file: "book.toml",
          catalogue: "de.po",
        })}
      </p>
    </div>
  );
}
