// The storage that a browser gives a page: some give none, in a frame of another site, on a disk, or where cookies are
// refused. Then a choice lasts as long as the page.

type Kind = "localStorage" | "sessionStorage";

/** The value stored under a name; null where there is none, or storage does not work. */
export function readStored(kind: Kind, name: string): string | null {
  try {
    return window[kind].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, if that can be; null removes it. */
export function store(kind: Kind, name: string, value: string | null): void {
  try {
    if (value === null) window[kind].removeItem(name);
    else window[kind].setItem(name, value);
  } catch {
    // see above
  }
}
