import { dialectOf } from "../../syntax/dialect.ts";
import { isDeep } from "../engine/deep-code.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import type { Part } from "./parts.ts";

/** The length of code from which on it can be too deep; UTF-16 code units. */
const LONG = 2_000;

/** What is known of parts. */
interface KnownParts {
  /** No tree of them has an error. */
  readonly areClean: boolean;
}

/**
 * True if code may be too deep for a parser that recurses. The parts of a tree with errors are not nested, so that such
 * a tree of JavaScript tells nothing.
 */
export function haveDeepCode(
  parts: readonly Part[],
  { areClean }: KnownParts = { areClean: false },
): boolean {
  return parts.some(({ root, code, language }) => {
    if (code.length <= LONG) return false;
    if (isDeep(root())) return true;
    return (
      !areClean && dialectOf(language) !== undefined && findErrorNodes(root(), language).length > 0
    );
  });
}
