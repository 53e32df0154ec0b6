import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Applies what has few additions, so that it depends on the text of each match which one goes. */
const policy = (rules: string) =>
  `version: 1\ndefault: { verdict: discard, reason: Not this one. }\nrules:\n${rules}`;

const SHORT = policy(
  "  - { id: short, when: { idempotent: true }, verdict: apply, reason: Idempotent. }\n",
);

describe("per: match", () => {
  it("any choice of verdicts leaves just those replacements that were applied", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.constantFrom("1", "'é😀'", "`\n`")), {
          minLength: 1,
          maxLength: 8,
        }),
        async (calls) => {
          const text = calls
            .map(([isApplied, value]) => (isApplied ? `f(${value});` : `f(f(${value}));`))
            .join("\r\n");
          const root = tempTree({
            "a.ts": text,
            "r.yaml": recipeOf([["f($A)", "gg($A)"]], "per: match"),
            "p.yaml": SHORT,
          });
          await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
          const expected = calls
            .map(([isApplied, value]) => (isApplied ? `gg(${value});` : `f(f(${value}));`))
            .join("\r\n");
          expect(readText(root, "a.ts")).toBe(expected);
        },
      ),
      { numRuns: 12, seed: 3 },
    );
  });

  it("costs no more than the file: many matches need neither a parse each nor a copy each", async () => {
    const count = 600; // 20 s and 2.5 GB where each match is planned alone.
    const text = Array.from({ length: count }, (_, index) => `f(${index}, a(b(${index})));\n`).join(
      "",
    );
    const root = tempTree({
      "a.ts": text,
      "r.yaml": recipeOf([["f($$$A)", "longer($$$A)"]], "per: match"),
    });
    for (const command of ["preview", "run"]) {
      const { report } = await cliReport(root, [command, "r.yaml", "--policy", "apply-all"]);
      expect(report.totals).toMatchObject({ replacements: count });
    }
    expect(readText(root, "a.ts")).toBe(text.replaceAll("f(", "longer("));
  }, 15_000);
});
