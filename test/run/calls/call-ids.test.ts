import { describe, expect, it } from "vitest";
import { runWithIds } from "../../support/call-id-run.ts";
import { runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const PROVIDERS = ["openai-compatible", "openai", "anthropic", "google"] as const;

describe("the ids of a provider", () => {
  it.each(PROVIDERS)(
    "T27 T3 come back to %s to the letter, and are in the transcript and the report",
    async (provider) => {
      const { root, report, sent, inTranscript, results, inActions, alerts } = await runWithIds(
        provider,
        [[{ id: "call_Xy-1", path: "src/a.ts" }], [{ id: "toolu_02", path: "src/b.ts" }]],
        { isChecking: true },
      );
      expect({ exitCode: report.exitCode, alerts }).toEqual({ exitCode: 0, alerts: [] });
      const [first, second] = ["call_Xy-1", "toolu_02"];
      expect(sent).toEqual([[], [first, first], [first, first, second, second]]);
      expect(inTranscript).toEqual([first, second]);
      expect(inActions).toEqual([
        [first, "tool-batch-0", 0],
        [second, "tool-batch-1", 0],
      ]);
      expect(results).toEqual(inTranscript);
      expect(readText(root, ".sluice/runs/test-run/transcript.jsonl")).toContain(
        '"callId":"call_Xy-1"',
      );
      expect(readText(root, "src/b.ts")).toBe("fresh(2);\n");
    },
  );

  it("T27 are made unique where Google leaves them out, and it is told", async () => {
    const turns = [[{ path: "src/a.ts" }], [{ path: "src/b.ts" }]];
    const { report, inTranscript, sent, alerts } = await runWithIds("google", turns);
    expect(report.totals.applied).toBe(2);
    expect(inTranscript).toEqual(["tool-batch-0-0", "tool-batch-1-0"]);
    expect(new Set(sent[2]).size).toBe(2);
    expect(alerts).toEqual([
      "call-id: The provider gave a call no id. Sluice calls it `tool-batch-0-0`, and does so with each such call.",
    ]);
  });

  it("T27 that come again in a later answer are made unique", async () => {
    const { report, inTranscript, inActions, alerts } = await runWithIds("anthropic", [
      [{ id: "call_0", path: "src/a.ts" }],
      [{ id: "call_0", path: "src/b.ts" }],
    ]);
    expect(report.totals.applied).toBe(2);
    expect(inTranscript).toEqual(["call_0", "tool-batch-1-0"]);
    expect(inActions).toEqual([
      ["call_0", "tool-batch-0", 0],
      ["tool-batch-1-0", "tool-batch-1", 0],
    ]);
    expect(alerts).toHaveLength(1);
  });
});

const RECIPE = `version: 1
name: r
tools: ["tools/stage.mjs"]
hooks: [{ module: hook.mjs }]
steps:
  - id: ask
    prompt: Stage.
    model: MODEL
    tools: [stage]
`;

it("T27 T30 are in the context of custom tools, in the events of hooks, and under calls of the report", async () => {
  const { result } = await runPrompt(
    RECIPE,
    [{ calls: [{ name: "stage", id: "call_Z" }] }, { text: "Done." }],
    {
      args: ["--allow-code"],
      files: {
        "tools/stage.mjs": `export default (pi) => ({
          name: "stage", description: "Stages.", parameters: pi.zod.object({}),
          execute: async (toolCallId, _, { callId, batchId, callIndex }) =>
            JSON.stringify({ toolCallId, callId, batchId, callIndex }),
        });`,
        "hook.mjs": `export default ({ event, callId, batchId, callIndex }) =>
          callId === "call_Z" && batchId === "tool-batch-0" && callIndex === 0
            ? { decision: "continue" } : { decision: "deny", reason: event + " " + callId };`,
      },
    },
  );
  expect(result.report.alerts.filter(({ code }) => code !== "vacuous")).toEqual([]);
  expect(result.report.calls).toMatchObject([
    {
      ...{ callId: "call_Z", batchId: "tool-batch-0", callIndex: 0, outcome: "done" },
      text: '{"toolCallId":"call_Z","callId":"call_Z","batchId":"tool-batch-0","callIndex":0}',
    },
  ]);
});
