import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFile } from "../../support/plan-file.ts";
import { code, REWRITING, rewritten, written } from "./nested-code.ts";

describe("rewriters", () => {
  it("change nothing outside of the match, for any text there (A23)", () => {
    fc.assert(
      fc.property(code, fc.string({ unit: "binary" }), (tree, noise) => {
        const comment = `/*${noise.replaceAll("*/", "")}*/`;
        fc.pre(!comment.includes("ast-grep-ignore") && comment.endsWith("*/"));
        const text = `\uFEFF${comment}\r\ntop(${written(tree)});${comment}`;
        const plan = planFile(text, "typescript", [REWRITING], { editDespiteErrors: true });
        const expected = `\uFEFF${comment}\r\ndone(${rewritten(tree)});${comment}`;
        expect(plan.kind === "edited" ? plan.text : text).toBe(expected);
      }),
      { numRuns: 100 },
    );
  });
});
