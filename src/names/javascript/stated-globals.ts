import type { Scope as AnalyzedScope } from "@typescript-eslint/scope-manager";
import type { Dialect } from "../../syntax/dialect.ts";
import { nameOf, nodeAt } from "./es-node.ts";

/** The names that a module of CommonJS has, and one of ECMAScript has not. */
export const OF_COMMONJS = /^(?:require|module|exports|__dirname|__filename)$/;

/** A comment by which linters know globals: `global a, b:writable`. */
const COMMENT = /\/\*\s*globals?\s([^*]*)\*\//g;

/**
 * Returns a function that tells if the text says that a name is global (`declare global`, a comment for linters), or if
 * it cannot be one: `require` in a module of JavaScript. TypeScript is mostly compiled to CommonJS.
 */
export function statedGlobals(
  text: string,
  scopes: readonly AnalyzedScope[],
  { isModule, dialect }: { readonly isModule: boolean; readonly dialect: Dialect },
): (name: string) => boolean | undefined {
  const stated = new Set<string>();
  for (const { type, block, variables } of scopes)
    if (type === "tsModule" && nameOf(nodeAt(block, "id")) === "global")
      for (const { name } of variables) stated.add(name);
  for (const [, list = ""] of text.matchAll(COMMENT))
    for (const name of list.split(/[\s,]+/)) stated.add(name.replace(/:.*/, ""));
  const isNone = (name: string) => isModule && /^jsx?$/.test(dialect) && OF_COMMONJS.test(name);
  return (name) => (stated.has(name) ? true : isNone(name) ? false : undefined);
}
