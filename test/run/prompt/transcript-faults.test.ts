import { afterEach, expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { cliReport } from "../../support/run-cli.ts";
import { readText, snapshot } from "../../support/temp-tree.ts";

afterEach(heal);

const RECIPE = `version: 1
name: r
steps:
  - { id: ask, prompt: Rewrite old()., model: MODEL, tools: [ast_edit] }
`;
it("says that a transcript cannot be kept, applies what was decided all the same, and can take it back", async () => {
  onDiskChange((point, path) => {
    if (path.endsWith("transcript.jsonl")) fail("ENOSPC", point, path);
  });
  const { root, result } = await runPrompt(RECIPE, [
    { calls: [edit("src/a.ts")] },
    { text: "Done." },
  ]);
  expect(result.exitCode).toBe(1);
  expect(besidesLoss(result.report.alerts).map(({ code }) => code)).toEqual([
    "transcript-unwritten",
  ]);
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
  expect(Object.keys(snapshot(root)).filter((path) => path.includes(".open"))).toEqual([]);
  heal();
  const undone = await cliReport(root, ["undo", "test-run"], { newRunId: () => "undo-run" });
  expect(undone.exitCode).toBe(0);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});
