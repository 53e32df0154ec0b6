import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, snapshot } from "../../support/temp-tree.ts";
import { command, MAIN } from "./support/command.ts";
import { customRun, toolModule } from "./support/custom.ts";
import { editRun } from "./support/edit-run.ts";

const policyFor = (verdict: string) => `version: 1
default: { verdict: apply, reason: Fine. }
guards:
  - { id: asked, when: { step: [first], anyFile: [a.ts] }, verdict: ${verdict}, reason: Ask. }
`;
const op = (pat: string, out: string) => `ops: [{ pat: "${pat}($A)", out: "${out}($A)" }]`;
const STEPS = `  - { id: first, ast_edit: { per: file, ${op("one", "ONE")} } }
  - { id: second, ast_edit: { per: file, ${op("two", "TWO")} } }`;
const FILES = { "a.ts": "one(1);\ntwo(1);\n", "b.ts": "one(2);\ntwo(2);\n" };
const texts = (root: string) => ["a.ts", "b.ts"].map((path) => readText(root, path));
const DONE = "ONE(2);\nTWO(2);\n";

describe("the later steps of a recipe", () => {
  it.each(["hold", "discard"])(
    "X1 leave the files of an action alone after %s",
    async (verdict) => {
      const { root, report } = await editRun({
        steps: STEPS,
        files: FILES,
        policy: policyFor(verdict),
      });
      expect(texts(root)).toEqual([FILES["a.ts"], DONE]);
      expect(
        report.skipped.filter(({ path, step }) => path === "a.ts" && step === "second"),
      ).toHaveLength(1);
    },
  );

  it.each([
    ["skip-file", [FILES["a.ts"], DONE]],
    ["stop", [FILES["a.ts"], "ONE(2);\ntwo(2);\n"]],
    ["continue", ["one(1);\nTWO(1);\n", DONE]],
  ])("X1 do as the recipe says: onHeld: %s", async (onHeld, expected) => {
    const { root, status } = await editRun({
      steps: STEPS,
      recipe: `onHeld: ${onHeld}`,
      files: FILES,
      policy: policyFor("hold"),
    });
    expect(texts(root)).toEqual(expected);
    expect(status).toBe(4);
  });

  it("X1 leave them alone in a preview, too", async () => {
    const { report } = await editRun({
      verb: "preview",
      steps: STEPS,
      files: FILES,
      policy: policyFor("hold"),
    });
    const second = report.actions.filter(({ step }) => step === "second");
    expect(second.map(({ files: [file] }) => file?.path)).toEqual(["b.ts"]);
  });
});

describe("actions that are held", () => {
  const LINES = ["old(1);", "keep();", "old(2);", "keep();", "old(3);", ""];

  async function three() {
    const { root, report } = await editRun({
      edit: `per: match, ${op("old", "fresh")}`,
      files: { "a.ts": LINES.join("\n") },
      policy: "hold-all",
    });
    const end = (index: number, verb = "apply") =>
      command(
        root,
        "resolve",
        report.run.id,
        report.actions[index]?.id ?? "",
        verb,
        "--reason",
        "Looked at it.",
      );
    return { root, report, end };
  }

  it.each([
    ["from the first to the last", [0, 1, 2]],
    ["from the last to the first", [2, 1, 0]],
    ["from the middle", [1, 2, 0]],
  ])("X2 can be resolved %s, three of one file", async (_, order) => {
    const { root, end } = await three();
    for (const index of order) expect(await end(index)).toMatchObject({ status: 0 });
    expect(readText(root, "a.ts")).toBe(LINES.join("\n").replaceAll("old", "fresh"));
  });

  it("X2 can be resolved after somebody wrote elsewhere in the file", async () => {
    const { root, end } = await three();
    writeFileSync(join(root, "a.ts"), `// new\n${LINES.join("\n")}last();\n`);
    expect(await end(1)).toMatchObject({ status: 0 });
    expect(readText(root, "a.ts")).toBe(
      `// new\n${LINES.join("\n").replace("old(2)", "fresh(2)")}last();\n`,
    );
  });

  it("X2 are refused where their place has changed: the message names it, with both texts, and nothing is written", async () => {
    const { root, end } = await three();
    writeFileSync(join(root, "a.ts"), LINES.join("\n").replace("old(2)", "other(2)"));
    const before = snapshot(root);
    const { status, stdout, stderr } = await end(1);
    expect(status).toBe(3);
    expect(stdout + stderr).toContain("a.ts:3");
    for (const text of ["old(2)", "other(2)"]) expect(stdout + stderr).toContain(text);
    expect(snapshot(root)).toEqual(before);
  });

  it("X2 can be discarded, and change nothing then", async () => {
    const { root, end } = await three();
    expect(await end(1, "discard")).toMatchObject({ status: 0 });
    expect(readText(root, "a.ts")).toBe(LINES.join("\n"));
  });
});

