import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Scripted } from "../../support/openai-server.ts";
import { APPLY_ALL, edit, runPrompt } from "../../support/prompt-run.ts";
import { DONE, GUARDED, RECIPE, resolve } from "../../support/resolving-recipe.ts";
import { readText } from "../../support/temp-tree.ts";

const rootOfRun = { path: "" };

it("R18 R22 Q16 offers resolve, reminds, and forces it in the turn after a preview", async () => {
  const { root, server, result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts")] },
    { calls: [resolve("apply", "It is the task.")] },
    DONE,
  ]);
  expect(result.exitCode).toBe(0);
  const [first, second, third] = server.requests.map(({ body }) => body);
  expect(first.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
    ...["ast_edit", "read_file", "resolve"],
  ]);
  expect([first, second, third].map(({ tool_choice: choice }) => choice)).toEqual([
    "auto",
    { type: "function", function: { name: "resolve" } },
    "auto",
  ]);
  const [action] = result.report.actions;
  const { content } = second.messages.at(-1);
  expect(content.split("[From the system, not from the user]\n")).toEqual([
    expect.stringContaining("AST Edit"),
    `AST Edit: 1 replacement in 1 file (from ast_edit) is staged, not applied. Call resolve with action "apply" or "discard" and a reason. Its id is ${action?.id}.`,
  ]);
  expect(action).toMatchObject({
    state: "applied",
    reason: "It is a test.",
    modelReason: "It is the task.",
  });
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("R18 does not offer resolve where no tool of the step can queue, nor where the policy resolves", async () => {
  const reading = RECIPE.replace("[ast_edit, read_file]", "[read_file]");
  const policy = RECIPE.replace("resolve: model", "resolve: policy");
  for (const recipe of [reading, policy]) {
    const { server } = await runPrompt(recipe, [DONE]);
    expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain('"resolve"');
  }
});

it("R23 lets a model take its own proposal back, with its reason, and refuses a blank one", async () => {
  const { root, result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts")] },
    { calls: [resolve("discard", " ")] },
    { calls: [resolve("discard", "It was a mistake.")] },
    DONE,
  ]);
  expect(result.report.actions).toMatchObject([
    { state: "discarded", ruleId: "model", reason: "It was a mistake." },
  ]);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("R2 R13 answers a second resolve with an error result, and the run goes on", async () => {
  const { result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts")] },
    { calls: [resolve("apply", "Yes.")] },
    { calls: [resolve("apply", "Again.")] },
    DONE,
  ]);
  expect(result.exitCode).toBe(0);
  const items = result.report.transcripts[0]?.items ?? [];
  expect(items).toContainEqual({
    role: "tool-result",
    callId: "server-call-2",
    tool: "resolve",
    text: "No pending action to resolve. Nothing to apply or discard.",
    isError: true,
  });
});

it("Q12 gives the policy's default verdict to what a model does not resolve in four forced turns, unless a guard hits", async () => {
  const talk: Scripted[] = Array.from({ length: 4 }, () => ({ text: "I would rather talk." }));
  const { root, server, result } = await runPrompt(
    RECIPE,
    [{ calls: [edit("src/a.ts"), edit("src/b.ts")] }, ...talk, ...talk, DONE],
    { policy: GUARDED, isOpenEnded: true },
  );
  expect(server.requests.slice(1, 5).map(({ body }) => body.tool_choice)).toEqual(
    Array(4).fill({ type: "function", function: { name: "resolve" } }),
  );
  expect(result.report.actions.map(({ state, ruleId, reason }) => [state, ruleId, reason])).toEqual(
    [
      ["applied", "default", "not resolved after 4 forced turns"],
      ["discarded", "kept", "b.ts is kept."],
    ],
  );
  expect(readText(root, "src/b.ts")).toBe("old(2);\n");
});

