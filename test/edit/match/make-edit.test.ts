import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFile } from "../../support/plan-file.ts";
import { compiledRule } from "../compile/compiled.ts";
import { code, REWRITING, rewritten, written } from "./nested-code.ts";

describe("rewriters", () => {
  it("rewrite any nesting as their rules read, outermost first", () => {
    fc.assert(
      fc.property(code, (tree) => {
        const text = `x = top(${written(tree)});\n`;
        const plan = planFile(text, "typescript", [REWRITING], { editDespiteErrors: false });
        expect(plan).toMatchObject({ text: `x = done(${rewritten(tree)});\n` });
      }),
      { numRuns: 25 },
    );
  });
});

describe("a table of texts", () => {
  const mapped = (more: Readonly<Record<string, string>>) =>
    compiledRule({
      rule: { pattern: "log.$LEVEL($$$A)" },
      transform: {
        LOWER: { convert: { source: "$LEVEL", toCase: "lowerCase" } },
        TO: { map: { source: "$LOWER", table: { warning: "warn", toString: "text" }, ...more } },
      },
      out: "log.$TO($$$A)",
    });
  const mappedText = (text: string, more = {}) => {
    const plan = planFile(text, "typescript", [mapped(more)], { editDespiteErrors: false });
    return plan.kind === "edited" ? plan.text : plan.kind;
  };

  it("gives the text of an entry, and keeps what it lacks", () => {
    const text = "log.warning(1); log.WARNING(2); log.error(3); log.constructor(4);";
    const made = "log.warn(1); log.warn(2); log.error(3); log.constructor(4);";
    expect(mappedText(text)).toBe(made);
  });

  it("gives the default for what it lacks", () => {
    expect(mappedText("log.warning(1); log.error(2);", { default: "info" })).toBe(
      "log.warn(1); log.info(2);",
    );
  });
});
