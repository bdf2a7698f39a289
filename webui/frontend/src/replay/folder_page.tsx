// A game in a folder of files, to be gone through wherever the folder lies: on any web host, or on a disk.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n.ts";
import { languageName } from "../ui/this_device.tsx";
import { folderSource, lineAddress } from "./folder_source.ts";
import "./folder.css";
import "./replay.css";
import { Scrub } from "./scrub.tsx";

const source = folderSource();

export function FolderReplay() {
  useEffect(() => document.body.classList.add("replaying"), []);
  return (
    <Scrub
      source={source}
      barEnd={(line) => <OtherLanguages line={line} />}
      momentLinks={(moment) => <MomentLink key={moment.line.n} line={moment.line.n} />}
      takeHome={({ closed }) => <FolderFiles closed={closed} />}
    />
  );
}

/** The same moment on the pages in other languages, which the head of each page names. */
function OtherLanguages({ line }: { line: number }) {
  const pages = [...document.querySelectorAll<HTMLLinkElement>("link[rel=alternate][hreflang]")]; // no text
  return (
    <>
      {pages.map(({ hreflang, href }) => (
        <a key={hreflang} class="other-language" lang={hreflang} hreflang={hreflang} href={href + lineAddress(line)}>
          {languageName(hreflang)}
        </a>
      ))}
    </>
  );
}

/** The address of the moment, to be sent to somebody. */
function MomentLink({ line }: { line: number }) {
  const copied = useSignal(false);
  const copy = (): void => {
    // not every place that a page is opened from lets it copy: then the address stands in the browser's bar
    navigator.clipboard?.writeText(location.href).then(
      () => (copied.value = true),
      () => undefined,
    );
  };
  return (
    <nav class="board-links" aria-label={t("The address of this moment")}>
      <a href={lineAddress(line)} data-copy-address onClick={copy}>
        {t("Copy the address of this moment")}
      </a>
      <span role="status">{copied.value && t("The address is copied.")}</span>
    </nav>
  );
}

function FolderFiles({ closed }: { closed: boolean }) {
  const files = document.documentElement.dataset;
  return (
    <section class="take-home">
      <h2>{t("Downloads")}</h2>
      {!closed && (
        <p class="soft" data-share>
          {t("The game was not closed when this was made: it shows only what a spectator knows.")}
        </p>
      )}
      <a class="big" href={files.report ?? ""} target="_blank" rel="noopener" data-report>
        {t("Battle report, to read and print")}
      </a>
      <a class="big" href={files.log ?? ""} download data-file>
        {t("Save the log as JSON Lines")}
      </a>
    </section>
  );
}
