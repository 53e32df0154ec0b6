import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/model/events.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { runWith } from "../support/run-request.ts";
import { readText, snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

/** The example of the documents, with a schema of either kind and either signature. */
const batchRename = (parameters: string, signature: string, callId: string) => `
import type { CustomToolFactory } from "sluice";

const factory: CustomToolFactory = (pi) => ({
  name: "batch_rename_preview",
  label: "Batch Rename Preview",
  description: "Previews renames and defers the commit to resolve",
  parameters: ${parameters},
  async execute(${signature}) {
    pi.pushPendingAction({
      label: \`Batch rename: \${params.files.length} files (\${${callId}})\`,
      sourceToolName: "batch_rename_preview",
      apply: async (reason) => ({
        content: [{ type: "text", text: \`Applied batch rename. Reason: \${reason}\` }],
      }),
      reject: async (reason) => ({
        content: [{ type: "text", text: \`Discarded batch rename. Reason: \${reason}\` }],
      }),
    });
    return { content: [{ type: "text", text: "Call resolve to apply or discard." }] };
  },
});

export default factory;
`;
const TYPEBOX =
  "pi.typebox.Type.Object({ files: pi.typebox.Type.Array(pi.typebox.Type.String()) })";
const ZOD = "pi.zod.object({ files: pi.zod.array(pi.zod.string()) })";

const recipe = (steps: string, tools: readonly string[] = ["tools/t.ts"]) =>
  `version: 1\nname: r\ntools: ${JSON.stringify(tools)}\nsteps:\n${steps}`;
const step = (tool: string, params: object = {}, more = "") =>
  `  - { id: ${tool}, tool: ${tool}, with: ${JSON.stringify(params)}${more} }\n`;

/** A tool whose body is the text of `execute`. */
const tool = (name: string, body: string, more = "") => `export default (pi) => ({
  name: ${JSON.stringify(name)},
  description: "A tool.",
  parameters: pi.zod.object({}).passthrough(),
  async execute(toolCallId, params, context) { ${body} },
  ${more}
});\n`;

/** Applies everything, also what names no files. */
const POLICY = `version: 1
default: { verdict: apply, reason: The policy applies every change. }
lift: [protected-unnamed]
`;

const allowed: Partial<RunRequest> = { policy: "sluice.policy.yaml", allowCode: true };

const treeWith = (tree: Tree) => tempTree({ "sluice.policy.yaml": POLICY, ...tree });

function runTool(body: string, request: Partial<RunRequest> = {}, more: Tree = {}) {
  const root = treeWith({
    "recipe.yaml": recipe(step("t")),
    "tools/t.ts": tool("t", body),
    "a.txt": "a\n",
    ...more,
  });
  return runWith(root, { ...allowed, ...request }).then((report) => ({ root, report }));
}

describe("custom tools", () => {
  it.each([
    ["typebox, old signature", TYPEBOX, "toolCallId, params", "toolCallId"],
    ["zod, old signature", ZOD, "toolCallId, params", "toolCallId"],
    ["zod, with the context", ZOD, "toolCallId, params, context", "context.callId"],
    ["typebox, with the context", TYPEBOX, "_, params, { callId }", "callId"],
  ])("T1 T19 T20 run the example of the documents: %s", async (_title, schema, signature, id) => {
    const root = treeWith({
      "recipe.yaml": recipe(step("batch_rename_preview", { files: ["a", "b"] })),
      "tools/t.ts": batchRename(schema, signature, id),
    });
    const report = await runWith(root, allowed);
    expect(report).toMatchObject({
      exitCode: 0,
      actions: [
        {
          tool: "batch_rename_preview",
          label: "Batch rename: 2 files (tool-batch-0-0)",
          state: "applied",
          result: "Applied batch rename. Reason: The policy applies every change.",
        },
      ],
      calls: [{ tool: "batch_rename_preview", text: "Call resolve to apply or discard." }],
    });
  });

  it("T22 go through the policy like any other: their facts are tool, label, details, and the files they name", async () => {
    const { report } = await runTool(
      `pi.pushPendingAction({ label: "L", details: { files: ["./b//x.ts", context.callId + "/../a.ts", pi.cwd + "/c.ts"], n: 1 },
        apply: () => ({ content: [{ type: "text", text: "done" }], details: { own: 1 } }) });`,
    );
    expect(report.actions).toMatchObject([
      {
        state: "applied",
        result: "done",
        facts: {
          tool: "t",
          label: "L",
          files: ["a.ts", "b/x.ts", "c.ts"],
          fileCount: 3,
          details: { n: 1 },
        },
        files: [],
      },
    ]);
  });

  it("are discarded where they name a protected path, under whatever name, and held by `safe`", async () => {
    const act = (path: string) =>
      `pi.pushPendingAction({ label: "L", details: { files: [${JSON.stringify(path)}] }, apply: () => { throw new Error("applied"); } });`;
    for (const path of [".github/w.yml", "./src/../.github/w.yml"]) {
      const { report } = await runTool(act(path));
      expect(report.actions).toMatchObject([{ state: "discarded", ruleId: "protected" }]);
    }
    const { report } = await runTool(act("src/a.ts"), { policy: "safe" });
    expect(report.actions[0]).toMatchObject({ state: "held" });
  });

  it("are discarded where they name a folder, whose files no rule can judge", async () => {
    for (const path of ["src", "src/", ".github", "gen"]) {
      const { report } = await runTool(
        `pi.pushPendingAction({ label: "L", details: { files: [${JSON.stringify(path)}] }, apply() { throw new Error("applied"); } });`,
        {},
        { "src/a.ts": "", ".github/w.yml": "", "gen/a.ts": "" },
      );
      expect(report.actions).toMatchObject([{ state: "discarded" }]);
    }
  });

  it("fail closed in a rule on the number of files where they name none", async () => {
    const { report } = await runTool(
      'pi.pushPendingAction({ label: "L", apply() {} });',
      { policy: "p.yaml" },
      {
        "p.yaml":
          'version: 1\ndefault: { verdict: hold, reason: No. }\nlift: [protected-unnamed]\nrules: [{ id: few, when: { maxFiles: 1 }, verdict: apply, reason: "In ${{ facts.files }}." }]\n',
      },
    );
    expect(report.actions).toMatchObject([
      {
        state: "held",
        trace: expect.arrayContaining([
          expect.objectContaining({ id: "few", unknown: ["maxFiles"] }),
        ]),
      },
    ]);
  });

  it.each([
    ["apply-all", "undefined"],
    ["safe", "{}"],
    ["hold-all", "{ files: [] }"],
  ])(
    "are held by %s where they name no files (%s): any might be protected",
    async (policy, details) => {
      const { root, report } = await runTool(
        `const fs = await import("node:fs");
         pi.pushPendingAction({ label: "L", details: ${details},
           apply() { fs.mkdirSync(pi.cwd + "/.github"); fs.writeFileSync(pi.cwd + "/.github/w.yml", ""); } });`,
        { policy },
      );
      expect(report.actions).toMatchObject([
        {
          state: "held",
          ruleId: "protected-unnamed",
          reason: expect.stringContaining("`lift: [protected-unnamed]` in the policy"),
        },
      ]);
      expect(report.actions[0]?.facts).not.toHaveProperty("runFiles");
      expect(report.actions[0]?.facts).not.toHaveProperty("packageScripts");
      expect(Object.keys(snapshot(root))).not.toContain(".github/w.yml");
    },
  );

  it("are discarded where they name a path through a link", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("t")),
      "tools/t.ts": tool(
        "t",
        'for (const path of ["gh/ci.yml", "gitlink/config", "gone/x", "made/new.ts"]) pi.pushPendingAction({ label: path, details: { files: [path] }, apply() {} });',
      ),
      ".github/ci.yml": "",
    });
    symlinkSync(".github", join(root, "gh"));
    symlinkSync(".git", join(root, "gitlink"));
    symlinkSync("nowhere", join(root, "gone"));
    const { actions } = await runWith(root, allowed);
    expect(actions.map(({ label, state }) => `${label} ${state}`)).toEqual([
      "gh/ci.yml discarded",
      "gitlink/config discarded",
      "gone/x discarded",
      "made/new.ts applied",
    ]);
  });

  it("count the files that they name in the totals", async () => {
    const { report } = await runTool(
      'pi.pushPendingAction({ label: "L", details: { files: ["a.txt"] }, apply() {} });',
    );
    expect(report.totals).toMatchObject({ filesChanged: 1, replacements: 0 });
  });

  it("that write when their call is over, or while they are loaded, are caught in a preview", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("late") + step("wait"), ["tools/late.ts", "tools/wait.ts"]),
      "tools/late.ts": tool(
        "late",
        'const fs = await import("node:fs"); setTimeout(() => fs.writeFileSync(pi.cwd + "/a.txt", "LATE"), 20);',
      ),
      "tools/wait.ts": tool("wait", "await new Promise((done) => setTimeout(done, 200));"),
      "a.txt": "a",
    });
    const report = await runWith(root, { ...allowed, command: "preview" });
    expect(report).toMatchObject({ exitCode: 1, alerts: [{ code: "preview-wrote" }] });
    const loading = treeWith({
      "recipe.yaml": recipe(step("t")),
      "tools/t.ts": `import { writeFileSync } from "node:fs";\n${tool("t", "").replace("=> ({", '=> (writeFileSync(pi.cwd + "/a.txt", "X"), {')}`,
      "a.txt": "a",
    });
    expect(await runWith(loading, allowed)).toMatchObject({
      exitCode: 2,
      diagnostics: [
        { code: "invalid-tool", message: expect.stringContaining("a.txt was written") },
      ],
    });
  });

  it("call the tools of their own recipe only", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("t")),
      "other.yaml": `version: 1\nsteps:\n${step("t")}`,
      "tools/t.ts": tool("t", ""),
    });
    const report = await runWith(root, { ...allowed, recipes: ["recipe.yaml", "other.yaml"] });
    expect(report.diagnostics).toMatchObject([{ code: "unknown-tool", path: "other.yaml" }]);
  });

  it.each([".git/config", "a/../.sluice/x", "../out", "/etc/passwd", "gen/x.ts", "docs/x.md"])(
    "are discarded where they name what the recipe may not write, whatever the policy says: %s",
    async (path) => {
      const root = treeWith({
        "recipe.yaml": recipe(step("t")).replace(
          "steps:",
          "scope: { exclude: [gen], readonly: [docs] }\nsteps:",
        ),
        "tools/t.ts": tool(
          "t",
          `pi.pushPendingAction({ label: "L", details: { files: ["a.ts", ${JSON.stringify(path)}] }, apply() { throw new Error("applied"); } });`,
        ),
      });
      const { actions } = await runWith(root, allowed);
      expect(actions).toMatchObject([{ state: "discarded", ruleId: "scope" }]);
    },
  );

  it("T23 keep the `this` of apply and reject", async () => {
    const { report } = await runTool(`
      class Rename {
        label = "L"; name = "kept";
        apply() { return "apply " + this.name; }
        reject() { return "reject " + this.name; }
      }
      pi.pushPendingAction(new Rename());`);
    expect(report.actions[0]?.result).toBe("apply kept");
  });

  it("R5 R6 are rejected with their own words, or the default ones", async () => {
    const policy =
      "version: 1\ndefault: { verdict: discard, reason: No. }\nlift: [protected-unnamed]\n";
    const { report } = await runTool(
      `pi.pushPendingAction({ label: "own", apply() {}, reject: (reason) => "Mine: " + reason });
       pi.pushPendingAction({ label: "default", apply() {} });
       pi.pushPendingAction({ label: "nothing", apply() {}, reject() {} });`,
      { policy: "p.yaml" },
      { "p.yaml": policy },
    );
    expect(report.actions.map(({ result }) => result)).toEqual([
      "Mine: No.",
      "Discarded: default. Reason: No.",
      "Discarded: nothing. Reason: No.",
    ]);
  });

  it("are never applied nor rejected in a preview", async () => {
    const body = `const { writeFileSync } = await import("node:fs");
      pi.pushPendingAction({ label: "L", details: { files: ["a.txt"] }, apply() { writeFileSync(pi.cwd + "/applied", ""); }, reject() { writeFileSync(pi.cwd + "/rejected", ""); } });`;
    for (const [policy, state] of [
      ["apply-all", "would-apply"],
      ["hold-all", "held"],
      ["p.yaml", "discarded"],
    ] as const) {
      const { root, report } = await runTool(
        body,
        { command: "preview", policy },
        { "p.yaml": "version: 1\ndefault: { verdict: discard, reason: No. }\n" },
      );
      expect(report).toMatchObject({ exitCode: 0, actions: [{ state }] });
      expect(Object.keys(snapshot(root))).not.toContain("applied");
      expect(Object.keys(snapshot(root))).not.toContain("rejected");
    }
  });

  it("that write while they only look are caught: the files are named, the step fails, nothing is applied", async () => {
    for (const command of ["run", "preview"] as const) {
      const { root, report } = await runTool(
        `const fs = await import("node:fs");
         fs.writeFileSync(pi.cwd + "/a.txt", "A\\n");
         fs.writeFileSync(pi.cwd + "/new.txt", "");
         fs.rmSync(pi.cwd + "/gone.txt");
         pi.pushPendingAction({ label: "L", apply() { fs.writeFileSync(pi.cwd + "/applied", ""); } });`,
        { command },
        { "gone.txt": "" },
      );
      expect(report).toMatchObject({
        exitCode: 1,
        alerts: [
          { code: "preview-wrote", message: expect.stringMatching(/a\.txt, gone\.txt, new\.txt/) },
        ],
        actions: [{ state: "discarded", ruleId: "preview-wrote" }],
      });
      expect(Object.keys(snapshot(root))).not.toContain("applied");
    }
  });

  it("may write in apply, and later steps see it", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(
        `${step("t")}  - { id: edit, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }\n`,
      ),
      "tools/t.ts": tool(
        "t",
        `const fs = await import("node:fs");
         pi.pushPendingAction({ label: "L", apply() { fs.writeFileSync(pi.cwd + "/made.ts", "old(1);\\n"); fs.writeFileSync(pi.cwd + "/a.ts", "old(2);\\n"); } });`,
      ),
      "a.ts": "fine();\n",
    });
    const report = await runWith(root, allowed);
    expect(report.totals).toMatchObject({ applied: 2, replacements: 2 });
    expect([readText(root, "made.ts"), readText(root, "a.ts")]).toEqual([
      "fresh(1);\n",
      "fresh(2);\n",
    ]);
  });

  it("T17 conflict with every other action of the batch on a file that they name", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(
        '  - { id: p, parallel: [{ id: e, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }, { id: t, tool: t }] }\n',
      ),
      "tools/t.ts": tool(
        "t",
        'pi.pushPendingAction({ label: "L", details: { files: ["a.ts"] }, apply() {} });',
      ),
      "a.ts": "old(1);\n",
    });
    const [edit, other] = (await runWith(root, { ...allowed, command: "preview" })).actions;
    expect(edit?.facts.conflicts).toEqual([other?.id]);
    expect(other?.facts.conflicts).toEqual([edit?.id]);
  });
});

