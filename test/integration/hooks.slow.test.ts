import { describe, expect, it } from "vitest";
import type { RunRequest } from "../../src/request/request.ts";
import { besidesLoss } from "../support/besides-loss.ts";
import { runWith } from "../support/run-request.ts";
import { snapshot, type Tree, tempTree } from "../support/temp-tree.ts";

const STEPS = `steps:
  - id: first
    ast_edit: { paths: ["a.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }
  - id: second
    ast_edit: { paths: ["b.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }
`;
const FILES = { "a.ts": "old(1);\n", "b.ts": "old(2);\n" };

/** A recipe of two steps with one hook; by default a command, `hook.mjs`. */
const withHook = (more: object) =>
  `version: 1\nname: r\nhooks:\n  - ${JSON.stringify({ run: ["node", "hook.mjs"], ...more })}\n${STEPS}`;

const READ = "const event = JSON.parse(await new Response(process.stdin).text());\n";
const answer = (value: object) => `${READ}console.log(JSON.stringify(${JSON.stringify(value)}));\n`;

function runHook(
  script: string,
  hook: object = {},
  request: Partial<RunRequest> = {},
  more: Tree = {},
) {
  const root = tempTree({
    "recipe.yaml": withHook(hook),
    "hook.mjs": script,
    ...FILES,
    ...more,
  });
  return runWith(root, { policy: "apply-all", allowCode: true, ...request }).then((report) => ({
    root,
    report,
    tree: snapshot(root),
  }));
}

const APPLIED = { "a.ts": "644 fresh(1);\n", "b.ts": "644 fresh(2);\n" };
const UNTOUCHED = { "a.ts": "644 old(1);\n", "b.ts": "644 old(2);\n" };

describe("hooks", () => {
  it("T26 do not run where the caller has not allowed it", async () => {
    const { report } = await runHook(answer({ decision: "continue" }), {}, { allowCode: false });
    expect(report.diagnostics).toMatchObject([{ code: "custom-tools-not-allowed", line: 4 }]);
  });

  it("T7 T18 are told of each call, before and after, as JSON, and let it continue", async () => {
    const script = `${READ}
      const ok = event.tool === "ast_edit" && event.callIndex === 0 && /^tool-batch-[01]$/.test(event.batchId)
        && event.params.paths.length === 1 && (event.event === "pre-tool" || /Staged, not applied/.test(event.result.content[0].text));
      console.log(JSON.stringify(ok ? { decision: "continue" } : { decision: "deny", reason: JSON.stringify(event) }));`;
    const { report, tree } = await runHook(script);
    expect([report.exitCode, besidesLoss(report.alerts)]).toEqual([0, []]);
    expect(tree).toMatchObject(APPLIED);
  });

  it("T18 deny a call: its step fails, the recipe ends, nothing of it is applied", async () => {
    for (const on of ["pre-tool", "post-tool"]) {
      const { report, tree } = await runHook(answer({ decision: "deny", reason: "Not now." }), {
        on: [on],
      });
      expect([report.exitCode, besidesLoss(report.alerts)]).toMatchObject([
        1,
        [{ code: "call-denied", message: "Not now.", step: "first" }],
      ]);
      expect(report.actions).toMatchObject(
        on === "pre-tool" ? [] : [{ state: "discarded", ruleId: "hook", reason: "Not now." }],
      );
      expect(tree).toMatchObject(UNTOUCHED);
    }
  });

  it.each([
    ["T9", "abort", 1, "batch-aborted"],
    ["T10", "pause", 4, "batch-paused"],
    ["T14", "cancel", 130, "run-cancelled"],
  ])("%s end with %s: exit code %i", async (_id, decision, exitCode, code) => {
    const { report, tree } = await runHook(answer({ decision, reason: "Stop." }));
    expect(report).toMatchObject({ exitCode, actions: [], alerts: [{ code, message: "Stop." }] });
    expect(tree).toMatchObject(UNTOUCHED);
  });

  it("are asked only about the tools that they name", async () => {
    const { tree } = await runHook(answer({ decision: "deny", reason: "No." }), {
      tools: ["write_*"],
    });
    expect(tree).toMatchObject(APPLIED);
  });

  it("T18 T28 may be modules, which get a frozen copy and change nothing", async () => {
    const module = `export default (event) => {
      const changes = [
        () => { event.params.paths.push("b.ts"); },
        () => { event.params.ops = []; },
        () => { event.callIndex = 7; },
        () => { event.result.content.length = 0; },
      ];
      for (const change of changes) {
        try { change(); } catch { continue; }
        return { decision: "deny", reason: "It could be changed." };
      }
      return { decision: "continue" };
    };`;
    const { report, tree } = await runHook(
      "",
      { run: undefined, module: "hooks/m.ts" },
      {},
      { "hooks/m.ts": module },
    );
    expect(report).toMatchObject({ exitCode: 0, totals: { replacements: 2 } });
    expect(tree).toMatchObject(APPLIED);
  });

  it("T28 deny with what was wrong if a module changes the event, or gives no answer", async () => {
    for (const [code, why] of [
      ["(event) => { event.params.ops = []; }", "Cannot assign to read only property 'ops'"],
      ["() => undefined", "its answer does not fit: there is none; a hook that lets"],
      ["() => null", "its answer does not fit: The value must be"],
    ] as const) {
      const { report, tree } = await runHook(
        "",
        { run: undefined, module: "hooks/m.ts", on: ["pre-tool"] },
        {},
        { "hooks/m.ts": `export default ${code};` },
      );
      expect(report.alerts).toMatchObject([
        { code: "call-denied", message: expect.stringContaining(why) },
      ]);
      expect(tree).toMatchObject(UNTOUCHED);
    }
  });

  it("that write are caught like tools that do", async () => {
    const { report } = await runHook(
      `import { writeFileSync } from "node:fs"; writeFileSync("a.ts", "mine();\\n"); console.log('{"decision":"continue"}');`,
      { on: ["post-tool"] },
    );
    expect(besidesLoss(report.alerts)[0]).toMatchObject({ code: "preview-wrote", level: "error" });
    expect(report.actions).toMatchObject([{ state: "discarded", ruleId: "preview-wrote" }]);
  });
});

