// As whom the page asks. The overlay and the projector's light are for everybody, so they ask for what a spectator may
// know, in whichever browser they are opened: on the table's own computer too.

const PUBLIC = /^\/(overlay|beam)(\/|$)/;

/** An address of ours, asked for as the page is to ask. */
export function askedAs(address: string): string {
  if (!isShownToAll()) return address;
  return `${address}${address.includes("?") ? "&" : "?"}as=spectator`;
}

/** Whether everybody sees this page. */
export function isShownToAll(): boolean {
  return PUBLIC.test(location.pathname);
}