describe("an apply that threw, in a run without a model", () => {
  const textOf = (call: string) => `${call};\n${"// padding of the file\n".repeat(4000)}`;

  const LONG = "x".repeat(20_000);

  /** Only the edited file is larger than the system lets the run write. */
  async function failed() {
    const { root } = await editRun({
      verb: "preview",
      edit: `lang: ts, ops: [{ pat: "grow($A)", out: "${LONG}($A)" }]`,
      files: { "a.ts": textOf("grow(1)") },
    });
    const limited = ["-c", 'ulimit -f 100; exec "$0" "$@"', process.execPath, MAIN];
    const argv = ["run", "r", "--policy", "apply-all", "--no-cache", "--format", "json"];
    const ran = spawnSync("bash", [...limited, ...argv], { cwd: root, encoding: "utf8" });
    return { root, status: ran.status, report: JSON.parse(ran.stdout) };
  }

  it("R29 R10 keeps its action held with the error, and it is applied or discarded later", async () => {
    const { root, status, report } = await failed();
    const [action] = report.actions;
    expect({ status, state: action.state }).toEqual({ status: 1, state: "held" });
    expect(JSON.stringify(action)).toContain("EFBIG");
    expect(readText(root, "a.ts")).toBe(textOf("grow(1)"));
    const argv = ["resolve", report.run.id, action.id, "apply", "--reason", "There is room now."];
    expect(await command(root, ...argv)).toMatchObject({ status: 0 });
    expect(readText(root, "a.ts")).toBe(textOf(`${LONG}(1)`));
  });

  it("R29 R28 lets it be discarded later", async () => {
    const { root, report } = await failed();
    const argv = [
      "resolve",
      report.run.id,
      report.actions[0].id,
      "discard",
      "--reason",
      "Given up.",
    ];
    expect(await command(root, ...argv)).toMatchObject({ status: 0 });
    expect(readText(root, "a.ts")).toBe(textOf("grow(1)"));
  });
});

describe("actions of custom tools", () => {
  const push = (more: string) => `pi.pushPendingAction({
      label: "Rename", details: { files: ["x.txt"] },
      apply(reason) { note("apply " + reason); return "Renamed."; },
      reject(reason) { note("reject " + reason); },
      ${more}
    });
    return "Prepared.";`;

  it("R28 are rejected once, with the reason, when a failed apply is given up", async () => {
    const { notes, status } = await customRun({
      modules: { "a.mjs": toolModule("a", push('apply(reason) { throw new Error("no disk"); },')) },
      steps: "  - { id: s, tool: a, with: {} }",
    });
    expect(status).toBe(1);
    expect(notes).toEqual([expect.stringMatching(/^reject \S/)]);
  });

  it("R28 are rejected once when their call fails", async () => {
    const { notes } = await customRun({
      modules: {
        "b.mjs": toolModule(
          "b",
          `${push("").replace('return "Prepared.";', "")} throw new Error("broken");`,
        ),
      },
      steps: "  - { id: s, tool: b, with: {} }",
    });
    expect(notes).toEqual([expect.stringMatching(/^reject \S/)]);
  });

  it.fails("R28 R17 are rejected when they are held and discarded later", async () => {
    const { root, report } = await customRun({
      modules: { "a.mjs": toolModule("a", push("")) },
      steps: "  - { id: s, tool: a, with: {} }",
      policy: "hold-all",
    });
    const [action] = report.actions;
    expect(action?.state).toBe("held");
    const argv = ["resolve", report.run.id, action?.id ?? "", "discard", "--reason", "Not now."];
    const { status, stderr } = await command(root, ...argv, "--allow-code");
    expect(status).toBe(0);
    expect(stderr).toContain("NOTE reject Not now.");
  });

  it("R31 R15 are resolved with order: stack by the order of pushing, also in one batch", async () => {
    const waits = `globalThis.pushed ??= new Promise((done) => { globalThis.tell = done; });
    if (params.first) await globalThis.pushed;
    pi.pushPendingAction({ label: params.name, details: { files: ["x.txt"] }, apply() { note(params.name); return "ok"; } });
    if (!params.first) globalThis.tell();
    return "Prepared.";`;
    const { notes } = await customRun({
      modules: { "a.mjs": toolModule("a", waits) },
      steps: `  - parallel:
      - { id: x, tool: a, with: { name: pushed last, first: true } }
      - { id: y, tool: a, with: { name: pushed first } }`,
      policy: "version: 1\norder: stack\ndefault: { verdict: apply, reason: Fine. }\n",
    });
    expect(notes).toEqual(["pushed last", "pushed first"]);
  });
});
