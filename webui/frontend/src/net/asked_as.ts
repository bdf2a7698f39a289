// As whom the page asks. The overlay is shown to everybody, so it asks for what a spectator may know, in whichever
// browser it is opened: on the table's own computer too.

const PUBLIC = /^\/overlay(\/|$)/;

/** An address of ours, asked for as the page is to ask. */
export function askedAs(address: string): string {
  if (!PUBLIC.test(location.pathname)) return address;
  return `${address}${address.includes("?") ? "&" : "?"}as=spectator`;
}
