import type { ImportToAdd } from "../../../model/edit.ts";
import type { Span } from "../../text/span.ts";

/** One name that an import line binds. */
export interface LineName {
  /** The module, as the line names it. */
  readonly module: string;
  /** The name in the module; undefined for the whole module. */
  readonly imported: string | undefined;
  readonly local: string;
  /** Its part of the list of names, or the whole line. */
  readonly place: Span;
  /** The beginning of the name that it declares. */
  readonly at: number;
  /** It says that it is to stay, also if nothing in the file uses it. */
  readonly isKept: boolean;
}

/** An import at the top level of a file, in a language with one line for each module. */
export interface ImportLine {
  readonly place: Span;
  /** Empty for a line that binds names which it does not tell, or none. */
  readonly names: readonly LineName[];
  /** The list of lines that it stands in, which goes with the last of them. */
  readonly block?: Span;
}

/** An import of Python beside which another stands. */
export type ImportBeside = NonNullable<ImportToAdd["beside"]>[number];
