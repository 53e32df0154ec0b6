import type { SgNode } from "@ast-grep/napi";
import { dialectOf } from "../../syntax/dialect.ts";
import { isDeep } from "../engine/deep-code.ts";
import { findErrorNodes } from "../engine/error-nodes.ts";
import type { Part } from "./parts.ts";

/** The length of code from which on it can be too deep; UTF-16 code units. */
const LONG = 2_000;

/** Facts about parts. */
interface KnownParts {
  /** No tree of them has an error. */
  readonly areClean: boolean;
}

/** The length of a node with an error from which on what it hides may be deep, and the most brackets in each other. */
const FLAT = 500;

/**
 * True if code may be too deep for a parser that recurses. What a node with an error has in it is not nested: a long
 * one tells nothing of its depth.
 */
export function haveDeepCode(
  parts: readonly Part[],
  { areClean }: KnownParts = { areClean: false },
): boolean {
  return parts.some(({ root, code, language }) => {
    if (code.length <= LONG) return false;
    if (isDeep(root())) return true;
    if (areClean || dialectOf(language) === undefined) return false;
    const errors = findErrorNodes(root(), language);
    return errors.some(isLong) || (errors.length > 0 && depthOfBrackets(code) > FLAT);
  });
}

function isLong(error: SgNode): boolean {
  const { start, end } = error.range();
  return end.index - start.index > FLAT;
}

/** Counts brackets that are in each other, those of strings, too. */
function depthOfBrackets(code: string): number {
  let [depth, most] = [0, 0];
  for (const { 0: bracket } of code.matchAll(/[()[\]{}]/g)) {
    depth += /[([{]/.test(bracket) ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}
