import type { Span } from "../text/span.ts";
import { spansWithin } from "../text/spans-within.ts";
import type { FileTree } from "./file-tree.ts";

/** Returns the comments in a place as they are written, each on its line if it must be. */
export function commentsIn(
  place: Span,
  { text, comments }: Pick<FileTree, "text" | "comments">,
): string {
  const inside = spansWithin(comments(), place).filter(
    ({ start, end }) => place.start <= start && end <= place.end,
  );
  const written = inside.map(({ start, end }) => text.slice(start, end));
  return written.map((comment) => (comment.startsWith("/*") ? comment : `${comment}\n`)).join(" ");
}
