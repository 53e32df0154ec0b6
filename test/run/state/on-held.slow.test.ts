import { expect, it } from "vitest";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
steps:
  - id: first
    ast_edit: { paths: [src/a.ts], ops: [{ pat: old($A), out: newer($A) }] }
  - id: ask
    prompt: Rewrite the rest.
    model: MODEL
    tools: [ast_edit, replace_text, write_file]
`;

const POLICY = `version: 1
default: { verdict: apply, reason: Fine. }
guards: [{ id: look, when: { step: [first] }, verdict: hold, reason: Look. }]
`;

it("X1 refuses a model's edits of a file that an earlier step holds, and tells it why", async () => {
  const calls = [
    edit("src/a.ts"),
    { name: "replace_text", arguments: { path: "src/a.ts", old: "old", new: "x" } },
    { name: "write_file", arguments: { path: "src/a.ts", content: "x" } },
    edit("src/b.ts"),
  ];
  const { root, result } = await runPrompt(RECIPE, [{ calls }, { text: "Done." }], {
    policy: POLICY,
  });
  const [held] = result.report.actions;
  const items = result.report.transcripts[0]?.items ?? [];
  const texts = items.flatMap((item) =>
    item.role === "tool-result" ? [JSON.stringify(item)] : [],
  );
  expect(texts).toHaveLength(4);
  for (const text of texts.slice(0, 3))
    expect(text).toContain(`the action ${held?.id} of the step \`first\` was held`);
  expect(texts[3]).not.toContain("left alone");
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  expect(readText(root, "src/b.ts")).toBe("fresh(2);\n");
});
