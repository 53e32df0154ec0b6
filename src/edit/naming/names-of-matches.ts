import type { SgNode } from "@ast-grep/napi";
import type { ImportChanges, ImportToAdd, ImportToRemove } from "../../model/edit.ts";
import type { Span } from "../text/span.ts";

/** The imports that the edits of an op need and leave. */
export interface ImportsOfOp {
  readonly changes: ImportChanges;
  /** One for each import that is added. */
  readonly brought: readonly BroughtName[];
}

/** A name that a template brings into a file. */
export interface BroughtName {
  readonly add: ImportToAdd;
  /** Nothing in the file has it. */
  readonly local: string;
  /** The alias that it is to have, if no other export is to have it. */
  readonly alias: string | undefined;
  /** The names that it is to have otherwise, if they are free; the best one first. */
  readonly wishes: readonly string[];
  /** The imports that matches said where it stands now. */
  readonly insteadOf: readonly OldImport[];
  /** All of these are imports of types. */
  readonly isOfTypes?: boolean;
}

/** An import of a file. */
export interface OldImport {
  readonly from: string;
  readonly local: string;
}

/** A load by a call, and the module that is loaded beside it. */
export type BesideLoad = NonNullable<ImportToAdd["besideCalls"]>[number];

/** The imports that edits need and leave, with the names that fresh ones have in the end. */
export interface SettledNames {
  readonly add: readonly ImportToAdd[];
  readonly remove: readonly ImportToRemove[];
  readonly locals: ReadonlyMap<string, string>;
}

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
  readonly importsFor: (texts: readonly string[], after: string) => ImportsOfOp;
}