const ENDLESS = "setInterval(() => {}, 1000);";

describe("bad hooks let nothing through", () => {
  it.each([
    ["prints no JSON", "console.log('fine');", /printed no JSON: fine/],
    ["prints nothing", "", /printed no JSON/],
    ["exits non-zero", "console.error('broken'); process.exit(3);", /exit code 3: broken/],
    ["is killed", "process.kill(process.pid, 'SIGKILL');", /failed: SIGKILL ended it/],
    ["never ends", ENDLESS, /did not end within 300 ms/],
    ["answers something else", answer({ decision: "maybe" }), /its answer does not fit/],
    ["gives no reason", answer({ decision: "deny" }), /its answer does not fit/],
    ["adds messages", answer({ decision: "continue", messages: [] }), /its answer does not fit/],
  ])("one that %s", async (_title, script, message) => {
    const { report, tree } = await runHook(script, script === ENDLESS ? { timeout: "300ms" } : {});
    expect(report).toMatchObject({
      exitCode: 1,
      alerts: [{ code: "call-denied", message: expect.stringMatching(message) }],
    });
    expect(tree).toMatchObject(UNTOUCHED);
  });

  it("one that cannot be started", async () => {
    const { report } = await runHook("", { run: ["./no-such-command"] });
    expect(report.alerts[0]?.message).toMatch(/hooks\[0\] of r failed: it cannot be started/);
  });

  it.each([
    ["is missing", {}, /the file does not exist/],
    ["has no function", { "m.mjs": "export const x = 1;" }, /no default export/],
    ["throws", { "m.mjs": "throw new Error('at load');" }, /at load/],
  ])("a module that %s is reported before anything runs", async (_title, files, message) => {
    const { report } = await runHook("", { run: undefined, module: "m.mjs" }, {}, files);
    expect(report).toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: "invalid-hook", line: 4, message: expect.stringMatching(message) }],
    });
  });

  it("a module that never ends, or throws", async () => {
    for (const [body, message] of [
      ["await new Promise(() => {})", /longer than 100 ms/],
      ["throw new Error('boom')", /boom/],
    ] as const) {
      const { report } = await runHook(
        "",
        { run: undefined, module: "m.mjs", timeout: "100ms" },
        {},
        { "m.mjs": `export default async () => { ${body} };` },
      );
      expect(report.alerts[0]?.message).toMatch(message);
    }
  });
});
