import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, tempFolder } from "../../support/temp-tree.ts";
import { customRun, toolModule } from "./support/custom.ts";
import { editRun } from "./support/edit-run.ts";

const step = (name: string, more = "{}") => `  - { id: ${name}, tool: ${name}, with: ${more} }`;

describe("a file of custom tools", () => {
  it("T19 is a factory in .ts, .mts, .js or .mjs, also asynchronous, also of several tools, and gets what pi offers", async () => {
    const tool = (name: string) =>
      `({ name: "${name}", description: "d", parameters: pi.zod.object({}), async execute() { return "${name}"; } })`;
    const { report, status } = await customRun({
      modules: {
        "t.ts": `export default (pi: { zod: any }) => ${tool("one")};\n`,
        "t.mts": `export default async (pi: any) => [${tool("two")}, ${tool("three")}];\n`,
        "t.js": `export default (pi) => ${tool("four")};\n`,
        "t.mjs": `export default (pi) => ({ name: "offers", description: "d",
  parameters: pi.typebox.Type.Object({}),
  async execute() {
    const { code, stdout } = await pi.exec("node", ["-p", "6 * 7"]);
    pi.logger.info("hello");
    return [typeof pi.zod.object, pi.cwd, code, stdout.trim(), typeof pi.pushPendingAction].join(" ");
  } });\n`,
      },
      steps: ["one", "two", "three", "four", "offers"].map((name) => step(name)).join("\n"),
      policy: null,
      verb: "preview",
    }).catch((error) => ({ report: error, status: null }));
    expect({ status, faults: report.diagnostics }).toEqual({ status: 0, faults: [] });
    expect(report.calls.map(({ text }: { text: string }) => text).slice(0, 4)).toEqual([
      ...["one", "two", "three", "four"],
    ]);
    expect(report.calls[4].text).toMatch(/^function \/\S+ 0 42 function$/);
  });

  it("T24 each fault of a file is its own diagnostic, and the others still load", async () => {
    const own = toolModule("fine", 'return "fine";');
    const { report, status } = await customRun({
      modules: {
        "no-default.mjs": "export const x = 1;\n",
        "throws.mjs": 'throw new Error("at load");\n',
        "factory.mjs": 'export default () => { throw new Error("in the factory"); };\n',
        "shape.mjs": 'export default () => ({ name: "shape" });\n',
        "built-in.mjs": toolModule("ast_edit", 'return "";'),
        "fine.mjs": own,
        "again.mjs": own,
      },
      steps: step("fine"),
    });
    const faults = report.diagnostics.filter(({ severity }) => severity === "error");
    expect(faults.map(({ message }) => /[\w-]+\.mjs/.exec(message)?.[0])).toEqual([
      ...["no-default.mjs", "throws.mjs", "factory.mjs", "shape.mjs", "built-in.mjs", "again.mjs"],
    ]);
    expect(new Set(faults.map(({ message }) => message.replace(/[\w-]+\.mjs/, "_"))).size).toBe(6);
    expect(status).toBe(2);
  });

  it("T25 is loaded once for one path, however often it is named", async () => {
    const told = join(tempFolder(), "told");
    const head = `appendFileSync(${JSON.stringify(told)}, "loaded\\n");`;
    const { report } = await editRun({
      recipe: 'tools: ["a.mjs", "./a.mjs", "a.mjs"]',
      steps: step("a"),
      files: { "a.mjs": toolModule("a", 'return "a";', head) },
      args: ["--allow-code"],
    });
    expect(readFileSync(told, "utf8")).toBe("loaded\n");
    expect(report.calls).toHaveLength(1);
  });

  it("T26 is loaded only where the caller allowed it", async () => {
    const head = 'writeFileSync("canary.txt", "x");';
    const { status, root, stderr, report } = await customRun({
      modules: { "a.mjs": toolModule("a", 'return "a";', head) },
      steps: step("a"),
      args: [],
    });
    expect(status).toBe(2);
    expect(() => readText(root, "canary.txt")).toThrow();
    expect(stderr + JSON.stringify(report.diagnostics)).toContain("--allow-code");
    const allowed = await customRun({
      modules: { "a.mjs": toolModule("a", 'return "a";') },
      steps: step("a"),
      args: ["--allow-custom-tools"],
    });
    expect(allowed.status).toBe(0);
  });
});

