import { expect, it } from "vitest";
import { findParseIssues } from "../../../src/edit/engine/parse-issues.ts";
import { copiesOf, type MatchCopies } from "../../../src/edit/loss/copied-code.ts";
import { findRegrouped } from "../../../src/edit/loss/find-regrouped.ts";
import { findReplacements } from "../../../src/edit/match/find-replacements.ts";
import { partsOf } from "../../../src/edit/passes/parts.ts";
import { splice } from "../../../src/edit/text/splice.ts";
import { mutantsOf } from "../../support/mutants.ts";
import { compiled } from "../compile/compiled.ts";

type Op = Parameters<typeof compiled>[0];

/** Edits a text and returns what the result is asked for. */
function edit(text: string, written: Op, language = "typescript") {
  const op = compiled(written, language);
  const [before] = partsOf(text, language, [op]);
  const copies: MatchCopies[] = [];
  if (before === undefined) throw new Error("A text has a tree.");
  const { accepted } = findReplacements(before.root(), text, op, {
    onAccepted: (match) => copies.push(...[copiesOf(match, op, text) ?? []].flat()),
  });
  const after = splice(text, accepted);
  const trees = partsOf(after, language, [op]);
  return {
    made: { accepted, copies },
    result: { text: after, trees },
    errors: () => findParseIssues(trees, after).places,
    hasErrors: findParseIssues([before], text).errorNodes > 0,
  };
}

const UNASKED = {
  ...{ source: "", shift: 0, code: "" },
  root: () => {
    throw new Error("The tree was asked.");
  },
};

it.each([
  ["if (a.b) {\n  c(`d ${e}`, 'f/g'); // h)\n  i();\n}\n", "if ($C) { $$$B }", "when($C);{ $$$B }"],
  ["f(a(1, 2), b.c);\n", "f($A, $B)", "g($B, $A)"],
  ["f(a,\n  b + 1);\n", "f($$$A)", "g($$$A)"],
  ["f(a, b + 1);\n", "f($$$A)", "[ $$$A ]"],
])("code between the brackets of a template asks no tree: %j %s → %s", (text, pat, out) => {
  const { made, result, errors } = edit(text, { pat, out });
  expect(made.copies).not.toEqual([]);
  expect(findRegrouped(made, { ...result, trees: [UNASKED], errors })).toEqual([]);
});

it("asks the tree of code in which an error is", () => {
  const { made, result } = edit("f(a + b);\n", { pat: "f($A)", out: "g($A)" });
  const errors = () => [{ start: 4, end: 4 }];
  expect(() => findRegrouped(made, { ...result, trees: [UNASKED], errors })).toThrow("was asked");
});

const OPS: readonly Op[] = [
  { pat: "f(($A))", out: "f($A)" },
  { pat: "$F($A, $B)", out: "g($B, $A)" },
  { pat: "$F($A)", out: "of($A)" },
  { pat: "$F($A)", out: "x => for ($A) { $F }" },
  { pat: "$A < $B", out: "f($A, $B)" },
  { pat: "$F($$$A)", out: "{ $$$A }" },
  { pat: "if ($C) { $$$B }", out: "when ($C) { $$$B }" },
  { pat: "$A", out: "z($A)" },
  { pat: "$X[$Y]", out: "$X.at($Y)" },
];

const CODE = `f((a, b)); f(a < b, c > (d)); g(x ? y : z, /[)(]/.test(q)); if (a / b) { c("(", \`\${d}\`); } // )
f(function () { return [1, 2]; }, { a, b }); if (x in y) { for (const k of m[n, o]) h(k); } f(<T>(u), "a,b");
f(async (a) => a, b as any, ...c); export class D { e(f: string, g = 1) { if (g) { /* { */ f(g | 1, (2, 3)); } } }
`;

/** Valid JavaScript. */
const SCRIPT = CODE.replace(/<T>\(u\), | as any|: string/g, "");

it.each([
  ["typescript", CODE],
  ["tsx", `${SCRIPT}f(<a b="(">, (c) {d}</a>);`],
  ["javascript", SCRIPT],
])("brackets tell the same as the tree, of valid and of changed %s", (language, code) => {
  for (const op of OPS)
    for (const text of [code, ...mutantsOf(code, { count: 2, seed: 17 })]) {
      const { made, result, errors, hasErrors } = edit(text, op, language);
      expect(hasErrors && text === code).toBe(false);
      if (hasErrors) continue;
      const asked = findRegrouped(made, result);
      expect(findRegrouped(made, { ...result, errors }), `${text} ${op.out}`).toEqual(asked);
    }
});
