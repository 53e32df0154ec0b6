import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges } from "../../model/edit.ts";
import type { Span } from "../text/span.ts";

/** Tells the matches in which all names mean what the op says, and writes the names of its template. */
export interface NameSearch {
  readonly accepts: (match: SgNode) => boolean;
  /** Returns the text of a variable that `templateWithNames` made; undefined for others. */
  readonly spell: (variable: string, match: SgNode) => string | undefined;
  /** Returns the text for a match that is a name, where that name says two things. */
  readonly wrap: (match: SgNode, text: string) => string;
  /** The places, in the tree, of matches that may mean the names or not. */
  readonly unresolved: readonly Span[];
  /** Returns the imports that the names of the new texts need, and those that the whole text, as it is then, leaves. */
  readonly importsFor: (texts: readonly string[], after: string) => ImportChanges;
}
