import { expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { APPLY_ALL, edit, runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const recipeWith = (more: string) => `version: 1
name: r
steps:
  - id: ask
    prompt: Rewrite old().
    model: MODEL
    tools: [ast_edit, ast_grep]
${more}`;

const LOOK = { calls: [{ name: "ast_grep", arguments: { pat: "old($A)" } }] };

it("ends with 5 after `maxTurns`: what was applied stays, and the report says how far it came", async () => {
  const { root, result } = await runPrompt(recipeWith("    maxTurns: 2\n"), [
    { calls: [edit("src/a.ts")] },
    { calls: [edit("src/b.ts")] },
  ]);
  expect(result.exitCode).toBe(5);
  expect(result.report.outcome).toBe("limit");
  expect(result.report.transcripts[0]).toMatchObject({ outcome: "limit", turns: [{}, {}] });
  const [alert] = besidesLoss(result.report.alerts);
  expect(alert?.code).toBe("prompt-limit");
  expect(alert?.message).toContain("maxTurns");
  expect(alert?.message).toContain("2 applied");
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    ...["fresh(1);\n", "fresh(2);\n"],
  ]);
});

it("decides at a limit what a model was to resolve, by the policy", async () => {
  const recipe = recipeWith("    maxTurns: 1\n    resolve: model\n");
  const { root, result } = await runPrompt(recipe, [{ calls: [edit("src/a.ts")] }]);
  expect(result.exitCode).toBe(5);
  expect(result.report.actions).toMatchObject([{ state: "applied", reason: "It is a test." }]);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("ends with 5 after `maxTokens`, which count in and out", async () => {
  const { result } = await runPrompt(recipeWith("    maxTokens: 100\n"), [
    { ...LOOK, usage: { input: 60, output: 10 } },
    { ...LOOK, usage: { input: 60, output: 10 } },
  ]);
  expect(result.exitCode).toBe(5);
  expect(result.report.alerts[0]?.message).toContain("maxTokens");
});

it("ends with 5 once `timeout` is over, while the server hangs; later steps do not run", async () => {
  const recipe = `${recipeWith("    timeout: 3s\n")}  - ast_edit: { ops: [{ pat: "old($A)", out: "late($A)" }] }\n`;
  const { root, result } = await runPrompt(recipe, [{ calls: [edit("src/a.ts")] }, { hang: true }]);
  expect(result.exitCode).toBe(5);
  expect(result.report.actions).toMatchObject([{ state: "applied" }]);
  expect(readText(root, "src/b.ts")).toBe("old(2);\n");
});

it("ends as interrupted where a signal comes while the model thinks; the tree is whole", async () => {
  const controller = new AbortController();
  const { root, result } = await runPrompt(
    recipeWith(""),
    [
      { calls: [edit("src/a.ts")] },
      () => {
        setTimeout(() => controller.abort(130), 50);
        return { hang: true };
      },
    ],
    { surroundings: { interrupted: controller.signal } },
  );
  expect(result.exitCode).toBe(130);
  expect(result.report.transcripts[0]?.outcome).toBe("stopped");
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("flags a run in which the model says that it is done and nothing was applied, and fails it under `expect`", async () => {
  const recipe = recipeWith("");
  const { result } = await runPrompt(recipe, [{ text: "I have rewritten everything." }]);
  expect(result.exitCode).toBe(0);
  expect(result.report.transcripts[0]?.vacuous).toBe(true);
  expect(result.report.alerts.map(({ level, code }) => [level, code])).toEqual([
    ["warn", "vacuous"],
  ]);
  const expecting = await runPrompt(`${recipe}expect: { maxFiles: 9 }\n`, [{ text: "Done!" }]);
  expect(expecting.result.exitCode).toBe(1);
  expect(expecting.result.report.alerts).toMatchObject([{ level: "error", code: "vacuous" }]);
});

it("flags it too where all that the model proposed was discarded, and not where something is held", async () => {
  const replies = [{ calls: [edit("src/a.ts")] }, { text: "Done." }];
  const with_ = (verdict: string) => ({ policy: APPLY_ALL.replace("apply", verdict) });
  const discarded = await runPrompt(recipeWith(""), replies, with_("discard"));
  expect(discarded.result.report.transcripts[0]?.vacuous).toBe(true);
  const held = await runPrompt(recipeWith(""), replies, with_("hold"));
  expect(held.result.report.transcripts[0]?.vacuous).toBeUndefined();
  expect(held.result.exitCode).toBe(4);
});

it("answers what cannot be called with error results, and gives up after five turns of nothing else", async () => {
  const bad = [
    { calls: [{ name: "rm_rf", arguments: { path: "/" } }] },
    { calls: [{ name: "ast_edit", arguments: "{ not json" }] },
    { calls: [{ name: "ast_edit", arguments: { ops: 7 } }] },
    { calls: [{ name: "replace_text", arguments: { path: "src/a.ts", old: "a", new: "b" } }] },
    { calls: [{ name: "ast_grep", arguments: [1] }] },
  ];
  const { root, server, result } = await runPrompt(recipeWith(""), bad);
  expect(result.exitCode).toBe(1);
  expect(server.requests).toHaveLength(5);
  const results = result.report.transcripts[0]?.items.flatMap((item) =>
    item.role === "tool-result" ? [`${item.isError} ${item.text}`] : [],
  );
  expect(results).toEqual([
    "true There is no tool `rm_rf` here. There are: ast_edit, ast_grep.",
    expect.stringContaining("true "),
    expect.stringContaining("true The parameters do not fit: `ops`"),
    "true There is no tool `replace_text` here. There are: ast_edit, ast_grep.",
    expect.stringContaining("true "),
  ]);
  expect(result.report.alerts.map(({ code }) => code)).toEqual(["model-failed"]);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it.each([
  ["answers HTML", { html: "<html><body>Sign in</body></html>" }, "HTML"],
  ["cuts its answer off", { text: "I am cut", cutAfter: 40 }, "cannot be reached"],
  [
    "limits the rate for ever",
    { status: 429, body: { error: { message: "slow down" } } },
    "slow down",
  ],
  ["refuses the connection", { refuse: true } as const, "cannot be reached"],
  ["fails", { status: 500, body: "oops" }, "500"],
  ["answers no choices", { status: 200, body: { choices: [] } }, "no usable answer"],
])("ends with 1 and one sentence where a server %s", async (_what, reply, words) => {
  const { root, result } = await runPrompt(recipeWith(""), [reply]);
  expect(result.exitCode).toBe(1);
  const [alert, ...more] = result.report.alerts;
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ level: "error", code: "model-failed", recipe: "r", step: "ask" });
  expect(alert?.message).toContain(words);
  expect(alert?.message).not.toMatch(/\n\s+at |undefined/);
  expect(result.stderr).toBe("");
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it.each([
  [
    "a replacement that no text can hold",
    {
      name: "replace_text",
      arguments: { path: "src/many.ts", old: "o", new: "y".repeat(500_000), all: true },
    },
  ],
  [
    "an edit that feeds on its own result",
    {
      name: "ast_edit",
      arguments: { paths: ["src/a.ts"], ops: [{ pat: "$A", out: "$A$A$A$A" }], passes: 30 },
    },
  ],
])("answers %s with an error result, soon", async (_what, call) => {
  const recipe = recipeWith("").replace(
    "[ast_edit, ast_grep]",
    "[ast_edit, replace_text, list_files]",
  );
  const files = { "src/many.ts": "foo(1);\n".repeat(2000), [`${"a".repeat(200)}.ts`]: "a;\n" };
  const { result } = await runPrompt(recipe, [{ calls: [call] }, { text: "Well." }], { files });
  expect(result.exitCode).toBe(0);
  const results = result.report.transcripts[0]?.items.filter(({ role }) => role === "tool-result");
  expect(results).toMatchObject([{ isError: true }]);
});
