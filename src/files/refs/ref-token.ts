import { VALUE } from "./hide-values.ts";
import { mayBegin, possibleEnds, wholeEnd } from "./ref-neighbours.ts";

/** The token that begins at an `@`. `end` is exclusive; UTF-16 offset. */
export type RefToken =
  | {
      readonly kind: "ref";
      readonly end: number;
      readonly path: string;
      readonly isPackageName: boolean;
      readonly near?: string;
    }
  /** No reference begins before its end: escaped spaces in it are not white space. */
  | { readonly kind: "text"; readonly end: number };

/** No system has longer paths; UTF-16 code units. */
const MAX_PATH = 4096;

/** The knowledge of a tree about a path, relative to its root. */
export interface PathKnowledge {
  /** True if anything exists there, in scope or not. */
  readonly exists: boolean;
  /** For a word that names nothing: the name that was probably meant. */
  readonly near?: string | undefined;
}

/** The surroundings of a token. */
export interface TokenContext {
  readonly lookUp: (path: string) => PathKnowledge;
  /** The marks of emphasis that were opened before it. */
  readonly open: ReadonlySet<string>;
}

/**
 * Returns the reference that begins at an `@`, or text (F16, F17, F19, F20). `text` has its values hidden; a token that
 * touches one is not a reference.
 */
export function readRefToken(text: string, at: number, context: TokenContext): RefToken {
  if (!mayBegin(text, at)) return { kind: "text", end: at + 1 };
  return quotedToken(text, at, context) ?? bareToken(text, at, context);
}

/** The quotes that may hold a path, with those that end it. In all but `"`, only what looks like a path is one. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "\u201C": "\u201D",
  "\u201E": "\u201C\u201D",
  "\u2018": "\u2019",
  "\u00AB": "\u00BB",
  "<": ">",
};

/** The ends of a line, which end quotes, too; and values. */
const LINE_END = /[\r\n\u0085\u2028\u2029\uFFFF]/;

/** Reads `@"a file.md"`: any text in quotes is a path. It ends in the line in which it begins. */
function quotedToken(text: string, at: number, { lookUp }: TokenContext): RefToken | undefined {
  const quote = text.charAt(at + 1);
  if (!Object.hasOwn(QUOTES, quote)) return undefined;
  const start = at + 2;
  const close = closeOf(text, start, quote);
  if (close === undefined) return openToken(text, at);
  const end = close + 1;
  const path = text.slice(start, close);
  if (path.trim() === "" || text[end] === VALUE) return { kind: "text", end: at + 1 };
  if (quote !== '"' && !looksLikePath(path) && !lookUp(path).exists)
    return { kind: "text", end: at + 1 };
  return { kind: "ref", end, path, isPackageName: false };
}

/** Returns the offset of the quote that ends a path, if one does in its line before another one begins. */
function closeOf(text: string, start: number, quote: string): number | undefined {
  const closers = QUOTES[quote] ?? "";
  for (let at = start; at < text.length && at - start <= MAX_PATH; at += 1) {
    const char = text.charAt(at);
    if (closers.includes(char)) return at;
    if (char === quote || LINE_END.test(char)) return undefined;
  }
  return undefined;
}

/**
 * Reads `@"docs/a file.md` without the quote that ends it: if it looks like a path it is a reference that cannot be
 * resolved, because its end is not known and it must not be silent (F19).
 */
function openToken(text: string, at: number): RefToken {
  const end = wholeEnd(text, at + 2);
  const path = text.slice(at + 2, end);
  if (end - at > MAX_PATH || text[end] === VALUE || !looksLikePath(path))
    return { kind: "text", end };
  return { kind: "ref", end, path: text.slice(at + 1, end), isPackageName: false };
}

function bareToken(text: string, at: number, { lookUp, open }: TokenContext): RefToken {
  const whole = { start: at + 1, end: wholeEnd(text, at + 1) };
  const noRef = { kind: "text", end: whole.end } as const;
  if (text[whole.end] === VALUE) return noRef;
  const written = text.slice(whole.start, whole.end);
  if (written === "." || written === "..")
    return { kind: "ref", end: whole.end, path: written, isPackageName: false };
  const choices = possibleEnds(text, whole, open)
    .filter((end) => end - at <= MAX_PATH)
    .map((end) => ({ end, path: text.slice(at + 1, end).replace(/\\([ @])/g, "$1") }));
  const longest = choices.find(
    ({ path }) => mayBeName(path, choices.length) && lookUp(path).exists,
  );
  const choice = longest ?? choices.at(-1);
  if (choice === undefined) return noRef;
  const { end, path } = choice;
  if (looksLikePath(path))
    return { kind: "ref", end, path, isPackageName: isPackage(path, lookUp) };
  if (longest !== undefined) return { kind: "ref", end, path, isPackageName: false };
  const { near } = WORD.test(path) ? lookUp(path) : {};
  return near === undefined ? noRef : { kind: "ref", end, path, isPackageName: false, near };
}

/** True if it counts that a path exists: a word is a reference then, and of several paths it is the one. */
function mayBeName(path: string, choices: number): boolean {
  return WORD.test(path) || (choices > 1 && looksLikePath(path));
}

/** A name without a folder, an extension or a dot at its start. */
const WORD = /^@?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .+~@-]*$/u;

/** True for the form of a package's name, unless the tree has a folder of the name of its scope (F17, F19). */
function isPackage(path: string, lookUp: TokenContext["lookUp"]): boolean {
  const [, scope, version] = PACKAGE.exec(path) ?? [];
  if (scope === undefined) return false;
  return version !== undefined || !lookUp(scope).exists;
}

/** `scope/name`, also with a version. With an extension it is a file in a folder. */
const PACKAGE = /^(?!~\/)([a-z0-9~_-][a-z0-9._~-]*)\/[a-z0-9~_-]+(@[^/]*)?$/;

/** `@Get('/users')`, `@Max(limits.max)`: code, not a path. `report(1).md` is a path. */
const CALL = /^[\p{L}\p{N}_$.]+\((?![\p{L}\p{N}_-]+\)[./])/u;

/**
 * An extension begins with a letter: `v1.2` has none. The resolver reports the text that follows it, as in `a.ts:12`.
 */
const EXTENSION = /[^.]\.\p{L}[\p{L}\p{N}_+~-]*($|[:#',@\\?])/u;

function looksLikePath(path: string): boolean {
  if (CALL.test(path)) return false;
  return path.includes("/") || path.startsWith(".") || EXTENSION.test(path);
}
