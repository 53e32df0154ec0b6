import { describe, expect, it } from "vitest";
import { readText } from "../../support/temp-tree.ts";
import { customRun, toolModule } from "./support/custom.ts";
import { editRun } from "./support/edit-run.ts";

/** Runs two calls of one group under a hook that is this code, and notes which of them ran. */
function hooked(hook: string) {
  return customRun({
    modules: {
      "a.mjs": toolModule("a", 'note("a ran"); return "a";'),
      "b.mjs": toolModule("b", 'note("b ran"); return "b";'),
    },
    files: { "hook.mjs": hook },
    recipe: "hooks: [{ on: [pre-tool], module: hook.mjs }]",
    steps:
      "  - parallel:\n      - { id: a, tool: a, with: {} }\n      - { id: b, tool: b, with: {} }",
  });
}

const answers = (answer: string) =>
  `export default ({ tool }) => (tool === "b" ? ${answer} : { decision: "continue" });\n`;

describe("a hook of a recipe", () => {
  it.each([
    ["T9", "abort", 1],
    ["T10", "pause", 4],
    ["T14", "cancel", 130],
  ] as const)(
    "%s T11 T18 can %s: nothing of the batch runs, and the code is %i",
    async (_, decision, code) => {
      const { status, report, notes } = await hooked(
        answers(`{ decision: "${decision}", reason: "Not this." }`),
      );
      expect({ status, notes }).toEqual({ status: code, notes: [] });
      expect(report.calls.map(({ outcome, isError }) => ({ outcome, isError }))).toEqual(
        Array(2).fill({ outcome: "skipped", isError: true }),
      );
    },
  );

  it.each([
    ["denies", '{ decision: "deny", reason: "Not this." }', "Not this."],
    ["cannot add messages", '{ decision: "continue", messages: ["ADDED"] }', "answer"],
    ["cannot change the call", '{ decision: "continue", params: {} }', "answer"],
    ["must answer", "undefined", ""],
    ["must not answer null", "null", ""],
    ["must not answer garbage", '"fine"', ""],
  ])("T18 T28 %s: the call is denied, the others run", async (_, answer, words) => {
    const { status, report, notes, stdout } = await hooked(answers(answer));
    expect({ status, notes }).toEqual({ status: 1, notes: ["a ran"] });
    expect(report.calls.map(({ outcome }) => outcome)).toEqual(["done", "denied"]);
    expect(report.calls[1]).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(stdout).not.toContain("ADDED");
  });

  it("T28 gets a copy: what it changes reaches no tool", async () => {
    const hook = `export default (event) => {
  try { event.params.added = "ADDED"; event.tool = "b"; } catch {}
  return { decision: "continue" };
};
`;
    const { report } = await customRun({
      modules: { "a.mjs": toolModule("a", "return JSON.stringify(params);") },
      files: { "hook.mjs": hook },
      recipe: "hooks: [{ on: [pre-tool], module: hook.mjs }]",
      steps: "  - { id: a, tool: a, with: { own: 1 } }",
    });
    expect(report.calls).toMatchObject([{ outcome: "done", text: '{"own":1}' }]);
  });

  it("T16 T17 T7 holds no lock: it is asked about both calls of a file before either runs, and the edits serialize without it", async () => {
    const hook = `const open = [];
export default ({ event }) => {
  if (event === "pre-tool") open.push(event);
  return open.length <= 2 ? { decision: "continue" } : { decision: "deny", reason: "asked too late" };
};
`;
    const edit = (from: string) =>
      `ast_edit: { paths: [a.ts], ops: [{ pat: "${from}($A)", out: "${from.toUpperCase()}($A)" }] }`;
    const steps = `  - parallel:\n      - { id: x, ${edit("one")} }\n      - { id: y, ${edit("two")} }`;
    const files = { "a.ts": "one(1);\ntwo(2);\n", "hook.mjs": hook };
    const texts = [];
    for (const recipe of ["", "hooks: [{ module: hook.mjs }]"]) {
      const { root } = await editRun({ steps, recipe, files, args: ["--allow-code"] });
      texts.push(readText(root, "a.ts"));
    }
    expect(texts).toEqual(Array(2).fill("ONE(1);\nTWO(2);\n"));
  });
});
