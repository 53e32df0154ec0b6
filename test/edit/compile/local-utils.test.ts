import { describe, expect, test } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { GlobalUtil } from "../../../src/model/edit.ts";
import { scanProjectWithCli } from "../../support/ast-grep-cli.ts";
import { planFile } from "../../support/plan-file.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { scanByBoth } from "../language/scan-by-both.ts";
import { compiledRule } from "./compiled.ts";

const comma = "comma: { regex: ',' }";
const rewriting = "transform: { T: { rewrite: { source: $A, rewriters: [r] } } }\nfix: g($T)\n";

describe("an expansion sees every utility rule of the op, as in ast-grep", () => {
  test.each<[what: string, rule: string, text: string]>([
    [
      "those of its rewriter",
      `rule: { pattern: f($A) }
rewriters: [{ id: r, rule: { kind: number }, utils: { ${comma} }, fix: { template: n, expandEnd: { matches: comma } } }]
${rewriting}`,
      "f([1, a, 2, b])",
    ],
    [
      "those of the op, in a rewriter",
      `rule: { pattern: f($A) }
utils: { ${comma} }
rewriters: [{ id: r, rule: { kind: number }, fix: { template: n, expandStart: { regex: a, stopBy: { matches: comma } } } }]
${rewriting}`,
      "f([1, a, 2, b])",
    ],
    [
      "those of a later rewriter",
      `rule: { pattern: f($A) }
rewriters:
  - { id: r, rule: { kind: number }, fix: { template: n, expandEnd: { matches: comma } } }
  - { id: s, rule: { kind: number }, utils: { ${comma} }, fix: n }
${rewriting}`,
      "f([1, a, 2, b])",
    ],
    [
      "those of a rewriter, in the op",
      `rule: { kind: number }
rewriters: [{ id: r, rule: { kind: number }, utils: { ${comma} }, fix: n }]
fix: { template: g, expandEnd: { matches: comma } }`,
      "f([1, a, 2, b])",
    ],
    [
      "with the names that they share with the match",
      `rule: { pattern: f($A) }
utils: { same: { any: [{ matches: g }] }, g: { pattern: g($A) } }
fix: { template: n, expandEnd: { matches: same, stopBy: end } }`,
      "[f(1), g(2), g(1), 1]",
    ],
    [
      "and a rewriter's rule, too",
      `rule: { pattern: "f($A, $B)" }
utils: { same: { pattern: g($A) } }
rewriters: [{ id: r, rule: { matches: same }, fix: "h($A)" }]
transform: { T: { rewrite: { source: $B, rewriters: [r] } } }
fix: k($T)`,
      "f(1, [g(2), g(1)])",
    ],
  ])("%s", (_what, rule, text) => {
    const { ours, cli } = scanByBoth(rule, text);
    expect(ours).toBe(cli);
    expect(ours).not.toBe(text);
  });

  test("those of the project, also in `stopBy`", () => {
    const globalUtils: readonly GlobalUtil[] = [
      { id: "one", language: "ts", rule: { any: [{ matches: "two" }] } },
      { id: "two", language: "ts", rule: { pattern: "g($A)" } },
    ];
    const rule = `id: it
language: ts
rule: { pattern: f($A) }
fix: { template: n, expandEnd: { matches: one, stopBy: end }, expandStart: { regex: ^a$, stopBy: { matches: two } } }
`;
    const text = "[a, g(0), f(1), b, g(2), 1];\n[a, f(1), b, 1];\n";
    const root = tempTree({
      "sgconfig.yml": "ruleDirs: [rules]\nutilDirs: [utils]\n",
      "rules/it.yml": rule,
      ...Object.fromEntries(
        globalUtils.map((util) => [`utils/${util.id}.yml`, JSON.stringify(util)]),
      ),
      "a.ts": text,
    });
    scanProjectWithCli(root);
    const op = compiledRule({ ...ruleOpOf(rule), globalUtils });
    const plan = planFile(text, "typescript", [op], { editDespiteErrors: true });
    const expected = "[a, g(0), n, 1];\n[n, b, 1];\n";
    expect(readText(root, "a.ts")).toBe(expected);
    expect(plan.kind === "edited" && plan.text).toBe(expected);
  });

  test("and an unknown one is an error", () => {
    const document =
      "id: it\nrule: { kind: number }\nfix: { template: x, expandEnd: { matches: one } }";
    const outcome = compileOp(ruleOpOf(document), "typescript");
    expect(outcome).toMatchObject({
      problems: [
        { field: ["out", "expandEnd", "matches"], message: "there is no utility rule `one`" },
      ],
    });
  });
});
