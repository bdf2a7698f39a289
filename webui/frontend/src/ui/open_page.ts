// Opening another page without reloading.

/** Opens one of this site's addresses. */
export function openPage(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
