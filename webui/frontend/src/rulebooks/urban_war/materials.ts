// What terrain is made of, as far as the rules care.

export const MATERIALS: readonly { id: string; title: string }[] = [
  { id: "solid", title: "Solid" },
  { id: "flimsy", title: "Flimsy" },
];
