import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAiServer } from "../../support/openai-server.ts";
import { APPLY_ALL, edit, runAgain, runPrompt } from "../../support/prompt-run.ts";
import { cliReport } from "../../support/run-cli.ts";
import { git, readText, tempRepository } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: ask, prompt: "Rewrite old(), see @how.md.", model: MODEL, tools: [ast_edit] }
`;

const FILES = { "how.md": "fresh(x)\n" };
const TRANSCRIPT = ".sluice/runs/test-run/transcript.jsonl";

/** A run in which the second turn failed, its transcript cut to so many lines and some bytes. */
async function cutRun(keep: (text: string) => string): Promise<{ root: string; kept: string }> {
  const { root } = await runPrompt(RECIPE, [{ calls: [edit("src/a.ts")] }, { status: 500 }], {
    files: FILES,
    make: tempRepository,
  });
  const kept = keep(readText(root, TRANSCRIPT));
  writeFileSync(join(root, TRANSCRIPT), kept);
  return { root, kept };
}

const lines = (count: number) => (text: string) =>
  text
    .split("\n")
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join("");

it.each([
  ["after the user message", lines(1)],
  ["in the middle of a line", (text: string) => text.slice(0, lines(2)(text).length + 20)],
  ["between a call and its result", lines(3)],
  ["after a result", lines(4)],
  ["at its end", (text: string) => text],
])(
  "F13 goes on with a transcript that was cut %s: its bytes stay as they are",
  async (_where, keep) => {
    const { root, kept } = await cutRun(keep);
    const server = await openAiServer([{ calls: [edit("src/b.ts")] }, { text: "Both are done." }]);
    const { exitCode, report } = await runAgain(root, RECIPE, server, {
      args: ["--resume", "test-run"],
      surroundings: { newRunId: () => "second-run" },
    });
    expect(exitCode).toBe(0);
    const whole = kept.slice(0, kept.lastIndexOf("\n") + 1);
    const resumed = readText(root, ".sluice/runs/second-run/transcript.jsonl");
    expect(resumed.slice(0, whole.length)).toBe(whole);
    const items = report.transcripts[0]?.items ?? [];
    const ids = (role: string) =>
      items.flatMap((item) => (item.role === role && "callId" in item ? [item.callId] : []));
    expect(new Set(ids("tool-call")).size).toBe(ids("tool-call").length);
    expect([...ids("tool-result")].sort()).toEqual([...ids("tool-call")].sort());
    expect(readText(root, "src/b.ts")).toBe("fresh(2);\n");
    const hasBatch = whole.includes('"role":"tool-call"'); // T3: another batch has another id.
    expect(report.actions.at(-1)?.batchId).toBe(hasBatch ? "tool-batch-1" : "tool-batch-0");
  },
);

it("refuses to go on where the prompt is another one, and asks nobody", async () => {
  const { root } = await cutRun((text) => text);
  const server = await openAiServer([]);
  const other = RECIPE.replace("Rewrite old()", "Leave old()");
  const { exitCode, report } = await runAgain(root, other, server, {
    args: ["--resume", "test-run"],
    surroundings: { newRunId: () => "second-run" },
  });
  expect(exitCode).toBe(1);
  expect(report.alerts[0]?.message).toContain("--resume");
});

it("refuses a run that is not there, that has no transcript, or that the repository brings", async () => {
  const { root } = await cutRun((text) => text);
  const server = await openAiServer([]);
  const resume = (id: string) => runAgain(root, RECIPE, server, { args: ["--resume", id] });
  const unknown = await resume("nobody");
  expect(unknown.exitCode).toBe(2);
  expect(unknown.report.diagnostics[0]?.code).toBe("invalid-resume");
  git(root, "add", "-f", TRANSCRIPT);
  const brought = await resume("test-run");
  expect(brought.exitCode).toBe(2);
  expect(brought.report.diagnostics[0]?.message).toContain("brings");
});

it("F13 goes on where the run itself edited a file that the prompt attaches: what was attached stays as it was", async () => {
  const recipe = RECIPE.replace("@how.md", "@src/a.ts");
  const { root } = await runPrompt(recipe, [{ calls: [edit("src/a.ts")] }, { status: 500 }]);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode, report } = await runAgain(root, recipe, server, {
    args: ["--resume", "test-run"],
    surroundings: { newRunId: () => "second-run" },
  });
  expect(exitCode).toBe(0);
  expect(report.transcripts[0]?.items[1]).toMatchObject({ text: "[File: src/a.ts]\nold(1);\n" });
});

it("tells where a transcript does not count to its end", async () => {
  const { root } = await cutRun((text) => `${text}{ damaged\n`);
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode, report } = await runAgain(root, RECIPE, server, {
    args: ["--resume", "test-run"],
    surroundings: { newRunId: () => "second-run" },
  });
  expect(exitCode).toBe(0);
  expect(report.diagnostics).toMatchObject([{ code: "invalid-resume", severity: "warning" }]);
});

it("does not ask again what was over, and takes its output from what was said", async () => {
  const two = `version: 1
name: r
steps:
  - id: first
    prompt: Which one?
    model: MODEL
    tools: []
    response: { schema: { type: object, required: [x], properties: { x: { type: string } } } }
  - { id: ask, prompt: "Rewrite \${{ steps.first.output.x }}.", model: MODEL, tools: [ast_edit] }
`;
  const answers = [{ text: '{"x":"five"}' }, { calls: [edit("src/a.ts")] }, { status: 500 }];
  const { root } = await runPrompt(two, answers);
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode, report } = await runAgain(root, two, server, {
    args: ["--resume", "test-run"],
    surroundings: { newRunId: () => "second-run" },
  });
  expect({ exitCode, alerts: report.alerts }).toEqual({ exitCode: 0, alerts: [] });
  expect(report.transcripts.map(({ output, turns }) => [output, turns.length])).toEqual([
    [{ x: "five" }, 0],
    [undefined, 1],
  ]);
  expect(report.transcripts[1]?.items[0]).toMatchObject({ text: "Rewrite five." });
});

it("tells the model what of the run that was cut off is in the files, and does not call it vacuous", async () => {
  const { root } = await runPrompt(
    `${RECIPE}expect: { minReplacements: 1 }\n`,
    [{ calls: [edit("src/a.ts")] }, { status: 500 }],
    { files: FILES },
  );
  const server = await openAiServer([{ text: "It is done." }]);
  const recipe = `${RECIPE}expect: { minReplacements: 1 }\n`;
  const { exitCode, report } = await runAgain(root, recipe, server, {
    args: ["--resume", "test-run"],
    surroundings: { newRunId: () => "second-run" },
  });
  expect({ exitCode, alerts: report.alerts }).toEqual({ exitCode: 0, alerts: [] });
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain(
    "this is in the files: AST Edit: 1 replacement in 1 file.",
  );
});

it("tells the model that nothing is in the files where the run was one transaction", async () => {
  const policy = `${APPLY_ALL}transaction: run\n`;
  const controller = new AbortController();
  const { root } = await runPrompt(
    RECIPE,
    [
      { calls: [edit("src/a.ts")] },
      () => {
        setTimeout(() => controller.abort(130), 50);
        return { hang: true };
      },
    ],
    { files: FILES, policy, surroundings: { interrupted: controller.signal } },
  );
  const server = await openAiServer([{ calls: [edit("src/a.ts")] }, { text: "It is done." }]);
  const { exitCode } = await runAgain(root, RECIPE, server, {
    args: ["--resume", "test-run"],
    policy,
    surroundings: { newRunId: () => "second-run" },
  });
  expect(exitCode).toBe(0);
  const told = JSON.stringify(server.requests[0]?.body.messages);
  const isWritten = told.includes("this is in the files");
  expect(told).toContain(isWritten ? "AST Edit" : "Nothing of what was accepted before");
  expect(readText(root, "src/a.ts")).toMatch(/^fresh|^fresh\(fresh/);
});

it("refuses conversations of steps that are not run now", async () => {
  const { root } = await cutRun((text) => text);
  const renamed = RECIPE.replace("id: ask", "id: other");
  const { exitCode, report } = await runAgain(root, renamed, await openAiServer([]), {
    args: ["--resume", "test-run"],
  });
  expect(exitCode).toBe(2);
  expect(report.diagnostics[0]?.message).toContain("r/ask");
});

const resumeAs = (id: string, resumed = "test-run") => ({
  args: ["--resume", resumed],
  surroundings: { newRunId: () => id },
});

it("tells the model what was taken back since, and does not count it", async () => {
  const recipe = `${RECIPE}expect: { minReplacements: 1 }\n`;
  const replies = [{ calls: [edit("src/a.ts")] }, { status: 500 }];
  const { root } = await runPrompt(recipe, replies, { files: FILES });
  await cliReport(root, ["undo", "test-run"], { newRunId: () => "undo-run" });
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode, report } = await runAgain(root, recipe, server, resumeAs("second-run"));
  const told = JSON.stringify(server.requests[0]?.body.messages);
  expect(told).toContain("Nothing of what was accepted before is in the files as it was written.");
  expect(told).toContain("changed or put back since: AST Edit: 1 replacement in 1 file.");
  expect({ exitCode, codes: report.alerts.map(({ code }) => code) }).toEqual({
    exitCode: 1,
    codes: ["vacuous", "expectation"],
  });
});

it("knows what a whole chain of runs has written that went on with one another", async () => {
  const recipe = `${RECIPE}expect: { minReplacements: 1 }\n`;
  const replies = [{ calls: [edit("src/a.ts")] }, { status: 500 }];
  const { root } = await runPrompt(recipe, replies, { files: FILES });
  const failing = await openAiServer([{ status: 500 }]);
  await runAgain(root, recipe, failing, resumeAs("second-run"));
  const server = await openAiServer([{ text: "It is done." }]);
  const third = await runAgain(root, recipe, server, resumeAs("third-run", "second-run"));
  expect({ exitCode: third.exitCode, alerts: third.report.alerts }).toEqual({
    exitCode: 0,
    alerts: [],
  });
  expect(server.requests[0]?.body.messages.at(-1).content).toContain(
    "this is in the files: AST Edit",
  );
});

it("counts what was applied before for the conditions of later steps", async () => {
  const recipe = `${RECIPE}  - id: later
    when: steps.ask.applied > 0
    tool: write_file
    with: { path: later.txt, content: "later" }
`;
  const replies = [{ calls: [edit("src/a.ts")] }, { status: 500 }];
  const { root } = await runPrompt(recipe, replies, { files: FILES });
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode } = await runAgain(root, recipe, server, resumeAs("second-run"));
  expect(exitCode).toBe(0);
  expect(readText(root, "later.txt")).toBe("later");
});

it("neither asks nor calls vacuous what was over before, also where something is held", async () => {
  const policy = APPLY_ALL.replace("apply", "hold");
  const replies = [{ calls: [edit("src/a.ts")] }, { text: "Done." }];
  const { root, result } = await runPrompt(RECIPE, replies, { files: FILES, policy });
  expect(result.exitCode).toBe(4);
  const again = await runAgain(root, RECIPE, await openAiServer([]), resumeAs("second-run"));
  expect({ exitCode: again.exitCode, alerts: again.report.alerts }).toEqual({
    exitCode: 0,
    alerts: [],
  });
});

it("waits for a run that is still under way, and goes on with what it has come to", async () => {
  const { root } = await runPrompt(RECIPE, [{ status: 500 }], { files: FILES });
  const server = await openAiServer([{ text: "Done.", delay: 1500 }]);
  const first = runAgain(root, RECIPE, server, { surroundings: { newRunId: () => "first-run" } });
  while (server.requests.length === 0) await new Promise((done) => setTimeout(done, 20));
  const second = await runAgain(root, RECIPE, server, resumeAs("second-run", "first-run"));
  expect((await first).exitCode).toBe(0);
  expect(second.report.transcripts[0]).toMatchObject({ outcome: "done", turns: [] });
});

it("goes on where the run itself made a file that the prompt names, and could not be had then", async () => {
  const recipe = RECIPE.replace("@how.md", "@made.md").replace("[ast_edit]", "[write_file]");
  const made = { name: "write_file", arguments: { path: "made.md", content: "made\n" } };
  const { root } = await runPrompt(recipe, [{ calls: [made] }, { status: 500 }]);
  expect(readText(root, "made.md")).toBe("made\n");
  const server = await openAiServer([{ text: "It is done." }]);
  const { exitCode, report } = await runAgain(root, recipe, server, resumeAs("second-run"));
  expect(exitCode).toBe(0);
  expect(report.transcripts[0]?.items[0]).toEqual({
    role: "user",
    text: "Rewrite old(), see [unresolved file ref: made.md].",
  });
});
