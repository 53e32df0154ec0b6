import type { SgNode } from "@ast-grep/napi";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { type FoundExports, UnknownExports } from "./found-exports.ts";
import { goExports } from "./go-exports.ts";
import { javascriptExports } from "./javascript-exports.ts";
import { pythonExports } from "./python-exports.ts";
import { rustExports } from "./rust-exports.ts";

type ExportsOf = (root: SgNode, path: string) => Iterable<string>;

/** The languages whose trees tell which names a module exports. */
const LANGUAGES: { readonly [Name in Language]?: ExportsOf } = {
  javascript: javascriptExports,
  typescript: javascriptExports,
  tsx: javascriptExports,
  python: pythonExports,
  go: goExports,
  rust: rustExports,
};

/** True if the trees of a language tell which names a module exports. */
export function tellsExports(language: Language): boolean {
  return LANGUAGES[language] !== undefined;
}

/** Finds the names that a module exports; parses the text. Undefined if the tree does not tell them. */
export function findExports(text: string, language: Language, path: string): FoundExports {
  const exportsOf = LANGUAGES[language];
  if (exportsOf === undefined) return undefined;
  try {
    return new Set(exportsOf(parseText(text, language), path));
  } catch (error) {
    if (error instanceof UnknownExports) return undefined;
    throw error;
  }
}
