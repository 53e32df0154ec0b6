import { dialectOf } from "../../syntax/dialect.ts";
import type { FileNames } from "../file-names.ts";
import { javascriptNames } from "./javascript-names.ts";
import { type ModuleExport, moduleExports } from "./module-exports.ts";

/** The names of a module, and what it exports. */
export interface NamedModule {
  readonly names: FileNames;
  readonly exports: readonly ModuleExport[];
}

/** True for JavaScript, TypeScript and TSX, by their ids. */
export function isJavascript(language: string): boolean {
  return dialectOf(language) !== undefined;
}

/**
 * Reads a text in the first of some languages in which it has no syntax errors. The caller sees that it is not nested
 * too deeply for a parser that recurses.
 */
export function readModule(text: string, languages: readonly string[]): NamedModule | undefined {
  for (const language of languages) {
    const dialect = dialectOf(language);
    const names = namesIn(text, language);
    if (dialect && names) return { names, exports: moduleExports(text, dialect) };
  }
  return undefined;
}

/** Finds the names of a text, as `javascriptNames` does; undefined for a language that is none of JavaScript. */
export function namesIn(text: string, language: string): FileNames | undefined {
  const dialect = dialectOf(language);
  return dialect && javascriptNames(text, dialect);
}
