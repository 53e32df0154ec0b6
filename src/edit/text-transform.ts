import type { WrittenMap } from "../model/edit.ts";
import { ToolError } from "../model/tool-error.ts";
import { findMatches, parseText } from "./engine.ts";

/**
 * Applies a `replace`, `substring` or `convert` to a text that is not in any file. The engine does it, so
 * that Rust's regular expressions are Rust's: the text stands as raw text in an HTML element for it, where
 * nothing but the element's own end tag has a meaning. Throws a ToolError for a text that has both end tags
 * or a NUL, which HTML cannot carry.
 */
export function applyTextTransform(written: WrittenMap, text: string): string {
  const carrier = ["script", "style"].find((name) => !text.toLowerCase().includes(`</${name}`));
  const root = parseText(`<${carrier}>${text}</${carrier}>`, "html");
  const search = {
    rule: { pattern: "$A", kind: "raw_text" },
    transform: { RESULT: readingFromA(written) },
  };
  const [match] = findMatches(root, search);
  const result = match?.getTransformed("RESULT");
  if (carrier === undefined || match?.text() !== text || result === null || result === undefined) {
    throw new ToolError(
      "A transformation cannot be computed for a text that contains `</script` and `</style`, or a NUL character.",
    );
  }
  return result;
}

/** The same transformation with `$A` as its source. */
export function readingFromA(written: WrittenMap): WrittenMap {
  const [[kind, options] = []] = Object.entries(written);
  if (kind === undefined) throw new Error("A transformation without a kind was let through.");
  return { [kind]: { ...(options as WrittenMap), source: "$A" } }; // parseTransforms saw that it is a map
}
