import { describe, expect, it } from "vitest";
import { age, explained, FILES, POLICY, ranTree } from "../../../support/explained-run.ts";
import { cli } from "../../../support/run-cli.ts";
import { tempTree, writeTree } from "../../../support/temp-tree.ts";

/** A recipe whose first step makes the others wait for it. */
const STEPS = `version: 1
name: steps
onHeld: ON_HELD
steps:
  - { id: first, ast_edit: { failOnParseError: FAIL, paths: ["src/**"], ops: [{ pat: "a($A)", out: "b($A)" }] } }
  - id: group
    when: steps.first.held > 5
    parallel:
      - { id: left, ast_edit: { paths: ["src/**"], ops: [{ pat: "c($A)", out: "d($A)" }] } }
  - { id: last, ast_edit: { paths: ["src/**"], ops: [{ pat: "c($A)", out: "e($A)" }] } }
`;

/** Returns the findings of a file of which only later steps have a match. */
async function findingsOf(
  command: "preview" | "plan",
  values: { readonly onHeld?: string; readonly fails?: boolean },
) {
  const { onHeld = "continue", fails = false } = values;
  const recipe = STEPS.replace("ON_HELD", onHeld).replace("FAIL", String(fails));
  const policy = POLICY.replace("anyFile", "any: [{ replacements: { min: 1 } }], anyFile");
  const files = {
    ...FILES,
    "r.yaml": recipe,
    "sluice.policy.yaml": policy.replace("hold", "discard"),
  };
  const { "src/broken.ts": broken, ...others } = files;
  const root = tempTree(fails ? { ...others, "src/broken.ts": broken } : others);
  writeTree(root, { "src/late.ts": "x(1);\n" });
  age(root, "src/late.ts");
  const output = command === "plan" ? ["-o", "o.json"] : ["--report", "json=o.json"];
  await cli(root, [command, "r.yaml", ...output]);
  const { explanation } = await explained(root, "o.json", "src/late.ts");
  const findings = explanation.file?.findings ?? [];
  return findings.map(({ code, step, from }) => [step, code, from]);
}

