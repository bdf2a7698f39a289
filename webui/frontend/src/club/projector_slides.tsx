// Slides that turn by themselves, and the columns of names on them.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

// A reader who looks for one name finds it within this time.
export const SHOWN_MS = 12_000;
// The rows that fit under the clock in letters of a twenty-fifth of the screen's height.
export const ROWS = 10;
// The rows that have room for names on three lines.
export const FEW = 7;

export interface Slide {
  key: string;
  view: () => ComponentChildren;
}

/** Page after page, all day, without animations. every: in milliseconds. */
export function Turning({ pages, every, sequence }: { pages: Slide[]; every: number; sequence: number }) {
  const turn = useSignal(0);
  // names are measured again when the content or the width changes
  const width = useSignal(innerWidth);
  useEffect(() => {
    const timer = setInterval(() => (turn.value += 1), every);
    const keepWidth = (): void => void (width.value = innerWidth);
    addEventListener("resize", keepWidth);
    return () => {
      clearInterval(timer);
      removeEventListener("resize", keepWidth);
    };
  }, [every]);
  const at = turn.value % pages.length;
  return (
    <>
      <section key={`${pages[at]!.key} ${width.value} ${sequence}`} class="p-page" data-page={pages[at]!.key}>
        {pages[at]!.view()}
      </section>
      <p class="p-pages" aria-hidden="true">
        {pages.length > 1 && pages.map((page, number) => <i key={page.key} class={number === at ? "now" : ""} />)}
      </p>
    </>
  );
}

/** Rows in as few columns as possible, so that names have room; a few rows are larger. */
export function Columns({ title, rows }: { title: string; rows: ComponentChildren[] }) {
  return (
    <div class="p-part">
      <h2>{title}</h2>
      <ol class={`p-rows columns-${Math.ceil(rows.length / ROWS)} ${rows.length <= FEW ? "few" : ""}`}>
        {rows.map((row, number) => (
          <li key={number}>{row}</li>
        ))}
      </ol>
    </div>
  );
}

/** A name as large as fits: on one line, on one line in smaller letters, or on two in the smallest. */
export function Name({ children }: { children: ComponentChildren }) {
  const name = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { classList, scrollWidth, clientWidth } = name.current!;
    if (scrollWidth > clientWidth) classList.add("less");
    if (name.current!.scrollWidth > name.current!.clientWidth) classList.replace("less", "least");
  }, []);
  return <span ref={name}>{children}</span>;
}

/** Parts of about the same length: a page with only a name or two would keep everybody else waiting. */
export function splitRows<T>(rows: T[], most: number): T[][] {
  const parts = Math.max(1, Math.ceil(rows.length / most));
  const length = Math.ceil(rows.length / parts);
  return Array.from({ length: parts }, (_, part) => rows.slice(part * length, (part + 1) * length));
}