describe("pushPendingAction", () => {
  it("T20 T22 T23 R34 takes label and apply, and optionally reject, details and sourceToolName; this is kept", async () => {
    const code = `
    class Rename {
      label = "Rename";
      details = { files: ["x.txt"], risk: 3 };
      said = "as planned";
      apply(reason) { return { content: [{ type: "text", text: this.said + ": " + reason }], details: { done: 1 } }; }
      reject(reason) { return "kept, " + this.said + ": " + reason; }
    }
    const action = new Rename();
    if (params.name) action.sourceToolName = params.name;
    pi.pushPendingAction(action);
    return "Prepared.";`;
    const policy = `version: 1
default: { verdict: discard, reason: No rule. }
rules:
  - { id: named, when: { step: [named] }, verdict: apply, reason: It is fine. }
`;
    const { report } = await customRun({
      modules: { "a.mjs": toolModule("a", code) },
      steps:
        "  - { id: named, tool: a, with: { name: mine } }\n  - { id: plain, tool: a, with: {} }",
      policy,
    });
    const [named, plain] = report.actions;
    expect(named).toMatchObject({ label: "Rename", state: "applied", tool: "a" });
    expect(named?.result).toBe("as planned: It is fine.");
    expect(plain).toMatchObject({ state: "discarded", result: "kept, as planned: No rule." });
    expect(named?.facts).toMatchObject({ details: { risk: 3 }, files: ["x.txt"] });
  });

  it("R34 T20 puts sourceToolName into the record, custom_tool by default", async () => {
    const code = `pi.pushPendingAction({ label: "Rename", details: { files: ["x.txt"] }, ...params, apply: () => "ok" });
    return "Prepared.";`;
    const { report } = await customRun({
      modules: { "a.mjs": toolModule("a", code) },
      steps:
        "  - { id: named, tool: a, with: { sourceToolName: mine } }\n  - { id: plain, tool: a, with: {} }\n  - { id: edit, ast_edit: { ops: [{ pat: old($A), out: fresh($A) }] } }",
      files: { "a.ts": "old(1);\n" },
    });
    expect(report.actions).toMatchObject([
      { sourceToolName: "mine", label: "Rename" },
      { sourceToolName: "custom_tool", label: "Rename" },
      { sourceToolName: "ast_edit", label: "AST Edit: 1 replacement in 1 file" },
    ]);
  });

  it("T21 throws without a queue, in the words of the documents", async () => {
    const head = `
let message = "none";`;
    const module = `${head}
export default (pi) => {
  try { pi.pushPendingAction({ label: "x", apply: () => "" }); } catch (error) { message = error.message; }
  return { name: "a", description: "d", parameters: pi.zod.object({}), async execute() { return message; } };
};
`;
    const { report } = await customRun({ modules: { "a.mjs": module }, steps: step("a") });
    expect(report.calls[0]?.text).toBe(
      "Pending action store unavailable for custom tools in this runtime.",
    );
  });
});

