// What the words of a rulebook mean, as /api/glossary has them.

export interface BookWord {
  id: string;
  /** How it is written; the first is its heading. */
  forms: string[];
  text: string;
  clause: string;
}
