import { expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { runPrompt } from "../support/prompt-run.ts";
import { FILES, MIGRATION, RECIPE } from "../support/prompt-text.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, snapshot } from "../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: No rule. }
guards:
  - { id: kept, when: { anyFile: ["src/keep/**"] }, verdict: discard, reason: It is kept as it is. }
rules:
  - { id: models, when: { fromModel: true, maxFiles: 1 }, verdict: apply, reason: "A model changed \${{ facts.files }}." }
`;

it("carries out a whole migration: the model searches, proposes three edits, two are applied and one is discarded with its reason, the model sees that and finishes", async () => {
  const { root, server, result } = await runPrompt(RECIPE, MIGRATION, {
    files: FILES,
    policy: POLICY,
  });
  const { report, exitCode } = result;
  expect({ exitCode, alerts: besidesLoss(report.alerts) }).toEqual({ exitCode: 0, alerts: [] });
  expect(
    report.actions.map(({ state, ruleId, reason, callId, facts }) => [
      ...[state, ruleId, reason, callId, facts.fromModel, facts.untrusted],
    ]),
  ).toEqual([
    ["applied", "models", "A model changed src/a.ts.", "server-call-1", true, false],
    ["applied", "models", "A model changed src/b.ts.", "server-call-2", true, false],
    ["discarded", "kept", "It is kept as it is.", "server-call-3", true, false],
  ]);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
  expect(readText(root, "src/keep/c.ts")).toBe("old(3);\n");

  const asked = server.requests[2]?.body.messages.map(
    ({ content }: { content: unknown }) => content,
  );
  expect(asked.join("\n")).toContain(
    "[Decision: server-call-3] Discarded, the files stay as they are: AST Edit: 1 replacement in 1 file (from ast_edit). Reason: It is kept as it is. (rule kept)",
  );
  expect(asked.join("\n")).toContain("src/keep/c.ts:1:1");
});

it("F1 F15 puts the user message first, then one system message for each reference and each entry of attach", async () => {
  const { result } = await runPrompt(RECIPE, MIGRATION, { files: FILES, policy: POLICY });
  const [transcript] = result.report.transcripts;
  expect(transcript?.items.slice(0, 3)).toEqual([
    { role: "user", text: "Follow @docs/how.md and rewrite old()." },
    { role: "system", tag: "file", text: "[File: docs/how.md]\nold(x) becomes fresh(x).\n" },
    { role: "system", tag: "file", text: "[File: docs/style.md]\nNo semicolons lost.\n" },
  ]);
  expect(
    transcript?.fileRefs.map(({ token, source, outcome, bytes, bytesSent }) => [
      ...[token, source, outcome, bytes, bytesSent],
    ]),
  ).toEqual([
    ["@docs/how.md", "prompt", "file", 25, 25],
    ["docs/style.md", "attach", "file", 20, 20],
  ]);
  expect(
    transcript?.turns.map(({ turn, calls, inputTokens }) => [turn, calls, inputTokens]),
  ).toEqual([
    [1, 1, 10],
    [2, 3, 10],
    [3, 0, 10],
  ]);
});

it("F13 keeps the transcript with the run, line by line, as the report has it", async () => {
  const { root, result } = await runPrompt(RECIPE, MIGRATION, { files: FILES, policy: POLICY });
  const lines = readText(root, ".sluice/runs/test-run/transcript.jsonl").trim().split("\n");
  expect(lines.pop()).toBe('{"recipe":"r","step":"ask","end":"done"}');
  const items = lines.map((line) => JSON.parse(line).item);
  expect(items).toEqual(result.report.transcripts[0]?.items);
  const [calls, results] = ["tool-call", "tool-result"].map((role) =>
    items.filter((item) => item.role === role).map(({ callId }) => callId),
  );
  expect(results).toEqual(calls);
});

it("builds the conversation and stops without a model, writes nothing and answers 0", async () => {
  const recipe = RECIPE.replace("    model: MODEL\n", "");
  const { root, result } = await runPrompt(recipe, [], { files: FILES, policy: POLICY });
  expect(result.exitCode).toBe(0);
  expect(result.report.transcripts).toMatchObject([
    { recipe: "r", step: "ask", model: "none", outcome: "built", turns: [] },
  ]);
  expect(result.report.transcripts[0]?.items).toHaveLength(3);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("F5 F6 warns of a reference that cannot be had, leaves a mark in the text, and goes on", async () => {
  const recipe = RECIPE.replace(
    "@docs/how.md",
    "@docs/gone.md, @../out.md and @src/bin.dat",
  ).replace("    model: MODEL\n", "");
  const files = { ...FILES, "src/bin.dat": new Uint8Array([1, 0, 2]) };
  const { result } = await runPrompt(recipe, [], { files, policy: POLICY });
  expect(result.exitCode).toBe(0);
  expect(result.report.alerts.map(({ level, code }) => `${level} ${code}`)).toEqual([
    "warn file-ref-not-found",
    "warn file-ref-out-of-scope",
    "warn file-ref-binary",
  ]);
  expect(result.report.transcripts[0]?.items.slice(0, 2)).toEqual([
    {
      role: "user",
      text: "Follow [unresolved file ref: docs/gone.md], [unresolved file ref: ../out.md] and [unresolved file ref: src/bin.dat] and rewrite old().",
    },
    { role: "system", tag: "file", text: "[File: docs/style.md]\nNo semicolons lost.\n" },
  ]);
});

it.each([...["@docs/gone.md", "@docs/gone", "**@docs/gone.md**", "See:@docs/gone.md", "@doc"]])(
  "F6 F19 F20 ends with 1 and asks no model for %s where `fileRefs` is strict",
  async (token) => {
    const recipe = `${RECIPE.replace("@docs/how.md", token)}fileRefs: { mode: strict }\n`;
    const { root, result } = await runPrompt(recipe, [], { files: FILES, policy: POLICY });
    expect(result.exitCode).toBe(1);
    expect(result.report.transcripts[0]?.outcome).toBe("failed");
    expect(result.report.alerts).toContainEqual(
      expect.objectContaining({ code: "file-ref-not-found" }),
    );
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  },
);

it("F2 F3 sends as much of a file as `fileRefs.maxBytes` says, and how much there is", async () => {
  const recipe = `${RECIPE.replace("    model: MODEL\n", "")}fileRefs: { maxBytes: 10 }\n`;
  const { result } = await runPrompt(recipe, [], { files: FILES, policy: POLICY });
  expect(result.report.transcripts[0]?.items[1]).toEqual({
    role: "system",
    tag: "file",
    text: "[File: docs/how.md]\nold(x) bec\n[...truncated, 25 bytes total — use read_file for the rest]",
  });
});

it("F14 F18 neither expands what an input or a file says, nor finds references in it", async () => {
  const recipe = `version: 1
