import { unquotedName } from "../paths/quoted-name.ts";

/** The name in the first line of a part of a diff. */
export interface Named {
  readonly path: string;
  /** False if it stands there without `a/` and `b/`. */
  readonly isPrefixed: boolean;
}

/** The head of a part of a diff, as far as it names a file. */
interface NamedHead {
  /** The values of its lines, by their words: `rename from`. */
  readonly said: Readonly<Record<string, string>>;
  readonly named?: Named | undefined;
}

/** The names of a file before and after; `as` is absent if they are one. */
interface FileNames {
  readonly from?: string;
  readonly to?: string;
  readonly as?: "rename" | "copy";
}

/** The most blanks at which a first name is looked for, beside the one in the middle. */
const MOST_BLANKS = 100;

/** Returns the names of a file before and after; undefined if there are none, or they disagree. */
export function nameFile(
  { said, named }: NamedHead,
  texts: readonly [from: string, to: string] | undefined,
): FileNames | undefined {
  for (const as of ["rename", "copy"] as const) {
    const [from, to] = [said[`${as} from`], said[`${as} to`]];
    if (from !== undefined && to !== undefined)
      return { as, from: unquoted(from), to: unquoted(to) };
  }
  const [from, to] = texts ?? [];
  // Equal names have no prefixes.
  const isPrefixed = named?.isPrefixed ?? from !== to;
  const written = [from, to].filter((name) => name !== undefined && name !== NOTHING);
  const paths = new Set(written.map((name = "") => (isPrefixed ? withoutPrefix(name) : name)));
  if (named !== undefined) paths.add(named.path);
  const [path] = paths;
  const isNew = said["new file mode"] !== undefined || from === NOTHING;
  const isGone = said["deleted file mode"] !== undefined || to === NOTHING;
  if (path === undefined || paths.size > 1 || (isNew && isGone)) return undefined;
  return { ...(isNew ? {} : { from: path }), ...(isGone ? {} : { to: path }) };
}

const NOTHING = "/dev/null";

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

/** Reads `a/x b/x`: it ends its first name where the two are one, with or without their first folders. */
export function nameOf(text: string): Named | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|[^"]*?) ("(?:[^"\\]|\\.)*"|[^"]*)$/s.exec(text);
  if (text.includes('"') && quoted !== null)
    return nameIf(unquoted(quoted[1] ?? ""), unquoted(quoted[2] ?? ""));
  const blanks = [...text.matchAll(/ /g)].slice(0, MOST_BLANKS).map(({ index }) => index);
  for (const blank of [(text.length - 1) / 2, ...blanks]) {
    const found = text[blank] === " " && nameIf(text.slice(0, blank), text.slice(blank + 1));
    if (found) return found;
  }
  return undefined;
}

function nameIf(from: string, to: string): Named | undefined {
  if (from === to) return { path: from, isPrefixed: false };
  const path = withoutPrefix(from);
  return path === withoutPrefix(to) ? { path, isPrefixed: true } : undefined;
}

/** `--- a/src/a.ts`, with a tab and a time after the name, or quoted. */
export function nameAfter(line: string): string {
  const text = line.slice(4);
  return text.startsWith('"') ? unquoted(text) : (text.split("\t", 1)[0] ?? "");
}

function unquoted(name: string): string {
  return name.startsWith('"') ? unquotedName(name) : name;
}
