// An image that the server renews: one request at a time, each for what is newer than the last.

/** The milliseconds before the next request: after an answer, and after a failure or while the page is hidden. */
export interface Gaps {
  good: number;
  bad: number;
}

/** Loads one image after the other; returns a function that stops it.
 * address: of an image that is newer than a number; header: where the answer has its own number. */
export function followImage(
  address: (after: string) => string,
  header: "X-Frame" | "X-View",
  gaps: Gaps,
  show: (url: string) => void,
): () => void {
  const stopped = new AbortController();
  let shown = "";
  async function run(): Promise<void> {
    let after = "-1";
    while (!stopped.signal.aborted) {
      let wait = gaps.bad;
      try {
        const answer = document.hidden ? null : await fetch(address(after), { signal: stopped.signal });
        const number = answer?.headers.get(header) ?? "-1";
        // 204: nothing newer came while the server waited
        if (answer?.ok) wait = gaps.good;
        if (answer?.status === 200 && number !== after) {
          after = number;
          if (shown) URL.revokeObjectURL(shown);
          show((shown = URL.createObjectURL(await answer.blob())));
        } else if (answer && !answer.ok) after = "-1";
      } catch {
        // no server: the banner says so; ask again
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  void run();
  return () => stopped.abort();
}
