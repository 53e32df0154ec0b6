import type { ImportToAdd, MeantExport } from "../../model/edit.ts";
import type { Declaration, FileNames } from "../../names/file-names.ts";
import type { Language } from "../language/language.ts";

/** A text of which the names are known. */
export interface NamedCode {
  readonly code: string;
  readonly language: Language;
  readonly names: FileNames | undefined;
}

/** The ways in which a language names the exports of modules. */
export interface NameWays {
  /** Returns what follows the name of an import that is to mean an export; undefined if nothing can. */
  readonly membersTo: (imported: Declaration, meant: MeantExport) => string | undefined;
  /** Names an export that the file has no name for. */
  readonly bring: (name: string, meant: MeantExport, isTaken: (name: string) => boolean) => Brought;
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
