// The addresses of an event: the organiser's desk, the projector, a player's score card, sign-up, and prints.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

type EventPage = ComponentType<{ path: string }>;

const PAGES: [RegExp, () => Promise<EventPage>][] = [
  [/^\/projector(\/|$)/, async () => (await import("./projector.tsx")).ProjectorPage],
  [/^\/signup(\/|$)/, async () => (await import("./sign_up.tsx")).SignUpPage],
  [/^\/card(\/|$)/, async () => (await import("./card.tsx")).CardPage],
  [/^\/club\/\d+\/print(\/|$)/, async () => (await import("./paper.tsx")).PaperPage],
  [/^/, async () => (await import("./desk.tsx")).DeskPage],
];

export function ClubPage({ path }: { path: string }) {
  const [page, setPage] = useState<{ address: RegExp; Page: EventPage } | null>(null);
  const [address, open] = PAGES.find(([pattern]) => pattern.test(path))!;
  useEffect(() => {
    void open().then((Page) => setPage({ address, Page }));
  }, [address]);
  return page?.address === address ? <page.Page path={path} /> : null;
}
