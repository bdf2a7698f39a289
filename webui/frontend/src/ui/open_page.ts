// Going from page to page without loading anew.

/** Opens an address of our own. */
export function openPage(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}