name: r
inputs: { task: { type: string, default: "read @src/a.ts and \${{ inputs.task }}" } }
steps:
  - { id: ask, prompt: "Do: \${{ inputs.task }}; see @docs/how.md" }
`;
  const files = { "docs/how.md": "see @src/b.ts\n" };
  const { result } = await runPrompt(recipe, [], { files });
  expect(result.report.transcripts[0]?.items).toEqual([
    { role: "user", text: "Do: read @src/a.ts and ${{ inputs.task }}; see @docs/how.md" },
    { role: "system", tag: "file", text: "[File: docs/how.md]\nsee @src/b.ts\n" },
  ]);
});

it("F12 lets a hook cancel a prompt: nothing enters the history, and the run ends with 1", async () => {
  const recipe = `${RECIPE}hooks: [{ on: [prompt], module: no.mjs }]\n`;
  const files = {
    ...FILES,
    "no.mjs": 'export default ({ text }) => ({ decision: "cancel", reason: text.slice(0, 6) });\n',
  };
  const args = ["--allow-custom-tools"];
  const { root, result } = await runPrompt(recipe, [], { files, policy: POLICY, args });
  expect(result.exitCode).toBe(1);
  expect(result.report.alerts.map(({ code, message }) => [code, message])).toEqual([
    ["prompt-cancelled", "The prompt was not submitted: Follow"],
  ]);
  expect(result.report.transcripts[0]).toMatchObject({ outcome: "cancelled", items: [] });
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("previews what a model proposes and writes nothing; without a policy all of it is pending", async () => {
  const before: unknown[] = [];
  const { root, result } = await runPrompt(RECIPE, MIGRATION, {
    command: "preview",
    files: FILES,
    policy: POLICY,
  });
  expect(result.report.actions.map(({ state }) => state)).toEqual([
    ...["would-apply", "would-apply", "discarded"],
  ]);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  expect(Object.keys(snapshot(root)).filter((path) => path.startsWith(".sluice/runs"))).toEqual(
    before,
  );
});

it("plans what a model proposes; apply writes it without asking again, and says that it was not derived again", async () => {
  const args = ["-o", "plan.json"];
  const given = { command: "plan", args, files: FILES, policy: POLICY } as const;
  const { root, result } = await runPrompt(RECIPE, MIGRATION, given);
  expect(result.exitCode).toBe(0);
  const refused = await cliReport(root, ["apply", "plan.json", "--verify"]);
  expect({ exitCode: refused.exitCode, text: readText(root, "src/a.ts") }).toEqual({
    exitCode: 2,
    text: "old(1);\n",
  });
  const applied = await cliReport(root, ["apply", "plan.json"]);
  expect(applied.exitCode).toBe(0);
  expect(besidesLoss(applied.report.alerts).map(({ message }) => message)).toEqual([
    "The plan was not derived again: a model had a part in it.",
  ]);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
  expect(readText(root, "src/keep/c.ts")).toBe("old(3);\n");
});

it("takes back what a model did", async () => {
  const { root } = await runPrompt(RECIPE, MIGRATION, { files: FILES, policy: POLICY });
  const undone = await cliReport(root, ["undo", "test-run"], { newRunId: () => "undo-run" });
  expect(undone.exitCode).toBe(0);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});
