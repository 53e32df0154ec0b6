import { describe, expect, it } from "vitest";
import { runWith } from "../../support/run-request.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const call = (id: string, pat: string, out: string) =>
  `      - { id: ${id}, ast_edit: { per: file, ops: [{ pat: "${pat}", out: "${out}" }] } }\n`;
const RECIPE = `version: 1
name: r
steps:
  - id: p
    parallel:
${call("one", "f($A)", "g($A)")}${call("two", "h($A)", "i($A)")}`;
const FILES = { "a.ts": "f(1);\nh(1);\n", "b.ts": "f(2);\nh(2);\n" };

const policy = (order?: string) =>
  `version: 1\n${order === undefined ? "" : `order: ${order}\n`}default: { verdict: apply, reason: Yes. }\n`;

describe("the order of pending actions", () => {
  it.each([
    [undefined, ["one a.ts", "one b.ts", "two a.ts", "two b.ts"]],
    ["queue", ["one a.ts", "one b.ts", "two a.ts", "two b.ts"]],
    ["stack", ["two b.ts", "two a.ts", "one b.ts", "one a.ts"]],
  ])("R15 R16 is that of the policy: %s", async (order, expected) => {
    const root = tempTree({ "recipe.yaml": RECIPE, "p.yaml": policy(order), ...FILES });
    const report = await runWith(root, { policy: "p.yaml" });
    expect(report.actions.map(({ step, facts }) => `${step} ${facts.files}`)).toEqual(expected);
    // Each second action on a file was refreshed on the text that the first one left.
    expect(report.totals).toMatchObject({ applied: 4, failed: 0, replacements: 4 });
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "g(1);\ni(1);\n",
      "g(2);\ni(2);\n",
    ]);
  });

  it("T3 gives every batch an id of its own", async () => {
    const recipe = `${RECIPE}  - { id: q, ast_edit: { ops: [{ pat: "g($A)", out: "k($A)" }] } }\n`;
    const root = tempTree({ "recipe.yaml": recipe, ...FILES });
    const { actions } = await runWith(root, { policy: "apply-all" });
    expect([...new Set(actions.map(({ batchId }) => batchId))]).toEqual([
      "tool-batch-0",
      "tool-batch-1",
    ]);
  });

  it("leaves nothing garbled where edits of one batch overlap, in either order: the second is stale", async () => {
    const recipe = RECIPE.replace("h($A)", "f(1)").replace("i($A)", "one()");
    for (const [order, text] of [
      ["queue", "g(1);\nh(1);\n"],
      ["stack", "one();\nh(1);\n"],
    ] as const) {
      const root = tempTree({ "recipe.yaml": recipe, "p.yaml": policy(order), ...FILES });
      const report = await runWith(root, { policy: "p.yaml" });
      const inA = report.actions.filter(({ facts }) => facts.files[0] === "a.ts");
      expect(inA.map(({ facts }) => facts.conflicts.length)).toEqual([1, 1]);
      expect(inA.map(({ state }) => state)).toEqual(["applied", "failed"]);
      expect(inA[1]).toMatchObject({ isStale: true });
      expect(readText(root, "a.ts")).toBe(text);
    }
  });

  it("R31 T6 is in a stack that of the pushing: a custom tool pushes when it pushes, built-in calls in call order", async () => {
    const recipe = `version: 1
name: r
tools: [./waits.mjs]
steps:
  - id: p
    parallel:
      - { id: waits, tool: waits, with: {} }
${call("big", "f($A)", "g($A)")}      - { id: small, tool: replace_text, with: { path: c.ts, old: k, new: l } }
      - { id: frees, tool: frees, with: {} }
`;
    const waits = `let free;
const freed = new Promise((resolve) => (free = resolve));
const push = (pi, label) => pi.pushPendingAction({ label, apply: () => "Done.", details: { files: [label + ".ts"] } });
export default (pi) => [
  { name: "waits", description: "-", parameters: pi.zod.object({}),
    async execute() { await freed; push(pi, "waits"); } },
  { name: "frees", description: "-", parameters: pi.zod.object({}),
    async execute() { push(pi, "frees"); free(); } },
];
`;
    for (const [order, expected] of [
      ["stack", ["small", "big", "waits", "frees"]],
      ["queue", ["waits", "big", "small", "frees"]],
    ] as const) {
      const files = { "a.ts": "f(1);\n".repeat(250), "c.ts": "k;\n", "waits.mjs": waits };
      const root = tempTree({ "recipe.yaml": recipe, "p.yaml": policy(order), ...files });
      const report = await runWith(root, { policy: "p.yaml", allowCode: true });
      expect(report.diagnostics).toEqual([]);
      expect(report.actions.map(({ step, state }) => [step, state])).toEqual(
        expected.map((step) => [step, "applied"]),
      );
    }
  });
});
