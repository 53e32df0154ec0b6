import { expect, test } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { admits } from "../../../src/edit/compile/prefilter.ts";
import { findMatches, parseText } from "../../../src/edit/engine/engine.ts";
import { TOKEN_LISTS } from "../../../src/edit/engine/token-lists.ts";

/** Pieces of code with their tokens set apart. */
const CODE = [
  "f ( a , b )",
  "[ a , ... b ]",
  "a === b",
  "a ??= b",
  "typeof a",
  "if ( a ) { b ( ) ; } else { c ( ) ; }",
  "try { a ( ) ; } catch ( b ) { c ( ) ; } finally { d ( ) ; }",
  "switch ( a ) { case b : c ( ) ; break ; default : d ( ) }",
  "while ( a ) { b ( ) ; continue ; }",
  "class A extends B { c ( ) { throw d } }",
  "( { a , ... b } )",
  "`a ${ b } c ${ d }`",
  "delete a . b",
  "a instanceof b && c || d",
  "do a ( ) ; while ( b )",
];

/** Each piece with one of its names as a metavariable for one node, for many, or after one for many. */
function patternsOf(code: string): readonly string[] {
  const parts = code.split(" ");
  return parts.flatMap((part, index) =>
    /^[a-d]$/.test(part)
      ? ["$X", "$$$X", "$$$Y $X"].map((variable) => parts.with(index, variable).join(" "))
      : [],
  );
}

/** The piece without one to three of its tokens that stand together, or with `+` in place of one. */
function brokenOnes(code: string): readonly string[] {
  const parts = code.split(" ");
  return parts.flatMap((_, at) => [
    ...[1, 2, 3].map((count) => parts.toSpliced(at, count).join(" ")),
    parts.with(at, "+").join(" "),
  ]);
}

const LANGUAGES = ["typescript", "javascript"] as const;

function lostMatches(language: string): readonly string[] {
  return CODE.flatMap((code) =>
    patternsOf(code).flatMap((pat) => {
      return (["smart", "cst"] as const).flatMap((strictness) => {
        // A rule, because a pattern op also asks for the longest token, as the ast-grep command does.
        const rule = { pattern: { context: pat, strictness } };
        const outcome = compileOp({ kind: "rule", id: "r", rule, out: "x" }, language);
        if (outcome.kind !== "compiled") return [];
        const { prefilter, search } = outcome.op;
        return brokenOnes(code)
          .filter((text) => !admits(prefilter, (part) => text.includes(part)))
          .filter((text) => findMatches(parseText(text, language), search).length > 0)
          .map((text) => `${strictness} ${pat} in ${text}`);
      });
    }),
  );
}

test.each(LANGUAGES)(
  "no match is lost in code of %s without one of the pattern's tokens",
  (language) => {
    expect(lostMatches(language)).toEqual([]);
  },
);

test("no certain token is one that the parsers make up", () => {
  const both = Object.values(TOKEN_LISTS).flatMap(({ tokens, certain }) =>
    certain.filter((token) => tokens.includes(token)),
  );
  expect(both).toEqual([]);
});