describe("calls of a parallel group", () => {
  it("T1 T2 T3 T5 share a batch id, run at the same time, and get contexts; other batches have other ids", async () => {
    const code = `globalThis.waiting ??= {};
    globalThis.waiting[params.batch] ??= { count: 0, open: [] };
    const gate = globalThis.waiting[params.batch];
    gate.count += 1;
    if (gate.count === 2) for (const done of gate.open) done();
    else await new Promise((done) => gate.open.push(done));
    return JSON.stringify({ callId: context.callId, batchId: context.batchId, callIndex: context.callIndex, same: toolCallId === context.callId });`;
    const call = (id: string, batch: number) =>
      `      - { id: ${id}, tool: a, with: { batch: ${batch} } }`;
    const { report } = await customRun({
      modules: { "a.mjs": toolModule("a", code) },
      steps: [
        "  - parallel:",
        call("a", 1),
        call("b", 1),
        "  - parallel:",
        call("c", 2),
        call("d", 2),
      ].join("\n"),
      verb: "preview",
      policy: null,
    });
    const contexts = report.calls.map(({ text }) => JSON.parse(text));
    expect(contexts.map(({ batchId, callIndex }) => [batchId, callIndex])).toEqual([
      ["tool-batch-0", 0],
      ["tool-batch-0", 1],
      ["tool-batch-1", 0],
      ["tool-batch-1", 1],
    ]);
    expect(new Set(contexts.map(({ callId }) => callId)).size).toBe(4);
    expect(contexts.every(({ same }) => same === true)).toBe(true);
    expect(report.calls.map(({ callId }) => callId)).toEqual(contexts.map(({ callId }) => callId));
  });

  it("T17 edits of one file are made in call order, and those of other files beside them", async () => {
    const op = (pat: string, out: string, path: string) =>
      `ast_edit: { lang: ts, paths: ["${path}"], ops: [{ pat: "${pat}", out: "${out}" }] }`;
    const { root, report } = await editRun({
      steps: `  - parallel:
      - { id: a, ${op("one($A)", "ONE($A)", "a.ts")} }
      - { id: b, ${op("two($A)", "TWO($A)", "link.ts")} }
      - { id: c, ${op("three($A)", "THREE($A)", "a.ts")} }
      - { id: d, ${op("one($A)", "ONE($A)", "b.ts")} }`,
      files: { "a.ts": "one(1);\ntwo(2);\nthree(3);\n", "b.ts": "one(1);\n" },
      onRoot: (folder) =>
        process.getBuiltinModule("node:fs").symlinkSync("a.ts", `${folder}/link.ts`),
    });
    expect(report.actions.map(({ step: id, state }) => `${id} ${state}`)).toEqual([
      ...["a applied", "b applied", "c applied", "d applied"],
    ]);
    expect(readText(root, "a.ts")).toBe("ONE(1);\nTWO(2);\nTHREE(3);\n");
    expect(readText(root, "b.ts")).toBe("ONE(1);\n");
  });

  it("T17 T13 a failing call frees its file and does not cancel its siblings", async () => {
    const replace = (path: string, old: string) =>
      `tool: replace_text, with: { path: ${path}, old: "${old}", new: fresh }`;
    const { report, root } = await editRun({
      steps: `  - parallel:
      - { id: x, ${replace("a.ts", "missing")} }
      - { id: y, ${replace("a.ts", "old")} }
      - { id: z, ${replace("b.ts", "old")} }`,
      files: { "a.ts": "old(1);\n", "b.ts": "old(1);\n" },
    });
    expect(report.calls.map(({ step: id, outcome }) => `${id} ${outcome}`)).toEqual([
      ...["x failed", "y done", "z done"],
    ]);
    expect(report.outcome).toBe("failed");
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "fresh(1);\n",
      "fresh(1);\n",
    ]);
  });
});

it("T31 code and configuration are read once: nothing that the run wrote is executed by it", async () => {
  const helper = 'export const said = "as it was";\n';
  const write = `pi.pushPendingAction({ label: "Change", details: { files: ["late.mjs"] }, apply() {
      writeFileSync(pi.cwd + "/late.mjs", 'export const said = "CHANGED";');
      writeFileSync(pi.cwd + "/hook.mjs", 'export default () => ({ decision: "deny", reason: "CHANGED" });');
      return "Changed.";
    } });
    return "Prepared.";`;
  const late = 'const { said } = await import("./late.mjs"); return said;';
  const { report, stdout } = await customRun({
    modules: { "write.mjs": toolModule("write", write), "look.mjs": toolModule("look", late) },
    files: {
      "late.mjs": helper,
      "hook.mjs": 'export default () => ({ decision: "continue" });\n',
      "a.ts": "old(1);\n",
    },
    recipe: "hooks: [{ on: [pre-tool], tools: [ast_edit], module: hook.mjs }]",
    steps: `${step("write")}\n  - { id: e, ast_edit: { ops: [{ pat: old($A), out: fresh($A) }] } }\n${step("look")}`,
  });
  expect(report.actions[0]?.state).toBe("applied");
  expect(stdout).not.toContain("CHANGED");
});
