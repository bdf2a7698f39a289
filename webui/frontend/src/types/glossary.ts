// The glossary of a rulebook, from /api/glossary.

export interface BookWord {
  id: string;
  /** How it is written; the first is its heading. */
  forms: string[];
  text: string;
  clause: string;
}
