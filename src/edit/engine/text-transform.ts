import type { WrittenMap } from "../../model/edit.ts";
import { type EngineSearch, findFirst, parseText } from "./engine.ts";

/** What stands before a text, so that blanks at its beginning belong to the tree, too. */
const guard = "<script>";

/**
 * Applies a `replace`, `substring` or `convert` to a text that need not be in any file. The engine does it,
 * so that Rust's regular expressions are Rust's. What it reads there is the whole of a tree, which covers
 * any text, valid or not, with something before it that a first transformation takes away.
 */
export function applyTextTransform(written: WrittenMap, text: string): string {
  const search: EngineSearch = {
    rule: { pattern: "$A" },
    transform: {
      TEXT: { substring: { source: "$A", startChar: guard.length } },
      RESULT: readingFrom("$TEXT", written),
    },
  };
  const result = findFirst(parseText(guard + text, "html"), search)?.getTransformed("RESULT");
  if (result === null || result === undefined)
    throw new Error("The engine has not computed a transformation.");
  return result;
}

/** The same transformation with another source. */
export function readingFrom(source: string, written: WrittenMap): WrittenMap {
  const [[kind, options] = []] = Object.entries(written);
  if (kind === undefined) throw new Error("A transformation without a kind was let through.");
  return { [kind]: { ...(options as WrittenMap), source } }; // parseTransforms saw that it is a map
}
