import type { ImportToAdd, TextEdit } from "../../../model/edit.ts";
import { joinedName } from "../../../names/means-export.ts";
import { behindName } from "../names-into.ts";
import type { LineName } from "./import-line.ts";
import type { PythonLine } from "./python-lines.ts";

/** A name that a file is to have from a module; `imported` is undefined for the module itself. */
export interface WantedName {
  readonly from: string;
  readonly imported: string | undefined;
  readonly local: string;
}

/** `import os.path as path` and `from os import path` bind the same. */
export function imports(name: LineName, { from, imported, local }: WantedName): boolean {
  if (name.local !== local) return false;
  const full = joinedName(from, imported === undefined ? [] : [imported]);
  return joinedName(name.module, name.imported === undefined ? [] : [name.imported]) === full;
}

/** True if a line binds the name. */
export function binds({ names }: PythonLine, wanted: WantedName): boolean {
  return names.some((name) => imports(name, wanted));
}

/** Writes names after those of a line: on lines of their own only in parentheses. */
export function intoList(
  { names, place }: PythonLine,
  wanted: ImportToAdd["names"],
  text: string,
): readonly TextEdit[] {
  const last = names.at(-1)?.place ?? place;
  const hasParentheses = text.slice(place.start, place.end).endsWith(")");
  const written = wanted.map(aliased);
  return behindName(last, hasParentheses ? place.start : text.length, { written, text });
}

/** Returns a statement that imports names from a module. */
export function fromModule(from: string, names: ImportToAdd["names"]): string {
  return `from ${from} import ${names.map(aliased).join(", ")}`;
}

function aliased([imported, local]: ImportToAdd["names"][number]): string {
  return imported === local ? local : `${imported} as ${local}`;
}

/** Returns a statement that imports a whole module under a name. */
export function wholeModule(module: string, local: string): string {
  if (module === local) return `import ${module}`;
  const dot = module.lastIndexOf(".");
  const [parent, last] = [module.slice(0, Math.max(dot, 0)), module.slice(dot + 1)];
  return parent !== "" && !/^\.*$/.test(parent) && last === local
    ? `from ${parent} import ${local}`
    : `import ${module} as ${local}`;
}
