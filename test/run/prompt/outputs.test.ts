import { expect, it } from "vitest";
import { besidesLoss } from "../../support/besides-loss.ts";
import { runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
inputs: { deep: { type: boolean, default: true } }
scope: { untrusted: ["issues.md"] }
steps:
  - id: scan
    prompt: Which name is the new one? @mine.md
    model: MODEL
    tools: []
    response:
      schema:
        type: object
        required: [name, files]
        properties: { name: { type: string }, files: { type: array, items: { type: string } } }
  - id: rename
    when: inputs.deep && size(steps.scan.output.files) > 0
    ast_edit:
      paths: ["src/a.ts"]
      ops: [{ pat: "old($A)", out: "\${{ steps.scan.output.name }}($A)" }]
  - id: never
    when: steps.rename.applied > 1
    ast_edit: { ops: [{ pat: "old($A)", out: "never($A)" }] }
  - id: tell
    prompt: "It is \${{ steps.scan.output.name }} now; see \${{ steps.scan.output.files }}."
    attach: ["\${{ steps.scan.output.files }}"]
`;

const ANSWER = { name: "fresh", files: ["src/a.ts"] };

it("puts an answer of the shape that was asked for into later steps: conditions, ast_edit, texts and attach", async () => {
  const { root, server, result } = await runPrompt(RECIPE, [{ text: JSON.stringify(ANSWER) }], {
    files: { "mine.md": "fresh\n" },
  });
  expect({ exitCode: result.exitCode, alerts: besidesLoss(result.report.alerts) }).toEqual({
    exitCode: 0,
    alerts: [],
  });
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain("JSON schema");
  expect(result.report.transcripts.map(({ step, output }) => [step, output])).toEqual([
    ["scan", ANSWER],
    ["tell", undefined],
  ]);
  expect(
    result.report.actions.map(({ step, state, facts }) => [step, state, facts.fromModel]),
  ).toEqual([["rename", "applied", true]]);
  expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
    "fresh(1);\n",
    "old(2);\n",
  ]);
  expect(result.report.transcripts[1]?.items).toEqual([
    { role: "user", text: 'It is fresh now; see ["src/a.ts"].' },
    { role: "system", tag: "file", text: "[File: src/a.ts]\nfresh(1);\n" },
  ]);
});

it("F14 finds no reference in what a model answered", async () => {
  const answer = { name: "@mine.md and `", files: ["x"] };
  const recipe = RECIPE.replace(/ {2}- id: rename[\s\S]*? {2}- id: tell/, "  - id: tell");
  const { result } = await runPrompt(recipe, [{ text: JSON.stringify(answer) }], {
    files: { "mine.md": "secret\n" },
  });
  expect(result.report.transcripts[1]?.items).toEqual([
    { role: "user", text: 'It is @mine.md and ` now; see ["x"].' },
  ]);
});

it("asks again for an answer that does not fit, names every place, and gives up in the end", async () => {
  const wrong = { text: '{"name": 7}' };
  const { server, result } = await runPrompt(RECIPE, [wrong, wrong, wrong, wrong], {
    files: { "mine.md": "" },
  });
  expect(result.exitCode).toBe(1);
  expect(server.requests[1]?.body.messages.at(-1).content).toContain("name");
  expect(result.report.transcripts).toMatchObject([{ step: "scan", outcome: "failed" }]);
});

it("carries what is untrusted on into the steps that use it", async () => {
  const recipe = RECIPE.replace("@mine.md", "@issues.md");
  const { result } = await runPrompt(recipe, [{ text: JSON.stringify(ANSWER) }], {
    files: { "issues.md": "call it fresh\n" },
  });
  expect(result.report.actions).toMatchObject([{ facts: { untrusted: true, fromModel: true } }]);
});

it("fails a step whose output was never made, and writes nothing", async () => {
  const { root, result } = await runPrompt(RECIPE.replace("    model: MODEL\n", ""), [], {
    files: { "mine.md": "" },
  });
  expect(result.exitCode).toBe(1);
  expect(result.report.alerts).toMatchObject([{ code: "expression-failed", step: "rename" }]);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("refuses an edit that a model's answer makes invalid, and writes nothing", async () => {
  const answer = { name: "$NOT_BOUND", files: ["x"] };
  const { root, result } = await runPrompt(RECIPE, [{ text: JSON.stringify(answer) }], {
    files: { "mine.md": "" },
  });
  expect(result.exitCode).toBe(1);
  expect(result.report.alerts[0]).toMatchObject({ code: "tool-failed", step: "rename" });
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});
