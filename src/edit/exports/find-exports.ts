import type { SgNode } from "@ast-grep/napi";
import { kindOf, parseText } from "../engine/engine.ts";
import type { Language } from "../language/language.ts";
import { type FoundExports, partsOf, UnknownExports } from "./found-exports.ts";
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

/** Yields the names of a file of Go that other packages see: those with a capital, methods as `Type.Method`. */
function* goExports(root: SgNode): Generator<string> {
  for (const declaration of partsOf(root)) {
    const kind = kindOf(declaration);
    if (kind === "method_declaration") yield* methodName(declaration);
    else if (kind === "function_declaration") yield* named(declaration);
    else if (/^(const|var|type)_declaration$/.test(kind)) yield* specNames(declaration);
  }
}

function* specNames(declaration: SgNode): Generator<string> {
  for (const spec of partsOf(declaration)) {
    const kind = kindOf(spec);
    if (kind === "var_spec_list") yield* specNames(spec);
    else if (kind === "type_spec" || kind === "type_alias") yield* named(spec);
    else if (kind === "const_spec" || kind === "var_spec")
      for (const part of partsOf(spec)) {
        if (kindOf(part) !== "identifier") break; // The type, or the values.
        if (isPublic(part.text())) yield part.text();
      }
  }
}

function* named(declaration: SgNode): Generator<string> {
  const name = declaration.field("name")?.text();
  if (name !== undefined && isPublic(name)) yield name;
}

/** A method counts if its type has a capital, too. */
function* methodName(method: SgNode): Generator<string> {
  const receiver = method.field("receiver")?.text() ?? "";
  const [, type = ""] =
    /\(\s*(?:[\p{L}_][\p{L}\p{N}_]*\s+)?\*?\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(receiver) ?? [];
  const name = method.field("name")?.text() ?? "";
  if (isPublic(type) && isPublic(name)) yield `${type}.${name}`;
}

function isPublic(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
