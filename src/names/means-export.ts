import { builtinModules } from "node:module";
import type { Origin } from "./file-names.ts";

/** An export, and the names of its module. */
interface MeantExport {
  readonly from: readonly string[];
  readonly export: string;
}

/**
 * True if an origin is an export, or is one if its module is CommonJS: then a member of the default import is one of
 * the module (`import React from "react"; React.useState`), and the namespace is the default export. A file of the
 * project is taken for the ES module that it is written as, unless `require` reads it.
 */
export function meansExport(origin: Origin, meant: MeantExport): boolean {
  if (isExport(origin, meant)) return true;
  const { module, path } = origin;
  if (isFile(module)) return false;
  if (meant.export === "default") return path.length === 0 && meant.from.includes(module);
  const isMember = path[0] === "default" && path.length > 1;
  return isMember && isExport({ module, path: path.slice(1) }, meant);
}

/** True if an origin is an export, whatever its module is. */
export function isExport(origin: Origin, meant: MeantExport): boolean {
  const { module, path, isRequired } = origin;
  const wanted = meant.export === "*" ? [] : meant.export.split(".");
  if (meant.export === "default" && path.length < 2) {
    const isWhole = path.length === 0 && (isRequired || isPlainBuiltIn(module));
    return (path[0] === "default" || isWhole) && meant.from.includes(module);
  }
  // `os` and its member `path` are the module `os.path` of Python.
  const full = joinedName(module, membersOf(origin));
  return meant.from.some((from) => full === joinedName(from, wanted));
}

/** Returns the members of a module to an origin. Of a module of Node.js, the default export is the whole module. */
export function membersOf({ module, path, isRequired }: Origin): readonly string[] {
  return path[0] === "default" && !isRequired && isBuiltIn(module) ? path.slice(1) : path;
}

/** True for a relative or absolute path, and for the usual aliases of one. */
function isFile(module: string): boolean {
  return /^(?:[./#~]|@\/)/.test(module) && !/\.c[jt]s$/.test(module);
}

/** Returns a module with members as one name. The dots of `from .. import a` are those of its module. */
export function joinedName(module: string, path: readonly string[]): string {
  const [first = "", ...more] = path;
  return path.length > 0 && /^\.+$/.test(module)
    ? [module + first, ...more].join(".")
    : [module, ...path].join(".");
}

/** Modules of Node.js, whose default export is the whole module. */
function isBuiltIn(module: string): boolean {
  return builtinModules.includes(module.replace(/^node:/, ""));
}

/** True for a module of Node.js whose default export cannot be called, so that its namespace does the same. */
function isPlainBuiltIn(module: string): boolean {
  return isBuiltIn(module) && !/^(?:node:)?(?:assert|events|module|stream|test)\b/.test(module);
}
