// What a page of the gallery keeps: nothing of it stays, and what the demo itself keeps is out of its sight.

// A device that has seen the tour: it comes only where a state asks for it.
const KEPT = { "tour-seen": "1" };

class PretendedStorage implements Storage {
  [name: string]: unknown;
  readonly #items = new Map<string, string>(Object.entries(KEPT));

  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
}

/** The device is at its first visit. */
export function forgetTour(): void {
  localStorage.removeItem("tour-seen");
}

/** Puts storages that forget in place of the browser's, for good. */
export function pretendStorage(): void {
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { value: new PretendedStorage(), configurable: true });
}
