import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asNobody } from "../../support/as-nobody.ts";
import { readText, snapshot, tempTree } from "../../support/temp-tree.ts";
import { command } from "./support/command.ts";
import { customRun, toolModule } from "./support/custom.ts";
import { editRun } from "./support/edit-run.ts";
import { sluice } from "./support/sluice.ts";

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
  const recipe = `version: 1\nname: r\nsteps:\n  - { id: s, ast_edit: { ${op("old", "fresh")} } }\n`;

  /** Runs an edit of two files, of which the second is in a folder that nobody may write. */
  async function failed() {
    const files = { "a.ts": "old(1);\n", "locked/b.ts": "old(2);\n" };
    const root = tempTree({ ...files, ".sluice/recipes/r.yaml": recipe });
    const ran = await asNobody(root, async () => {
      chmodSync(join(root, "locked"), 0o555);
      return sluice.run({ root, recipes: ["r"], policy: "apply-all" });
    });
    const sources = () => Object.keys(files).map((path) => readText(root, path));
    expect(sources()).toEqual(Object.values(files));
    chmodSync(join(root, "locked"), 0o755);
    const end = (verb: string) => {
      const { run, actions } = ran;
      return command(root, "resolve", run.id, actions[0]?.id ?? "", verb, "--reason", "Seen.");
    };
    return { root, report: ran, end, sources };
  }

  it("R29 R10 A19 keeps its action held with the error, and it is applied later", async () => {
    const { report, end, sources } = await failed();
    const [action] = report.actions;
    expect({ code: report.exitCode, state: action?.state }).toEqual({ code: 1, state: "held" });
    expect(action?.reason).toMatch(/EACCES|permission/);
    expect(await end("apply")).toMatchObject({ status: 0, stderr: "" });
    expect(sources()).toEqual(["fresh(1);\n", "fresh(2);\n"]);
  });

  it("R29 R28 lets it be discarded later", async () => {
    const { end, sources } = await failed();
    expect(await end("discard")).toMatchObject({ status: 0, stderr: "" });
    expect(sources()).toEqual(["old(1);\n", "old(2);\n"]);
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

  it("R28 are rejected once when they are held, while their code is there; a later discard calls no code", async () => {
    const { root, report, notes } = await customRun({
      modules: { "a.mjs": toolModule("a", push("")) },
      steps: "  - { id: s, tool: a, with: {} }",
      policy: "hold-all",
    });
    const [action] = report.actions;
    expect({ state: action?.state, notes }).toEqual({
      ...{ state: "held", notes: [`reject ${action?.reason}`] },
    });
    const argv = ["resolve", report.run.id, action?.id ?? "", "discard", "--reason", "Not now."];
    const { status, stdout, stderr } = await command(root, ...argv);
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain("NOTE");
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
