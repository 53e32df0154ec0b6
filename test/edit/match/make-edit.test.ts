import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFile } from "../../support/plan-file.ts";
import { code, REWRITING, rewritten, written } from "./nested-code.ts";

describe("rewriters", () => {
  it("rewrite any nesting as their rules read, outermost first", () => {
    fc.assert(
      fc.property(code, (tree) => {
        const text = `x = top(${written(tree)});\n`;
        const plan = planFile(text, "typescript", [REWRITING], { editDespiteErrors: false });
        expect(plan).toMatchObject({ text: `x = done(${rewritten(tree)});\n` });
      }),
      { numRuns: 200 },
    );
  });
});
