// How large an element is drawn, so that lines and letters keep their size on the screen.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

export function useSize(of: RefObject<Element | null>): { width: number; height: number } {
  const size = useSignal({ width: 800, height: 800 });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) size.value = { width, height };
    });
    watcher.observe(of.current!);
    return () => watcher.disconnect();
  }, []);
  return size.value;
}
