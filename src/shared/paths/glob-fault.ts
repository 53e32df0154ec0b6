import { repetitionDepth } from "../glob/match-tree.ts";
import { treesOf } from "../glob/parse-glob.ts";

/** The most wildcards, groups and separators of one glob. */
const MAX_SPECIALS = 200;
/** The depth of groups in one glob. */
const MAX_DEPTH = 8;
/**
 * Returns why a glob of a file or of a caller is refused, in words that follow its name; undefined if it can be matched
 * in a time that grows with the lengths of the glob and of the path only.
 */
export function globFault(glob: string): string | undefined {
  if (glob === "") return undefined; // No glob at all, which others refuse in words of their own.
  if (/^[\w@./-]+$/.test(glob)) return undefined;
  const plain = glob.replace(/\\./gs, "");
  const specials = plain.match(/[*?+{}()[\]]+/g)?.length ?? 0;
  if (specials > MAX_SPECIALS) return `has more than ${MAX_SPECIALS} wildcards and groups`;
  let depth = 0;
  for (const character of plain) {
    if ("{([".includes(character)) depth += 1;
    if ("})]".includes(character)) depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return `has groups that are nested more than ${MAX_DEPTH} deep`;
  }
  if (/\\[0-9bBcfkpPux]/.test(glob.replace(/\\[^0-9A-Za-z]/gs, "")))
    return "has an escape that has no meaning in a glob";
  const isNested = treesOf(glob).some((tree) => repetitionDepth(tree) > 1);
  return isNested ? "has a repeated group inside another" : undefined;
}
