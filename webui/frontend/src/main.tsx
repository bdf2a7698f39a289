// The doors of the house: each address leads to a page, and what a page alone needs is fetched with it.

import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./style.css";
import { speak } from "./i18n.ts";
import { loadPart } from "./ui/load_part.ts";

type PageComponent = ComponentType<{ path: string }>;

const DOORS: [RegExp, () => Promise<PageComponent>][] = [
  [/^\/setup(\/|$)/, async () => (await import("./setup/page.tsx")).SetupPage],
  [/^\/replay(\/|$)/, async () => (await import("./replay/page.tsx")).ReplayPage],
  [/^\/join(\/|$)/, async () => (await import("./game/join.tsx")).JoinPage],
  [/^\/(club|projector|card)(\/|$)/, async () => (await import("./club/page.tsx")).ClubPage],
  [/^/, async () => (await import("./table/page.tsx")).TablePage],
];

function House() {
  const [path, setPath] = useState(location.pathname);
  const [page, setPage] = useState<{ Page: PageComponent } | null>(null);
  useEffect(() => {
    const moved = () => setPath(location.pathname);
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  useEffect(() => {
    const [, open] = DOORS.find(([door]) => door.test(path))!;
    void loadPart(open).then((Page) => setPage({ Page }));
  }, [path.split("/")[1]]);
  return page ? <page.Page path={path} /> : null;
}

// before any page is fetched, so that its texts are in their language wherever they stand
await speak();
render(<House />, document.getElementById("page")!);
