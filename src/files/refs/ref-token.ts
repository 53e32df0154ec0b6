import { VALUE } from "./hide-values.ts";

/** The token that begins at an `@`. `end` is exclusive; UTF-16 offset. */
export type RefToken =
  | {
      readonly kind: "ref";
      readonly end: number;
      readonly path: string;
      readonly isPackageName: boolean;
    }
  /** No reference begins before its end: escaped spaces in it are not white space. */
  | { readonly kind: "text"; readonly end: number };

/** The characters that may stand before a reference, beside the start of the text (F16). `\s` does not include NEL. */
const BEFORE = /[\s\u0085([{<,;"']/;

/**
 * The characters that end a bare path: white space, those that no portable name has, and the closing punctuation of
 * scripts that put no space behind it. A name with one of these is put in quotes.
 */
const BARE_END = new RegExp(
  [
    /[\s\u0085"<>|`\u2018\u2019\u201C\u201D\u2026\uFFFF]/,
    /[\u3001\u3002\u3009\u300B\u300D\u300F\u3011\u3015\u3017\u3019]/,
    /[\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3D\uFF5D\uFF61\uFF63\uFF64]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Punctuation at the end of a path that does not belong to it (F16). */
const TRAILING = /[.,;:!?)\]}>'"]/;

/** No system has longer paths; UTF-16 code units. */
const MAX_PATH = 4096;

/**
 * Returns the reference that begins at an `@`, or text (F16, F17). `text` has its values hidden; a token that touches
 * one is not a reference.
 */
export function readRefToken(text: string, at: number): RefToken {
  if (at > 0 && !BEFORE.test(text.charAt(at - 1))) return { kind: "text", end: at + 1 };
  return text[at + 1] === '"' ? quotedToken(text, at) : bareToken(text, at);
}

/** Reads `@"a file.md"`: any text in quotes is a path. It ends in the line in which it begins. */
function quotedToken(text: string, at: number): RefToken {
  const quoted = /"([^"\r\n\u0085\u2028\u2029\uFFFF]*)"/y;
  quoted.lastIndex = at + 1;
  const path = quoted.exec(text)?.[1] ?? "";
  const end = quoted.lastIndex;
  if (path.trim() === "" || path.length > MAX_PATH || text[end] === VALUE)
    return { kind: "text", end: at + 1 };
  return { kind: "ref", end, path, isPackageName: false };
}

function bareToken(text: string, at: number): RefToken {
  const wholeEnd = bareEnd(text, at + 1);
  const noRef = { kind: "text", end: wholeEnd } as const;
  if (text[wholeEnd] === VALUE) return noRef;
  let end = wholeEnd;
  while (end > at + 1 && TRAILING.test(text.charAt(end - 1))) end -= 1;
  if (end - at > MAX_PATH) return noRef;
  const path = text.slice(at + 1, end).replace(/\\([ @])/g, "$1");
  if (!looksLikePath(path)) return noRef;
  return { kind: "ref", end, path, isPackageName: PACKAGE.test(path) };
}

function bareEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const char = text.charAt(end);
    const next = text[end + 1];
    if (char === "\\" && (next === " " || next === "@")) end += 2;
    else if (BARE_END.test(char)) break;
    else if (next === "@" && end > start && BEFORE.test(char))
      break; // `@a.md,@b.md`
    else end += 1;
  }
  return end;
}

/** `scope/name`, also with a version. With an extension it is a file in a folder. */
const PACKAGE = /^[a-z0-9~_-][a-z0-9._~-]*\/[a-z0-9~_-]+(@[^/]*)?$/;

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
