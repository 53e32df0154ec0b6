import type { SgNode } from "@ast-grep/napi";
import { parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { type FoundExports, UnknownExports } from "./found-exports.ts";
import { goExports } from "./go-exports.ts";
import { javascriptExports } from "./javascript-exports.ts";
import { pythonExports } from "./python-exports.ts";
import { rustExports } from "./rust-exports.ts";

type ExportsOf = (root: SgNode, path: string) => Iterable<string>;

interface ExportsOfLanguage {
  readonly exportsOf: ExportsOf;
  /** A text without a match exports nothing, and need not be parsed. Absent: any text may. */
  readonly mention?: RegExp;
}

const JAVASCRIPT: ExportsOfLanguage = { exportsOf: javascriptExports, mention: /\bexports?\b/ };

/** The languages whose trees tell which names a module exports. */
const LANGUAGES: { readonly [Name in Language]?: ExportsOfLanguage } = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  python: { exportsOf: pythonExports },
  go: { exportsOf: goExports },
  rust: { exportsOf: rustExports, mention: /\bpub\b|macro_export/ },
};

/** True if the trees of a language tell which names a module exports. */
export function tellsExports(language: Language): boolean {
  return LANGUAGES[language] !== undefined;
}

/** Finds the names that a module exports; parses the text if it may have some. Undefined if the tree does not say. */
export function findExports(text: string, language: Language, path: string): FoundExports {
  const known = LANGUAGES[language];
  if (known === undefined) return undefined;
  const { exportsOf, mention } = known;
  if (mention?.test(text) === false) return new Set();
  try {
    return new Set(exportsOf(parseText(text, language), path));
  } catch (error) {
    if (error instanceof UnknownExports) return undefined;
    throw error;
  }
}
