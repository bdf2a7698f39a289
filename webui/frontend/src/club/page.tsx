// The club night's doors: the organiser's desk, the projector, a player's score card, and paper.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

type ClubRoom = ComponentType<{ path: string }>;

const DOORS: [RegExp, () => Promise<ClubRoom>][] = [
  [/^\/projector(\/|$)/, async () => (await import("./projector.tsx")).ProjectorPage],
  [/^\/card(\/|$)/, async () => (await import("./card.tsx")).CardPage],
  [/^\/club\/\d+\/print(\/|$)/, async () => (await import("./paper.tsx")).PaperPage],
  [/^/, async () => (await import("./desk.tsx")).DeskPage],
];

export function ClubPage({ path }: { path: string }) {
  const [page, setPage] = useState<{ door: RegExp; Page: ClubRoom } | null>(null);
  const [door, open] = DOORS.find(([pattern]) => pattern.test(path))!;
  useEffect(() => {
    void open().then((Page) => setPage({ door, Page }));
  }, [door]);
  return page?.door === door ? <page.Page path={path} /> : null;
}