describe("sluice policy explain of a file whose step may not have looked at it", () => {
  it("says no match only of steps that came to their end, and of a skipped group only that", async () => {
    expect(await findingsOf("preview", {})).toEqual([
      ["group", "step-skipped", "record"],
      ["first", "no-match", "now"],
      ["last", "no-match", "now"],
    ]);
  });

  it("says that a step failed, and that no later one was reached", async () => {
    expect(await findingsOf("preview", { fails: true })).toEqual([
      ["first", "step-failed", "record"],
      ["left", "step-not-reached", "record"],
      ["last", "step-not-reached", "record"],
    ]);
  });

  it("says that `onHeld: stop` ended the recipe before a step, also of a plan", async () => {
    const after = [
      ["first", "no-match", "now"],
      ["left", "step-not-reached", "record"],
      ["last", "step-not-reached", "record"],
    ];
    expect(await findingsOf("preview", { onHeld: "stop" })).toEqual(after);
    expect(await findingsOf("plan", { onHeld: "stop" })).toEqual(after);
  });

  it("says of a plan that it does not tell if a condition held", async () => {
    expect(await findingsOf("plan", {})).toEqual([
      ["first", "no-match", "now"],
      ["left", "step-unknown", "record"],
      ["last", "no-match", "now"],
    ]);
  });

  it("does not say that nothing matches in a file which the step changes at other lines", async () => {
    const root = await ranTree();
    const { explanation } = await explained(root, "last", "src/b.ts:1");
    expect(explanation.file?.findings.map(({ code }) => code)).toEqual(["other-lines"]);
  });

  it("says of a line which no action touches that the step left something out, if it did", async () => {
    const limited = FILES["r.yaml"].replace("per: file", "maxReplacements: 1");
    const root = tempTree({ ...FILES, "r.yaml": limited });
    await cli(root, ["preview", "r.yaml", "--report", "json=o.json"]);
    const { explanation } = await explained(root, "o.json", "src/a.ts:9");
    expect(explanation.file?.findings[0]?.message).toBe(
      "1 action in this file, and none touches line 9. They change the lines 1 of the text before the run. `maxFiles` or `maxReplacements` of the step left something out.",
    );
  });

  it("takes a number at the end for a line, or a line and a column, unless a file has it in its name", async () => {
    const recipe = FILES["r.yaml"].replace(
      "version: 1",
      'version: 1\nlanguageGlobs: { ts: ["a.ts:*"] }',
    );
    const root = tempTree({ ...FILES, "r.yaml": recipe, "src/a.ts:1": "x();\na(1);\n" });
    await cli(root, ["run", "r.yaml"]);
    const filesOf = async (word: string) => {
      const { explanation } = await explained(root, "last", word);
      return explanation.actions?.flatMap(({ files }) => files) ?? explanation.file;
    };
    expect(await filesOf("src/a.ts:1")).toEqual(["src/a.ts:1"]);
    expect(await filesOf("src/a.ts:1:2")).toEqual(["src/a.ts:1"]);
    expect(await filesOf("src/a.ts:1:2:9")).toEqual(["src/a.ts:1"]);
    expect(await filesOf("src/b.ts:2:1")).toEqual(["src/b.ts"]);
    expect(await filesOf("src/b.ts:1:1")).toMatchObject({ path: "src/b.ts", line: 1 });
    expect((await cli(root, ["policy", "explain", "last", "src/b.ts:0"])).exitCode).toBe(2);
  });

  it("says of a file that the run was limited to others: a plan knows it, and a report does not", async () => {
    const root = tempTree(FILES);
    age(root, "src/a.ts");
    await cli(root, ["plan", "r.yaml", "--paths", "src/b.ts", "-o", "o.json"]);
    const { explanation } = await explained(root, "o.json", "src/a.ts");
    expect(explanation.file?.findings.map(({ code }) => code)).toEqual(["not-selected"]);
    const one = await explained(root, "o.json", "src/c.ts");
    expect(one.explanation.file?.findings.map(({ code }) => code)).toEqual(["not-selected"]);
    await cli(root, ["preview", "r.yaml", "--paths", "src/b.ts", "--report", "json=r.json"]);
    const { stdout } = await cli(root, ["policy", "explain", "r.json", "src/a.ts"]);
    expect(stdout).toContain("The record does not say if the run was limited to other files");
  });

  it("refuses an unknown file also if a step was skipped", async () => {
    const recipe = `${FILES["r.yaml"]}  - { when: "false", ast_edit: { ops: [{ pat: "z($A)", out: "y($A)" }] } }\n`;
    const root = tempTree({ ...FILES, "r.yaml": recipe });
    await cli(root, ["run", "r.yaml"]);
    expect((await cli(root, ["policy", "explain", "last", "nope.ts"])).exitCode).toBe(2);
  });

  it.each([
    ["src", "src is a folder, and only files have actions.\nhint: Name a file in it."],
    ["src/a.ts/b.ts", "There is no file src/a.ts/b.ts, and no action"],
    ["x".repeat(300), "There is no file xxx"],
  ])("refuses %s with exit code 2 and what to do", async (path, told) => {
    const root = await ranTree();
    const { exitCode, stdout, stderr } = await cli(root, ["policy", "explain", "last", path]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(told);
  });
});

describe("sluice policy explain of a file that has changed since", () => {
  const codesOf = async (root: string, record: string, word: string) => {
    const { explanation } = await explained(root, record, word);
    return explanation.file?.findings.map(({ code }) => code);
  };

  it("says that, and not that nothing matched in it", async () => {
    const root = await ranTree();
    expect(await codesOf(root, "last", "src/c.ts")).toEqual(["no-match"]);
    writeTree(root, { "src/c.ts": "a(1);\n" });
    expect(await codesOf(root, "last", "src/c.ts")).toEqual(["changed"]);
    await cli(root, ["plan", "r.yaml", "-o", "plan.json"]);
    writeTree(root, { "src/d.ts": "a(1);\n" });
    age(root, "plan.json");
    const { explanation } = await explained(root, "plan.json", "src/d.ts");
    expect(explanation.file?.findings).toEqual([
      {
        code: "changed",
        message: "The file was written after the plan was made: then it may have been another one.",
        from: "now",
      },
    ]);
  });

  it("says it of a file with actions by its text, which the run itself may have written", async () => {
    const root = await ranTree();
    expect(await codesOf(root, "last", "src/a.ts:9")).toEqual(["other-lines"]);
    age(root, "src/a.ts");
    writeTree(root, { "src/a.ts": "a(3);\n" });
    expect(await codesOf(root, "last", "src/a.ts:9")).toEqual(["other-lines", "changed"]);
  });
});

describe("sluice policy explain of a line", () => {
  it("takes the lines of the text before the run, also for later steps and for matches of one file", async () => {
    const recipe = `version: 1
name: lines
steps:
  - { id: s1, ast_edit: { paths: ["src/b.ts"], per: match, ops: [{ pat: a($A), out: "b(\\n$A,\\n0\\n)" }] } }
  - { id: s2, ast_edit: { paths: ["src/b.ts"], ops: [{ pat: z(), out: y() }] } }
`;
    const root = tempTree({ "r.yaml": recipe, "src/b.ts": "a(1);\na(2);\n\nz();\n" });
    await cli(root, ["preview", "r.yaml", "--policy", "apply-all", "--report", "json=o.json"]);
    const stepsAt = async (line: number) => {
      const { explanation } = await explained(root, "o.json", `src/b.ts:${line}`);
      return explanation.actions?.map(({ step }) => step) ?? explanation.file?.findings[0]?.message;
    };
    expect(await stepsAt(1)).toEqual(["s1"]);
    expect(await stepsAt(2)).toEqual(["s1"]);
    expect(await stepsAt(4)).toEqual(["s2"]);
    expect(await stepsAt(5)).toBe(
      "3 actions in this file, and none touches line 5. They change the lines 1, 2, 4 of the text before the run.",
    );
  });
});
