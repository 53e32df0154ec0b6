/** A group of a glob: `{a,b}`, `@(a|b)`. Offsets are UTF-16. */
export interface Group {
  /** `{`, or the character in front of the parenthesis. */
  readonly kind: string;
  /** The offsets of its content, and of the separators in it. */
  readonly start: number;
  readonly end: number;
  readonly splits: readonly number[];
}

interface OpenGroup {
  readonly at: number;
  readonly kind: string;
  readonly start: number;
  readonly splits: number[];
}

/** `{a..c}`, `{1..10}`. */
export const RANGE = /^(?:(.)\.\.(.)|(\d{1,4})\.\.(\d{1,4}))$/su;

/**
 * Returns the groups of a glob by the offset of their first character. Braces without a comma or a range are text, and
 * so is what is not closed. `classEnd` returns the offset after the class that begins at a `[`, if there is one: groups
 * in it are none.
 */
export function findGroups(
  glob: string,
  classEnd: (at: number) => number | undefined,
): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>();
  const open: OpenGroup[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob[at] ?? "";
    if (character === "\\") at += 1;
    else if (character === "[") at = (classEnd(at) ?? at + 1) - 1;
    else if ("@!+?*".includes(character) && glob[at + 1] === "(") {
      open.push({ at, kind: character, start: at + 2, splits: [] });
      at += 1;
    } else if (character === "{") open.push({ at, kind: "{", start: at + 1, splits: [] });
    else if (character === "," || character === "|") {
      const inner = open.at(-1);
      if (inner !== undefined && (inner.kind === "{") === (character === ","))
        inner.splits.push(at);
    } else if (character === "}" || character === ")") {
      const own = open.findLastIndex(({ kind }) => (kind === "{") === (character === "}"));
      const [group] = own === -1 ? [] : open.splice(own);
      if (group !== undefined && isGroup(group, glob.slice(group.start, at)))
        groups.set(group.at, { ...group, end: at });
    }
  }
  return groups;
}

function isGroup({ kind, splits }: OpenGroup, content: string): boolean {
  return kind !== "{" || splits.length > 0 || RANGE.test(content);
}
