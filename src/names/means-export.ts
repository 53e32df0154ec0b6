import { builtinModules } from "node:module";
import type { Origin } from "./file-names.ts";

/** An export, and the names of its module. */
interface MeantExport {
  readonly from: readonly string[];
  readonly export: string;
}

/**
 * True if an origin is an export. A member of a default export counts as one of the module, which it is for CommonJS:
 * `import util from "util"; util.format`.
 */
export function meansExport({ module, path }: Origin, meant: MeantExport): boolean {
  const wanted = meant.export === "*" ? [] : meant.export.split(".");
  const isWhole = path.length === 1 && path[0] === "default" && wanted.length === 0;
  if (isWhole) return meant.from.includes(module) && isBuiltIn(module);
  const own = path[0] === "default" && path.length > 1 ? path.slice(1) : path;
  if (meant.export === "default" && path.length === 0) return meant.from.includes(module);
  // `os` and its member `path` are the module `os.path` of Python.
  const full = joinedName(module, own);
  return meant.from.some((from) => full === joinedName(from, wanted));
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
