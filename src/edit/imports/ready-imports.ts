import type { ImportChanges, Replacement } from "../../model/edit.ts";
import type { Language } from "../language/language.ts";

/** Returns the edits by which a file gets, loses and joins imports: see change-imports.ts. */
type ChangeImports = (
  text: string,
  language: Language,
  opId: string,
  changes: ImportChanges,
) => readonly Replacement[];

let provided: ChangeImports | undefined;

/** Provides what changes imports, once for a thread: most runs do not load it. */
export function provideImports(change: ChangeImports): void {
  provided = change;
}

/** Returns what was provided. Throws if nothing was, which is a bug of Sluice. */
export function importChanges(): ChangeImports {
  if (provided === undefined) throw new Error("Nothing has loaded what changes imports.");
  return provided;
}
