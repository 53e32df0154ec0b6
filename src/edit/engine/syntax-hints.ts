/** The faults that some code may have, as far as its text tells. */
export interface SyntaxHints {
  /** A comma behind a bracket or another comma. */
  readonly hole: boolean;
  /** A line end behind `throw`. */
  readonly splitThrow: boolean;
  /** `export default const`. */
  readonly defaultDeclaration: boolean;
  /** A declaration that is the body of an `if` or a loop. */
  readonly bareDeclaration: boolean;
}

/** Finds in JavaScript or TypeScript the signs of faults that the grammar accepts; may see some that are none. */
export function findHints(code: string): SyntaxHints {
  return {
    hole: mayHaveHole(code),
    splitThrow: /\bthrow[^\S\n]*(\/[/*]|\n)/.test(code),
    defaultDeclaration: /\bdefault\s+(const|let|var)\b/.test(code),
    bareDeclaration: /(\)|\belse)\s*(const|let)\b/.test(code),
  };
}

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
