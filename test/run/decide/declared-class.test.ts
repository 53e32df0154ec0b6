import { describe, expect, it } from "vitest";
import { worstClass } from "../../../src/model/recipe/change-class.ts";
import { runWith } from "../../support/run-request.ts";
import { tempTree } from "../../support/temp-tree.ts";

it.each([
  [["safe", "review"], "review"],
  [["safe", "safe"], "safe"],
  [["safe", "unsafe", undefined], "unsafe"],
  [["safe", undefined], undefined],
  [[], undefined],
] as const)("of the classes %j the worst is %s", (classes, worst) => {
  expect(worstClass(classes)).toBe(worst);
});

const POLICY = `version: 1
default: { verdict: hold, reason: "\${{ facts.class }} \${{ facts.commentsLost }}" }
guards:
  - id: unsafe
    when: { expr: 'has(facts.class) && facts.class == "unsafe"' }
    verdict: discard
    reason: It says so itself.
`;

function recipe(own: string, ofOp: string): string {
  return `version: 1
${own}
steps:
  - id: one
    ast_edit:
      per: file
      ops: [{ pat: "old($A)", out: "fresh($A)" }, { pat: "bad($A, $B)", out: "good($A, $B)"${ofOp} }]
`;
}

const IMPORT = 'import { fresh, good } from "x";\n';

async function run(own: string, ofOp: string) {
  const root = tempTree({
    "recipe.yaml": recipe(own, ofOp),
    "sluice.policy.yaml": POLICY,
    "src/a.ts": `${IMPORT}old(1);\n`,
    "src/b.ts": `${IMPORT}bad(1 /* one */, 2);\nbad(/* one */ 1, 2);\n`,
    "src/c.ts": `${IMPORT}old(1);\nbad(1, /* two */ 2);\n`,
  });
  const report = await runWith(root, {});
  const classes = report.actions.map(({ facts }) => facts.class);
  const told = report.alerts.filter(({ code }) => code === "class-contradicted");
  return { report, classes, told };
}

describe("the class that a recipe claims", () => {
  it("E6 is a fact of each action, of several ops the worst", async () => {
    const { classes, report, told } = await run("class: safe", ", class: unsafe");
    expect(classes).toEqual(["safe", "unsafe", "unsafe"]);
    expect(report.actions.map(({ ruleId }) => ruleId)).toEqual(["default", "unsafe", "unsafe"]);
    expect(told).toEqual([]);
  });

  it.each([
    ["", "", [undefined, undefined, undefined]],
    ["", ", class: safe", [undefined, "safe", undefined]],
    ["class: review", "", ["review", "review", "review"]],
  ])("counts as far as it is declared (%s%s)", async (own, ofOp, expected) => {
    expect((await run(own, ofOp)).classes).toEqual(expected);
  });

  it("E6 is contradicted by what was measured, and an alert says so once", async () => {
    const { told } = await run("class: safe", "");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ level: "warn", step: "one" });
    expect(told[0]?.message).toMatch(
      /^It says that its changes are safe \(`class`\), and some are not: commentsLost/,
    );
  });
});
