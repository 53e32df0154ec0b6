import { describe, expect, test } from "vitest";
import { parseText } from "../../../src/edit/engine/engine.ts";
import { findReplacements } from "../../../src/edit/match/find-replacements.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

/** A rule whose rewriters never end for a call of `again`. */
const rule = `
rule: { any: [{ pattern: f($A) }, { pattern: g($A) }] }
rewriters:
  - { id: again, rule: { pattern: again($X) }, transform: { Y: { rewrite: { source: $X, rewriters: [twice] } } }, fix: $Y }
  - { id: twice, rule: { kind: number, pattern: $N }, transform: { M: { rewrite: { source: $N, rewriters: [twice] } } }, fix: $M }
transform: { T: { rewrite: { source: $A, rewriters: [again] } } }
fix: h($T)
`;
const outer = `
rule: { any: [{ pattern: top($$$) }, { pattern: f($A) }] }
${rule.slice(rule.indexOf("rewriters:"))}`;

const replacementsOf = (written: string, text: string) =>
  findReplacements(
    parseText(text, "typescript"),
    text,
    compiledRule(ruleOpOf(`id: it\n${written}`)),
  );

/** An op that turns `f($A)` into `out`, in a text. */
function search(text: string, out: string) {
  const op = compiled({ id: "it", pat: "f($A)", out });
  return [parseText(text, "typescript"), text, op] as const;
}

describe("a match that is superseded by one around it", () => {
  test("does not fail if its text cannot be made", () => {
    const text = "top(f(again(1)))";
    const { accepted, superseded } = replacementsOf(outer, text);
    expect(accepted).toEqual([{ opId: "it", start: 0, end: 16, text: "h()" }]);
    expect(superseded).toEqual([]);
  });

  test("is listed with its text if that can be made and changes something", () => {
    const { superseded } = replacementsOf(outer, "top(f(2), f(again(1)))");
    expect(superseded).toEqual([{ opId: "it", start: 4, end: 8, text: "h(2)", byOpId: "it" }]);
  });

  test("has no text if nothing depends on it, and is left out if it changes nothing", () => {
    const lostOf = (out: string) => findReplacements(...search("g(f(f(1)), f(2))", out)).superseded;
    expect(lostOf("h($A)")).toEqual([{ opId: "it", start: 4, end: 8, text: "", byOpId: "it" }]);
    expect(lostOf("f($A)")).toEqual([]);
  });

  test("counts for the bound of the text of a file as if its text were made", () => {
    const written = "h(f(f(1)))h(f(1))h(1)h(f(2))h(2)".length;
    const find = (text: number) => {
      const bounds = { matches: 9, text };
      return findReplacements(...search("f(f(f(1))); f(f(2))", "h($A)"), { bounds }).superseded;
    };
    expect(find(written)).toHaveLength(3);
    expect(() => find(written - 1)).toThrow(/more than 31 characters/);
  });

  test("fails the step if it is not superseded", () => {
    expect(() => replacementsOf(rule, "f(again(1))")).toThrow(ToolError);
  });
});

test("accepted replacements are those of ast-grep", () => {
  const { ours, cli } = scanByBoth(outer, "top(f(2), f(3));\nf(4)\n");
  expect(ours).toBe(cli);
});
