// The gallery: every part of the table's page, and some of other pages, in every state, over a server that is pretended.
// Only the demo has it.
//
//   /gallery                                  all states, each in both themes
//   /gallery/STATE?theme=light&language=de    one of them, alone

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { speak } from "../i18n.ts";
import { loadPart } from "../ui/load_part.ts";
import { GalleryOverview } from "./overview.tsx";
import { pretendServer, sayState } from "./pretended_server.ts";
import { forgetTour, pretendStorage } from "./pretended_storage.ts";
import { runSteps } from "./run_steps.ts";
import { type GalleryState, slugOf, STATES } from "./states.ts";

const asked = new URLSearchParams(location.search);

pretendServer();
pretendStorage();

export function GalleryPage({ path }: { path: string }) {
  const slug = decodeURIComponent(path.split("/")[2] ?? "");
  return slug ? <OneState slug={slug} /> : <GalleryOverview />;
}

function OneState({ slug }: { slug: string }) {
  const [page, setPage] = useState<{ Page: StatePage; path: string } | null>(null);
  useEffect(() => {
    const state = STATES.find((one) => slugOf(one) === slug);
    if (!state) return;
    delete document.documentElement.dataset.gallery;
    // before the page, which asks as soon as it is drawn
    sayState(state);
    if (state.first_visit) forgetTour();
    if (page) void show(state);
    else void loadPage(state.page).then((Page) => setPage({ Page, path: state.page ?? "/" }));
  }, [page, slug]);
  return page && <page.Page path={page.path} />;
}

type StatePage = ComponentType<{ path: string }>;

const PAGES: [RegExp, () => Promise<StatePage>][] = [
  [/^\/setup/, async () => (await import("../setup/page.tsx")).SetupPage],
  [/^\/replay/, async () => (await import("../replay/page.tsx")).ReplayPage],
  [/^\/(club|card|projector)/, async () => (await import("../club/page.tsx")).ClubPage],
  [/^/, async () => (await import("../table/page.tsx")).TablePage],
];

/** A page, whose modules hold texts at their top level: the language comes first. */
async function loadPage(path = "/"): Promise<StatePage> {
  const language = asked.get("language");
  if (language) {
    document.documentElement.lang = language;
    await speak(language);
  }
  return loadPart(PAGES.find(([address]) => address.test(path))![1]);
}

/** Goes on into the state; `data-gallery` of the root is its name as soon as all of it is there. */
async function show(state: GalleryState): Promise<void> {
  const root = document.documentElement;
  root.dataset.theme = asked.get("theme") ?? root.dataset.theme ?? "";
  await runSteps(state);
  root.dataset.gallery = slugOf(state);
}
