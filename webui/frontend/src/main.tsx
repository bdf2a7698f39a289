// Each address leads to a page; code that only one page needs is loaded with that page.

import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./tokens.css";
import "./style.css";
import "./sizes.css";
import { speak } from "./i18n.ts";
import "./ui/appearance_store.ts";
import { followKeys } from "./ui/arrow_keys.ts";
import { loadPart } from "./ui/load_part.ts";

type PageComponent = ComponentType<{ path: string }>;

// The server's text in place of the requested page, and its address; "" where the page is shown.
const refusal = { says: document.getElementById("page")!.dataset.says ?? "", path: location.pathname };

const PAGES: [RegExp, () => Promise<PageComponent>][] = [
  [/^\/setup(\/|$)/, async () => (await import("./setup/page.tsx")).SetupPage],
  [/^\/certificate(\/|$)/, async () => (await import("./setup/certificate.tsx")).CertificatePage],
  [/^\/replay(\/|$)/, async () => (await import("./replay/page.tsx")).ReplayPage],
  [/^\/join(\/|$)/, async () => (await import("./game/join.tsx")).JoinPage],
  [/^\/overlay(\/|$)/, async () => (await import("./overlay/page.tsx")).OverlayPage],
  [/^\/beam(\/|$)/, async () => (await import("./beam/page.tsx")).BeamPage],
  [/^\/gallery(\/|$)/, async () => (await import("./gallery/page.tsx")).GalleryPage],
  [/^\/(club|projector|card|signup)(\/|$)/, async () => (await import("./club/page.tsx")).ClubPage],
  [/^/, async () => (await import("./table/page.tsx")).TablePage],
];

async function openRefused(): Promise<PageComponent> {
  const { RefusedPage } = await import("./ui/refused.tsx");
  return () => <RefusedPage says={refusal.says} />;
}

function App() {
  const [path, setPath] = useState(location.pathname);
  const [page, setPage] = useState<{ Page: PageComponent } | null>(null);
  useEffect(() => {
    const followAddress = () => setPath(location.pathname);
    addEventListener("popstate", followAddress);
    return () => removeEventListener("popstate", followAddress);
  }, []);
  useEffect(() => {
    const isRefused = refusal.says !== "" && path === refusal.path;
    const [, open] = PAGES.find(([address]) => address.test(path))!;
    void loadPart(isRefused ? openRefused : open).then((Page) => setPage({ Page }));
  }, [path.split("/")[1]]);
  return page ? <page.Page path={path} /> : null;
}

// before any page is loaded, since modules may hold texts at their top level
await speak();
followKeys();
render(<App />, document.getElementById("page")!);
