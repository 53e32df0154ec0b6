import type { ImportToAdd, MeantExport } from "../../model/edit.ts";
import type { Declaration, Extent, FileNames } from "../../names/file-names.ts";
import type { ImportBeside } from "../imports/lines/import-line.ts";
import type { Language } from "../language/language.ts";

/** A text of which the names are known. */
export interface NamedCode {
  readonly code: string;
  readonly language: Language;
  readonly names: FileNames | undefined;
}

/** Code of a match that says an export of a module. */
export interface SaidExport {
  /** The declaration of its first name; undefined if nothing declares it. */
  readonly declaration: Declaration | undefined;
  /** The module from which it comes, as the declaration names it. */
  readonly module: string;
  /** The module around the export, as its code names it: `os.path` of `os.path.join`. */
  readonly parent: string;
}

/** The place of a name of a template. */
export interface NameUse {
  readonly at: number;
  readonly isType: () => boolean;
  readonly said: readonly SaidExport[];
}

/** The imports of one scope beside which others are to stand; none for the head of the file. */
export interface Beside {
  readonly imports: readonly ImportBeside[];
  readonly scope?: Extent;
}

/** The ways in which a language names the exports of modules. */
export interface NameWays {
  /** Returns what follows the name of an import that is to mean an export; undefined if nothing can. */
  readonly membersTo: (
    imported: Declaration,
    meant: MeantExport,
    use: NameUse,
  ) => string | undefined;
  /**
   * Returns the imports beside which that of an export is to stand; undefined if it has no place. Absent: it is always
   * the head of the file.
   */
  readonly besideFor?: (meant: MeantExport, use: NameUse) => Beside | undefined;
  /** Names an export that the file has no name for. */
  readonly bring: (
    name: string,
    meant: MeantExport,
    isTaken: (name: string) => boolean,
    beside: Beside,
  ) => Brought;
}

/** The text for an export, and the import that it needs. */
export interface Brought {
  readonly text: string;
  readonly add: ImportToAdd | undefined;
}

/** Returns a name, with a number where it is taken. */
export function freshName(name: string, isTaken: (name: string) => boolean): string {
  let local = name;
  for (let count = 2; isTaken(local); count += 1) local = `${name}${count}`;
  return local;
}

/** Returns a fresh name that no other op of the text has brought for another export, and claims it. */
export function claimedName(
  name: string,
  meant: MeantExport,
  claims: Map<string, string>,
  isTaken: (name: string) => boolean,
): string {
  const local = freshName(name, (each) => isTaken(each) || isClaimed(each, meant, claims));
  claims.set(local, exportKey(meant));
  return local;
}

/** True for a name that an op has brought for another export. */
export function isClaimed(
  name: string,
  meant: MeantExport,
  claims: ReadonlyMap<string, string>,
): boolean {
  return (claims.get(name) ?? exportKey(meant)) !== exportKey(meant);
}

/** Returns a text for an export, whatever names it has. */
export function exportKey({ from: [module = ""], export: exported }: MeantExport): string {
  return JSON.stringify([module, exported]);
}
