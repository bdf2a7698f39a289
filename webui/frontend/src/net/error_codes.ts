// The codes by which the page recognises a refusal of the server: its sentence may be in any language.

export const ALREADY_THERE = "already-there";
export const TOO_FEW_TABLES = "too_few_tables";