it("Q21 S4 goes on in the soft form where the provider refuses a forced choice", async () => {
  const refusal = {
    status: 400,
    body: { error: { message: "tool_choice is not supported with thinking" } },
  };
  const { root, server, result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts")] },
    refusal,
    { text: "Hm." },
    { calls: [resolve("apply", "It is the task.")] },
    DONE,
  ]);
  expect(result.exitCode).toBe(0);
  expect(server.requests.map(({ body }) => typeof body.tool_choice)).toEqual([
    ...["string", "object", "string", "string", "string"],
  ]);
  expect(result.stderr).toContain("refuses the forced choice");
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("S3 S5 runs nothing of a batch that mixes resolve with other calls, and gives up after three turns", async () => {
  const soft = RECIPE.replace("model: MODEL", "model: SOFT");
  const mixed = { calls: [resolve("apply", "Yes."), edit("src/b.ts")] };
  const { root, result } = await runPrompt(
    soft,
    [{ calls: [edit("src/a.ts")] }, mixed, mixed, mixed, mixed],
    { policy: GUARDED },
  );
  expect(result.exitCode).toBe(1);
  expect(result.report.alerts.map(({ message }) => message).join()).toContain("resolve");
  expect(result.report.actions.map(({ facts }) => facts.files)).toEqual([["src/a.ts"]]);
  expect(readText(root, "src/b.ts")).toBe("old(2);\n");
});

it("R10 keeps an action pending whose apply fails, so that the model can take it back", async () => {
  const { root, result } = await runPrompt(
    RECIPE,
    [
      { calls: [edit("src/a.ts")] },
      () => {
        writeFileSync(join(rootOfRun.path, "src/a.ts"), "old(1); // somebody else\n");
        return { calls: [resolve("apply", "Yes.")] };
      },
      { calls: [resolve("discard", "It has moved.")] },
      DONE,
    ],
    {
      onRoot: (path) => {
        rootOfRun.path = path;
      },
    },
  );
  expect(result.report.actions).toMatchObject([{ state: "discarded", reason: "It has moved." }]);
  expect(readText(root, "src/a.ts")).toBe("old(1); // somebody else\n");
  expect(result.exitCode).toBe(0);
});

it.each(["queue", "stack"])(
  "R16 R17 reminds in the order in which actions are resolved, whichever was queued first, and tells their ids (%s)",
  async (order) => {
    const paths = ["src/big.ts", "src/a.ts", "src/b.ts"];
    const files = { "src/big.ts": "old(0);\n".repeat(800) };
    const yes = { calls: [resolve("apply", "Yes.")] };
    const { server, result } = await runPrompt(
      RECIPE,
      [{ calls: paths.map(edit) }, yes, yes, yes, DONE],
      {
        files,
        policy: `${APPLY_ALL}order: ${order}\n`,
      },
    );
    const wanted = order === "queue" ? paths : paths.toReversed();
    expect(result.report.actions.map(({ facts }) => facts.files[0])).toEqual(wanted);
    const reminders = server.requests[1]?.body.messages
      .flatMap(({ content }: { content: unknown }) => String(content).split("[From the system"))
      .filter((content: string) => content.includes("is staged, not applied. Call resolve"));
    const ids = result.report.actions.map(({ id }) => id);
    expect(reminders.map((text: string) => /Its id is (\w+)/.exec(text)?.[1])).toEqual(ids);
    expect(reminders[0]).toContain("and it is the next one");
  },
);

it("R4 R6 A21 shows a model the diff of what it is to resolve, and what its handler answered", async () => {
  const { server } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts"), edit("src/b.ts")] },
    { calls: [resolve("apply", "Good.")] },
    { calls: [resolve("discard", "Not this one.")] },
    DONE,
  ]);
  const results = (turn: number) =>
    server.requests[turn]?.body.messages
      .filter(({ role }: { role: string }) => role === "tool")
      .map(({ content }: { content: string }) => content);
  expect(results(1)[0]).toContain(
    "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-old(1);\n+fresh(1);",
  );
  expect(
    results(3)
      .slice(2)
      .map((text: string) => text.split("\n")[0]),
  ).toEqual([
    "Applied 1 replacement in 1 file.",
    "Discarded: AST Edit: 1 replacement in 1 file. Reason: Not this one.",
  ]);
});