describe("bad custom tools", () => {
  it.each([
    ["throws", 'throw new Error("boom")', /`t` failed: boom/],
    ["returns garbage", "return { content: 7 }", /`t` returned an invalid result/],
    [
      "queues what is no action",
      "pi.pushPendingAction({ label: 'L' })",
      /`apply` must be a function/,
    ],
    [
      "queues details that are no JSON",
      "const d = {}; d.d = d; pi.pushPendingAction({ label: 'L', details: d, apply() {} })",
      /must be JSON/,
    ],
  ])("fail their step: one that %s", async (_title, body, message) => {
    const { report } = await runTool(body);
    expect(report).toMatchObject({
      exitCode: 1,
      alerts: [{ code: "tool-failed", step: "t", message: expect.stringMatching(message) }],
    });
  });

  it("apply nothing of a call that failed after it had queued something", async () => {
    const { report } = await runTool(
      'pi.pushPendingAction({ label: "L", apply() {} }); throw new Error("late");',
    );
    expect(report.actions).toMatchObject([{ state: "discarded", ruleId: "call-failed" }]);
  });

  it.each([
    ["throws", "throw new Error('boom')", "Apply failed: boom"],
    [
      "throws what has no text",
      "throw Object.create(null)",
      "Apply failed: something was thrown that has no text",
    ],
    ["hangs", "return new Promise(() => {})", "Apply failed: It took longer than 50 ms."],
    [
      "says that it failed",
      "return { content: [{ type: 'text', text: 'No.' }], isError: true }",
      "No.",
    ],
  ])("R29 end as held, and the run as failed, if apply %s", async (_title, apply, applyError) => {
    const root = treeWith({
      "recipe.yaml": recipe(step("t", {}, ", timeout: 50ms")),
      "tools/t.ts": tool("t", `pi.pushPendingAction({ label: "L", apply() { ${apply} } });`),
    });
    expect(await runWith(root, allowed)).toMatchObject({
      exitCode: 1,
      actions: [{ state: "held", ruleId: "apply-failed", reason: applyError, applyError }],
    });
  });

  it("end as applied where apply answers garbage: what was done is done", async () => {
    const { report } = await runTool('pi.pushPendingAction({ label: "L", apply: () => 7 });');
    expect(report.actions).toMatchObject([{ state: "applied" }]);
  });

  it("R14 end as failed where reject throws", async () => {
    const { report } = await runTool(
      'pi.pushPendingAction({ label: "L", apply() {}, reject() { throw new Error("boom"); } });',
      { policy: "p.yaml" },
      { "p.yaml": "version: 1\ndefault: { verdict: discard, reason: No. }\n" },
    );
    expect(report).toMatchObject({
      exitCode: 1,
      actions: [{ state: "failed", result: "Discard failed: boom" }],
    });
  });

  it("are not waited for when a call hangs", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("t", {}, ", timeout: 50ms")),
      "tools/t.ts": tool("t", "await new Promise(() => {});"),
    });
    expect((await runWith(root, allowed)).alerts).toMatchObject([
      { code: "tool-failed", message: "`t` did not end: It took longer than 50 ms." },
    ]);
  });

  it.each([
    ["a call", "await new Promise(() => {})"],
    ["an apply", 'pi.pushPendingAction({ label: "L", apply: () => new Promise(() => {}) });'],
  ])("end with the signal's exit code, or 5, where %s is cut off", async (_what, body) => {
    const root = treeWith({
      "recipe.yaml": recipe(step("t")),
      "tools/t.ts": tool("t", body),
    });
    for (const [name, exitCode] of [
      ["interrupted", 130],
      ["timedOut", 5],
    ] as const) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(130), 300);
      const report = await runWith(root, allowed, undefined, { [name]: controller.signal });
      expect({ name, exitCode: report.exitCode }).toEqual({ name, exitCode });
    }
  });

  it("R28 are asked to reject what waits when the run is stopped, and what had begun", async () => {
    const { root, report } = await (async () => {
      const controller = new AbortController();
      const root = treeWith({
        "recipe.yaml": recipe(step("t")),
        "tools/t.ts": tool(
          "t",
          'for (const n of [1, 2]) pi.pushPendingAction({ label: "L" + n, apply: () => new Promise(() => process.emit("sluice-test-applying")), async reject(reason) { (await import("node:fs")).appendFileSync(pi.cwd + "/rejected", n + " " + reason + "\\n"); } });',
        ),
      });
      process.once("sluice-test-applying", () => controller.abort(130));
      return {
        root,
        report: await runWith(root, allowed, undefined, { interrupted: controller.signal }),
      };
    })();
    expect(report.actions).toMatchObject([
      { state: "failed", label: "L1" },
      { state: "discarded", ruleId: "stopped", label: "L2" },
    ]);
    expect(readText(root, "rejected")).toBe(
      "1 The run was stopped before this was done.\n2 The run was interrupted before this action was decided.\n",
    );
  });

  it("may replace a folder by a link in apply, which is then not followed", async () => {
    const outside = tempTree({ "a.ts": "old(1);\n" });
    const root = treeWith({
      "recipe.yaml": recipe(
        `  - { id: first, tool: list_files }\n${step("t")}  - { id: find, tool: ast_grep, with: { pat: "old($A)" } }\n`,
      ),
      "tools/t.ts": tool(
        "t",
        `const fs = await import("node:fs");
         pi.pushPendingAction({ label: "L", apply() { fs.rmSync(pi.cwd + "/src", { recursive: true }); fs.symlinkSync(${JSON.stringify(outside)}, pi.cwd + "/src"); } });`,
      ),
      "src/a.ts": "fine();\n",
    });
    const report = await runWith(root, allowed);
    expect(report.calls.at(-1)?.text).toContain("No matches");
  });

  it("T21 cannot queue outside of a call: not in the factory, nor when the call is over", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("late")),
      "tools/t.ts": 'export default (pi) => { pi.pushPendingAction({ label: "L", apply() {} }); };',
      "tools/late.ts": tool(
        "late",
        `setTimeout(() => { try { pi.pushPendingAction({ label: "L", apply() {} }); } catch (error) { pi.logger.warn(error.message); } }, 1);`,
      ),
      "tools/wait.ts": tool("wait", "await new Promise((done) => setTimeout(done, 50));"),
    });
    const message = "Pending action store unavailable for custom tools in this runtime.";
    const report = await runWith(root, allowed);
    expect(report.diagnostics[0]?.message).toBe(
      `The tool file tools/t.ts: its factory failed: ${message}.`,
    );
    const { writeFileSync } = await import("node:fs");
    writeFileSync(
      `${root}/recipe.yaml`,
      recipe(step("late") + step("wait"), ["tools/late.ts", "tools/wait.ts"]),
    );
    const events: RunEvent[] = [];
    await runWith(root, allowed, (event) => events.push(event));
    expect(events).toContainEqual({ type: "log", level: "warn", message });
  });

  it("get parameters that fit, or are not called: the message names path and expectation", async () => {
    for (const schema of [ZOD, TYPEBOX]) {
      const root = treeWith({
        "recipe.yaml": recipe(step("batch_rename_preview", { files: ["a", 7] })),
        "tools/t.ts": batchRename(schema, "id, params", "id"),
      });
      expect(await runWith(root, allowed)).toMatchObject({
        exitCode: 2,
        diagnostics: [
          {
            code: "invalid-value",
            line: 5,
            message: expect.stringMatching(/`files\[1\]` must be (a text|string)/),
          },
        ],
      });
    }
  });

  it("T24 are each reported by themselves, and the others still load", async () => {
    const files = {
      "tools/none.ts": "export const x = 1;\n",
      "tools/throws.mjs": 'throw new Error("at load");\n',
      "tools/factory.js": 'export default () => { throw new Error("in factory"); };\n',
      "tools/shape.mts":
        "export default () => [{ name: 'no spaces' }, { name: 'ok', description: 'd', execute: 1 }, 7];\n",
      "tools/builtin.ts": tool("ast_edit", ""),
      "tools/good.ts": tool("good", ""),
      "tools/twice.ts": tool("good", ""),
      "tools/text.txt": "",
    };
    const root = treeWith({
      "recipe.yaml": recipe(step("good"), [...Object.keys(files), "tools/missing.ts"]),
      ...files,
    });
    const { diagnostics, exitCode } = await runWith(root, allowed);
    expect(exitCode).toBe(2);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "invalid-tool: The tool file tools/none.ts: has no default export that is a function: `export default (pi) => ({ … })`.",
      "invalid-tool: The tool file tools/throws.mjs: cannot be loaded: at load.",
      "invalid-tool: The tool file tools/factory.js: its factory failed: in factory.",
      "invalid-tool: The tool file tools/shape.mts: item 0 of the list that its factory returns is not a tool: `name` must be a word of letters, digits, `_` and `-`.",
      "invalid-tool: The tool file tools/shape.mts: item 1 of the list that its factory returns is not a tool: `execute` of `ok` must be a function.",
      "invalid-tool: The tool file tools/shape.mts: item 2 of the list that its factory returns is not a tool: it must be an object.",
      "duplicate-tool: The tool `ast_edit` of tools/builtin.ts has the name of another one (a built-in tool).",
      "duplicate-tool: The tool `good` of tools/twice.ts has the name of another one (tools/good.ts).",
      "invalid-tool: The tool file tools/text.txt: cannot be loaded: it is not a .ts, .mts, .js or .mjs file.",
      "invalid-tool: The tool file tools/missing.ts: cannot be loaded: the file does not exist.",
    ]);
  });

  it("name tools that are not there, with the one that was meant", async () => {
    const root = treeWith({
      "recipe.yaml": recipe(step("goood") + step("resolve") + step("ast_edit")),
      "tools/t.ts": tool("good", ""),
    });
    const { diagnostics } = await runWith(root, allowed);
    expect(diagnostics).toMatchObject([
      { code: "unknown-tool", line: 5, hint: "Did you mean `good`?" },
      { code: "unknown-tool", line: 6, hint: "The policy resolves what steps queue." },
      { code: "unknown-tool", line: 7 },
    ]);
  });

  it("R17 may queue a thousand actions: each ends in one state, and equal labels do not collide", async () => {
    const { report } = await runTool(
      'for (let n = 0; n < 1000; n += 1) pi.pushPendingAction({ label: "same", details: { n: n % 10 }, apply() { if (n % 7 === 0) throw new Error("no"); } });',
    );
    expect(new Set(report.actions.map(({ id }) => id)).size).toBe(1000);
    expect(report.totals).toMatchObject({ actions: 1000, applied: 857, held: 143 });
  });
});
