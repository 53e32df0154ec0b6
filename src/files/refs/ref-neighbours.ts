import { VALUE } from "./hide-values.ts";

/** The characters after which one path ends and the next one begins, as in `@a.md,@b.md` (F16, F20). */
const BETWEEN = new RegExp(
  [
    /[\s\u0085([{<>,;:|"'*_~\u00AB\u00BB\u2013-\u2015\u2018-\u201F\u2026\u2039\u203A]/,
    /[\u3001\u3002\u3008-\u3011\u3014-\u301B\uFF01\uFF08\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F]/,
    /[\uFF3B\uFF3D\uFF5B-\uFF64]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/**
 * The characters before an `@` that belong to a path, a variable or a pattern (`a/@b`, `$@.o`, `%@`), and `@` itself.
 * Every other punctuation hides no reference (F20).
 */
const HIDING = new Set([..."/\\$%^@", VALUE]);

/** The marks of emphasis in Markdown. */
const EMPHASIS = /[*_~]/;

/** A character of a word, beside which a mark is not emphasis: `me_@example.org`. */
const WORD = /[\p{L}\p{M}\p{N}]/u;

/** A character of a word that needs no space after it, as in `看@docs/a.md`; or one that makes an emoji. */
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]|\uFE0E|\uFE0F/u;

/** Punctuation that addresses have, too: `https://example.com/?user=@me/x`. */
const IN_ADDRESS = /[!#&+\-.:=?)]/;

/** The first characters of a path, or of its quote. */
const PATH_BEGIN = /[\p{L}\p{N}_~/@"<\u201C\u201E\u2018\u00AB-]|\.[\p{L}\p{N}_./]/uy;

/** No address in a prompt is searched further; UTF-16 code units. */
const MAX_ADDRESS = 256;

/** True if a reference may begin at an `@`, as far as the characters before it decide (F16, F20). */
export function mayBegin(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  if (HIDING.has(before)) return false;
  if (WORD.test(before)) return SPACELESS.test(before);
  if (EMPHASIS.test(before)) return !isWord(characterBeforeMarks(text, at));
  if (!BETWEEN.test(before) && !beginsPath(text, at + 1)) return false;
  return !IN_ADDRESS.test(before) || !isInAddress(text, at);
}

/** False for what a pattern of mails has after its `@`: `.+@.+`, `[^@]+@[^@]+`. */
function beginsPath(text: string, at: number): boolean {
  PATH_BEGIN.lastIndex = at;
  return at < text.length && PATH_BEGIN.test(text);
}

function isWord(character: string): boolean {
  return WORD.test(character) && !SPACELESS.test(character);
}

/** Returns the character before an offset, both halves of it; empty at the start of the text. */
function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(Math.max(0, isPair ? at - 2 : at - 1), at);
}

/** Returns the character before a run of marks; linear for all runs of a text, because an `@` ends each. */
function characterBeforeMarks(text: string, at: number): string {
  let start = at;
  while (start > 0 && EMPHASIS.test(text.charAt(start - 1))) start -= 1;
  return characterBefore(text, start);
}

/** True for the `@` of `https://user:@host/` and of `https://example.com/?user=@me`. */
function isInAddress(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_ADDRESS), at);
  const scheme = before.lastIndexOf("://");
  return scheme !== -1 && !/[\s"'<(]/.test(before.slice(scheme));
}

/**
 * The characters that end a bare path: white space, those that no portable name has, and the closing punctuation of
 * scripts that put no space after it. A name with one of these is put in quotes.
 */
const HARD_END = new RegExp(
  [
    /[\s\u0085"<>|`\u2018\u2019\u201C\u201D\u2026\uFFFF]/,
    /[\u3001\u3002\u3009\u300B\u300D\u300F\u3011\u3015\u3017\u3019]/,
    /[\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3D\uFF5C\uFF5D\uFF61\uFF63\uFF64]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** The end of a bare path unless a longer one exists: a dash or quote of print, the end of a link, and `'s`. */
const SOFT_END =
  /[\u00AB\u00BB\u2013-\u2015\u201A\u201E\u2039\u203A]|\]\(|'s(?![\p{L}\p{M}\p{N}_/.-])/u;

/** Punctuation at the end of a path that does not belong to it (F16). */
const TRAILING = /[.,;:!?)\]}>'"]/;

/** The largest number of ends that are tried for one path. */
const MAX_ENDS = 16;

/** Returns the end of a bare path with all punctuation that may follow it. */
export function wholeEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const char = text.charAt(end);
    const next = text[end + 1];
    if (char === "\\" && (next === " " || next === "@")) end += 2;
    else if (HARD_END.test(char)) break;
    else if (next === "@" && end > start && BETWEEN.test(char) && mayBegin(text, end + 1))
      break; // `@a.md,@b.md`
    else end += 1;
  }
  return end;
}

/**
 * Returns the possible ends of a bare path, the longest first; the last one counts if no such path exists. `open` are
 * the marks of emphasis that were opened before it: other ones belong to the name (F20).
 */
export function possibleEnds(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  open: ReadonlySet<string>,
): readonly number[] {
  const soft = text.slice(start, end).search(SOFT_END);
  const limits = soft === -1 ? [end] : [end, start + soft];
  return limits.flatMap((limit) => {
    const ends: number[] = [];
    let last = start;
    for (let at = limit; at > start; at -= 1) {
      const char = text.charAt(at - 1);
      if (TRAILING.test(char)) continue;
      last = at;
      if (!open.has(char) || isGlobEnd(text, { start, end: at })) break;
      if (ends.length < MAX_ENDS) ends.push(at);
    }
    return [...ends, last];
  });
}

/** True for `src/**` and `src/*`, unless the marks before the `@` show that these are emphasis. */
function isGlobEnd(text: string, { start, end }: { start: number; end: number }): boolean {
  return text[start - 2] !== "*" && /\/\*\*?$/.test(text.slice(Math.max(start, end - 3), end));
}
