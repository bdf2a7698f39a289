// A page over another picture: without a ground of its own, as wide or as high as the streaming software has it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The layout that the address asks for, else that which fits the page. */
export function useLayout(): string {
  const upright = useUpright();
  const asked = new URLSearchParams(location.search).get("layout");
  return ["strip", "wide"].find((name) => name === asked) ?? (upright ? "strip" : "wide"); // no text
}

/** Whether a part is to be seen: all that the address does not leave out are. */
export function showsPart(part: string): boolean {
  return !(new URLSearchParams(location.search).get("hide") ?? "").split(",").includes(part);
}

/** The page's own ground goes away, and with it the one that a browser paints for a dark page. */
export function becomeTransparent(): void {
  document.documentElement.classList.add("see-through");
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", "normal");
}

/** Whether the page is higher than it is wide. */
function useUpright(): boolean {
  const upright = useSignal(innerHeight > innerWidth);
  useEffect(() => {
    const measure = (): void => void (upright.value = innerHeight > innerWidth);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return upright.value;
}
