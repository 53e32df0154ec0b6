/** The faults that some code may have, as far as its text tells. */
export interface SyntaxHints {
  /** A comma after a bracket or another comma. */
  readonly hole: boolean;
  /** A line end after `throw`. */
  readonly splitThrow: boolean;
  /** `export default const`. */
  readonly defaultDeclaration: boolean;
  /** A declaration that is the body of an `if` or a loop. */
  readonly bareDeclaration: boolean;
}

/**
 * Finds in JavaScript or TypeScript the signs of faults that the grammar accepts; may see some that are none. If the
 * tree of the code `isClean`, without syntax errors, its text tells more.
 */
export function findHints(code: string, { isClean = false } = {}): SyntaxHints {
  return {
    hole: mayHaveHole(code),
    splitThrow: /\bthrow[^\S\n]*(\/[/*]|\n)/.test(code),
    defaultDeclaration: /\bdefault\s+(const|let|var)\b/.test(code),
    bareDeclaration: mayHaveBareDeclaration(code, isClean),
  };
}

const DECLARED = /(\)|\belse)\s*(?:const|let)\b/g;

function mayHaveBareDeclaration(code: string, isClean: boolean): boolean {
  let mayTell: boolean | undefined;
  for (const { index, 1: before } of code.matchAll(DECLARED)) {
    mayTell ??= isClean && !HTML_COMMENT.test(code);
    if (!mayTell || before !== ")" || mayEndHead(code.slice(Math.max(0, index - MAX_CALL), index)))
      return true;
  }
  return false;
}

const HTML_COMMENT = /<!--|-->/;

/** The length of the code in front of a bracket that is looked at; UTF-16 code units. */
const MAX_CALL = 400;

/**
 * True if a closing bracket after some code may end the head of an `if` or a loop; false if it is that of a call such
 * as `f()`. Simple strings are skipped; of anything else that may have brackets in it, a sign is between the brackets,
 * or in the line before.
 */
function mayEndHead(code: string): boolean {
  let depth = 1;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const sign = code.charAt(at);
    if (sign === ")") depth += 1;
    else if (sign === "(") depth -= 1;
    else if (OF_LITERALS.has(sign)) return true;
    else if (sign === "'" || sign === '"') {
      const start = code.lastIndexOf(sign, at - 1);
      if (at === 0 || start === -1 || NO_STRING.test(code.slice(start, at))) return true;
      at = start;
    }
    if (depth === 0) return mayBeHead(code.slice(0, at));
  }
  return true;
}

const OF_LITERALS: ReadonlySet<string> = new Set(["`", "/", "\\"]);

/** Signs that are not in most strings: what has them may be a comment with a quote in it. */
const NO_STRING = /[\n\r\\]|\/[/*]/;

/** True if some code before a bracket may be the word of a head, or may have a comment that goes on after it. */
function mayBeHead(code: string): boolean {
  const before = code.trimEnd();
  const line = before.slice(before.lastIndexOf("\n") + 1);
  // The line may be cut off.
  if (line === before || LINE_ENDS.test(code.slice(before.length))) return true;
  return HEAD_END.test(before) || line.includes("//");
}

const LINE_ENDS = /[\n\r\u2028\u2029]/;
const HEAD_END = /(?:if|while|for|await|\/|[^\x21-\x7e])$/;

/** True if the code has a comma with an opening bracket, a comma or a comment before it. Linear in the code. */
function mayHaveHole(code: string): boolean {
  for (let at = code.indexOf(","); at !== -1; at = code.indexOf(",", at + 1)) {
    let before = at - 1;
    let isFirst = false;
    while (before >= 0 && isSpace(code.charCodeAt(before))) {
      if (code.charCodeAt(before) === LINE_END) isFirst = true;
      before -= 1;
    }
    const sign = code.charAt(before);
    if (sign === "(" || sign === "{" || sign === ",") return true;
    if (sign === "/" && code.charAt(before - 1) === "*") return true;
    // A line comment can only stand before the first code of a line.
    if (isFirst && code.slice(code.lastIndexOf("\n", before) + 1, before).includes("//"))
      return true;
  }
  return false;
}

const LINE_END = 10;

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0xfeff;
}
