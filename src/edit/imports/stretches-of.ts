import type { Span } from "../text/span.ts";
import { commentsIn } from "./comments-in.ts";
import type { FileTree } from "./file-tree.ts";

/** Returns the stretches of a list that go, each with its comma; one name of the list stays. */
export function stretchesOf<Name extends { readonly place: Span }>(
  list: readonly Name[],
  gone: ReadonlySet<Name>,
  tree: FileTree,
): readonly Span[] {
  const lastKept = list.findLastIndex((name) => !gone.has(name));
  return list.flatMap((name, index) => {
    const [before, next] = [list[index - 1], list[index + 1]];
    if (!gone.has(name)) return [];
    const { start, end } = name.place;
    const isInside = index < lastKept && next !== undefined;
    const stretch = isInside
      ? { start, end: next.place.start }
      : { start: before?.place.end ?? start, end };
    return [commentsIn(stretch, tree) === "" ? stretch : aloneOf(name.place, tree.text)];
  });
}

/** Returns the place of a name with the comma after it, and with its line if nothing else is on it. */
function aloneOf({ start, end }: Span, text: string): Span {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /[ \t]*,?/y;
  rest.lastIndex = end;
  const behind = rest.test(text) ? rest.lastIndex : end;
  const lineEnd = /^[ \t]*\r?\n/.exec(text.slice(behind))?.[0];
  const isAlone = text.slice(lineStart, start).trim() === "" && lineEnd !== undefined;
  return isAlone ? { start: lineStart, end: behind + lineEnd.length } : { start, end: behind };
}
