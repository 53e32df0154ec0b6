import type { Extent } from "../file-names.ts";

/** A fault of the names in a result. */
export interface NameFault {
  /**
   * `unbound`: nothing declares the name; `captured`: it means another declaration than it was meant to, or one that it
   * cannot use there; `duplicate`: it is declared twice; `unused`: an import that nothing uses any more.
   */
  readonly kind: "unbound" | "captured" | "duplicate" | "unused";
  readonly name: string;
  /** Its place in the text before; of a name that an edit wrote, the start of the edit. */
  readonly at: number;
  readonly edit: Extent;
}
