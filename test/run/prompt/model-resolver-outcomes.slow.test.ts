import { expect, it } from "vitest";
import type { Scripted } from "../../support/openai-server.ts";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { DONE, GUARDED, RECIPE, resolve } from "../../support/resolving-recipe.ts";
import { readText } from "../../support/temp-tree.ts";

it("lets the policy have the last word: what a guard discards or holds, no model applies", async () => {
  const { root, server, result } = await runPrompt(
    RECIPE,
    [
      { calls: [edit("src/b.ts")] },
      { calls: [resolve("apply", "I want b.")] },
      { calls: [edit("src/c.ts")] },
      { calls: [resolve("apply", "I want c.")] },
      DONE,
    ],
    { files: { "src/c.ts": "old(3);\n" }, policy: GUARDED },
  );
  expect(result.exitCode).toBe(4);
  expect(
    result.report.actions.map(({ state, ruleId, reason, modelReason }) => [
      ...[state, ruleId, reason, modelReason],
    ]),
  ).toEqual([
    ["discarded", "kept", "b.ts is kept.", "I want b."],
    ["held", "asked", "c.ts is asked about.", "I want c."],
  ]);
  const told = server.requests[2]?.body.messages.at(-1);
  expect(told).toMatchObject({ role: "tool" });
  expect(told.content).toContain("Discarded, the files stay as they are");
  expect([readText(root, "src/b.ts"), readText(root, "src/c.ts")]).toEqual([
    "old(2);\n",
    "old(3);\n",
  ]);
});

it("ends two resolves of one batch in call order, after the other calls of the batch", async () => {
  const { root, result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts"), edit("src/b.ts")] },
    { calls: [resolve("apply", "First."), resolve("apply", "Second.")] },
    DONE,
  ]);
  expect(result.report.actions.map(({ facts, modelReason }) => [facts.files, modelReason])).toEqual(
    [
      [["src/a.ts"], "First."],
      [["src/b.ts"], "Second."],
    ],
  );
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    "fresh(1);\n",
    "fresh(2);\n",
  ]);
});

it("discards the twin of an edit that no longer fits, and nobody calls the tree stale", async () => {
  const { root, result } = await runPrompt(
    RECIPE,
    [
      { calls: [edit("src/a.ts"), edit("src/a.ts")] },
      { calls: [resolve("apply", "Yes.")] },
      ...Array.from({ length: 5 }, () => ({ calls: [resolve("apply", "Again.")] })),
    ],
    { isOpenEnded: true },
  );
  expect(result.report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
    ["applied", "default"],
    ["discarded", "stale"],
  ]);
  expect(result.exitCode).not.toBe(3);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("tells the model what became of an action that it did not resolve", async () => {
  const talk: Scripted[] = Array.from({ length: 4 }, () => ({ text: "I would rather talk." }));
  const { server } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts"), edit("src/b.ts")] },
    ...talk,
    { calls: [resolve("apply", "b.")] },
    DONE,
  ]);
  expect(JSON.stringify(server.requests[5]?.body.messages)).toContain(
    "Reason: not resolved after 4 forced turns",
  );
});
