import type { WrittenMap } from "../../model/edit.ts";
import { type EngineSearch, findFirst, parseText } from "./engine.ts";

/** Put before a text, so that blanks at its beginning belong to the tree too. */
const guard = "<script>";

/**
 * Applies a `replace`, `substring` or `convert` to a text, which need not stand in a file. The engine applies it, so
 * that regular expressions are Rust's: it reads a tree that covers any text, valid or not, behind a guard that a first
 * transformation removes.
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

/** Returns the same transformation with another source. */
export function readingFrom(source: string, written: WrittenMap): WrittenMap {
  const [[kind, options] = []] = Object.entries(written);
  if (kind === undefined) throw new Error("A transformation without a kind was let through.");
  return { [kind]: { ...(options as WrittenMap), source } }; // parseTransforms checked that it is a map.
}
