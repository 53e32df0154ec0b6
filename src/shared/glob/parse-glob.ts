import { parseClass, setOf } from "./character-class.ts";
import { findGroups, type Group, RANGE } from "./find-groups.ts";
import { ANY, type GlobTree, IN_NAME, NOTHING, STAR } from "./glob-tree.ts";

/** The most numbers of a range such as `{1..10}`; a longer one is text. */
const MOST_NUMBERS = 100;

const FOLDERS: GlobTree = { kind: "folders" };
const END: GlobTree = { kind: "end" };

/** A part of a glob that is parsed. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** True if a name begins where the part does. */
  readonly isNameStart: boolean;
  /** True if the glob ends where the part does. */
  readonly isLast: boolean;
}

/** Returns the meanings of a glob: brackets are a class of characters, and themselves, as in `app/[id]/page.tsx`. */
export function treesOf(glob: string): readonly GlobTree[] {
  const tree = parseGlob(glob, { hasClasses: true });
  return glob.includes("[") ? [tree, parseGlob(glob, { hasClasses: false })] : [tree];
}

/**
 * Parses a glob as paths have it: `*` and `?` stay in a name, `**` as a whole name is any number of folders, and
 * groups, braces and classes are those of shells. Parentheses and bars outside of groups are themselves.
 * `hasClasses`: if not, brackets are text.
 */
export function parseGlob(
  written: string,
  { hasClasses }: { readonly hasClasses: boolean },
): GlobTree {
  const glob = written.replace(/^(?:\.\/)+/, "");
  const parser = new Parser(glob, hasClasses);
  return parser.parse({ from: 0, to: glob.length, isNameStart: true, isLast: true });
}

class Parser {
  readonly #glob: string;
  readonly #hasClasses: boolean;
  readonly #groups: ReadonlyMap<number, Group>;

  constructor(glob: string, hasClasses: boolean) {
    this.#glob = glob;
    this.#hasClasses = hasClasses;
    this.#groups = findGroups(glob, (at) => (hasClasses ? parseClass(glob, at)?.end : undefined));
  }

  parse(span: Span): GlobTree {
    const parts: GlobTree[] = [];
    let isNameStart = span.isNameStart;
    for (let at = span.from; at < span.to; ) {
      const { tree, end } = this.#part(at, { ...span, isNameStart });
      const last = parts.at(-1);
      if (tree.kind === "text" && last?.kind === "text")
        parts.splice(-1, 1, { kind: "text", text: last.text + tree.text });
      else if (tree !== FOLDERS || last !== FOLDERS) parts.push(tree);
      isNameStart = this.#glob[end - 1] === "/" && (tree === FOLDERS || tree.kind === "text");
      at = end;
    }
    return sequence(parts);
  }

  #part(at: number, span: Span): { readonly tree: GlobTree; readonly end: number } {
    const character = this.#glob[at] ?? "";
    const group = this.#groups.get(at);
    if (group !== undefined) return { tree: this.#group(group, span), end: group.end + 1 };
    if (character === "*") return this.#stars(at, span);
    if (character === "?") return { tree: { kind: "one", set: IN_NAME }, end: at + 1 };
    if (character === "[" && this.#hasClasses) return this.#class(at);
    if (character !== "\\") return { tree: text(character), end: at + 1 };
    return { tree: text(this.#glob[at + 1] ?? "\\"), end: Math.min(at + 2, this.#glob.length) };
  }

  #stars(at: number, { to, isNameStart }: Span): { readonly tree: GlobTree; readonly end: number } {
    let end = at;
    while (end < to && this.#glob[end] === "*" && !this.#groups.has(end)) end += 1;
    const isName = end - at === 2 && isNameStart;
    if (isName && (end === to || this.#crosses(at, end))) return { tree: ANY, end };
    if (isName && this.#glob[end] === "/") return { tree: FOLDERS, end: end + 1 };
    return { tree: STAR, end };
  }

  /** True for `**` before `.ts` as the whole glob, and before braces: it crosses folders there, too. */
  #crosses(at: number, end: number): boolean {
    if (at === 0 && /^(?:\.\w+)+$/.test(this.#glob.slice(end))) return true;
    return ["{", "@"].includes(this.#groups.get(end)?.kind ?? "");
  }

  #class(at: number): { readonly tree: GlobTree; readonly end: number } {
    const found = parseClass(this.#glob, at);
    if (found === undefined) return { tree: text("["), end: at + 1 };
    const { set, end, isPlain } = found;
    const one: GlobTree = { kind: "one", set: (code) => IN_NAME(code) && set(code) };
    const options = [one, text(this.#glob.slice(at, end))];
    return { tree: isPlain ? { kind: "choice", options } : one, end };
  }

  #group({ kind, start, end, splits }: Group, span: Span): GlobTree {
    const rest = this.#glob.slice(end + 1, span.to);
    const content = this.#glob.slice(start, end);
    const range = kind === "{" && splits.length === 0 ? rangeOf(content) : undefined;
    if (range !== undefined) return range;
    const isLast = span.isLast && rest === "";
    const ends = [...splits, end];
    const options = ends.map((to, index) =>
      this.parse({ ...span, from: index === 0 ? start : (ends[index - 1] ?? 0) + 1, to, isLast }),
    );
    const body: GlobTree = options.length === 1 && options[0] ? options[0] : choice(options);
    switch (kind) {
      case "?":
        return choice([NOTHING, body]);
      case "*":
        return choice([NOTHING, { kind: "repeat", body }]);
      case "+":
        return { kind: "repeat", body };
      case "!":
        return this.#exclusion(body, content, {
          rest,
          isLast,
          follows: { ...span, from: end + 1 },
        });
      default:
        return body;
    }
  }

  /**
   * `!(a)`: at the end of a glob any name but `a`; before other parts any text that does not begin with `a`. With a `*`
   * in it and an extension after it, the extension counts as a part of what is excluded: `!(*.test).ts`.
   */
  #exclusion(
    body: GlobTree,
    content: string,
    after: { readonly rest: string; readonly isLast: boolean; readonly follows: Span },
  ): GlobTree {
    const { rest, isLast, follows } = after;
    const hasFolders = content.includes("/");
    const hasExtension = content.includes("*") && follows.isLast && /^\.[^\\/.]+$/.test(rest);
    const parts = [body];
    if (hasExtension) parts.push(this.parse({ ...follows, isNameStart: false }));
    else if (isLast || hasFolders) parts.push(END);
    return sequence([{ kind: "not", body: sequence(parts) }, hasFolders ? ANY : STAR]);
  }
}

/** `{a..c}` is one of these characters, and `{1..10}` one of these numbers. */
function rangeOf(content: string): GlobTree | undefined {
  const [, from, to, least = "", most = ""] = RANGE.exec(content) ?? [];
  if (from !== undefined && to !== undefined) {
    const [low = 0, high = 0] = [from, to]
      .map((end) => end.codePointAt(0) ?? 0)
      .sort((a, b) => a - b);
    const set = setOf([[low, high]]);
    return { kind: "one", set: (code) => IN_NAME(code) && set(code) };
  }
  const [low = 0, high = 0] = [Number(least), Number(most)].sort((a, b) => a - b);
  if (high - low >= MOST_NUMBERS) return text(`{${content}}`);
  return choice(Array.from({ length: high - low + 1 }, (_, index) => text(String(low + index))));
}

function text(written: string): GlobTree {
  return { kind: "text", text: written };
}

function choice(options: readonly GlobTree[]): GlobTree {
  return { kind: "choice", options };
}

function sequence(parts: readonly GlobTree[]): GlobTree {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: "sequence", parts };
}
