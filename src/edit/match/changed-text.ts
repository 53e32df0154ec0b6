import type { Transform } from "../compile/compiled-op.ts";
import { applyTextTransform } from "../engine/text-transform.ts";
import { refuseLongTransform } from "../engine/transform-length.ts";
import { indentationAt, lineIndentation, moveIndentation } from "../replacement/indentation.ts";
import { moveLines } from "../replacement/tab-indentation.ts";
import type { Span } from "../text/span.ts";

/** Makes a text of a text, as a transformation says. */
export function changeText(
  transform: Exclude<Transform, { kind: "rewrite" }>,
  given: string,
): string {
  if (transform.kind === "text") {
    refuseLongTransform(transform, given);
    return applyTextTransform(transform.written, given);
  }
  const { table, otherwise = given } = transform;
  return Object.hasOwn(table, given) ? (table[given] ?? otherwise) : otherwise;
}

/** Removes from a text the indentation of the line on which its capture begins. */
export function dedent(text: string, span: Span | undefined, source: string): string {
  if (span === undefined || !text.includes("\n")) return text;
  const before = lineIndentation(source, span.start);
  if (before.includes("\t")) return moveLines(text, before, "");
  return moveIndentation(text, { from: indentationAt(source, span.start), to: 0 });
}
