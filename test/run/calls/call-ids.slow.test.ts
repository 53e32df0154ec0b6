import { describe, expect, it } from "vitest";
import { runWithIds } from "../../support/call-id-run.ts";
import { readText } from "../../support/temp-tree.ts";

describe("the ids of a provider", () => {
  it.each(["openai-compatible", "openai", "anthropic"] as const)(
    "T27 are made unique where %s leaves them out, and it is told",
    async (provider) => {
      const turns = [[{ path: "src/a.ts" }], [{ path: "src/b.ts" }]];
      const { report, inTranscript, sent, alerts } = await runWithIds(provider, turns);
      expect(report.totals.applied).toBe(2);
      expect(inTranscript).toEqual(["tool-batch-0-0", "tool-batch-1-0"]);
      expect(new Set(sent[2]).size).toBe(2);
      expect(alerts).toEqual([
        "call-id: The provider gave a call no id. Sluice calls it `tool-batch-0-0`, and does so with each such call.",
      ]);
    },
  );

  it.each<[string, readonly unknown[], string]>([
    ["repeated in one answer", ["same", "same"], "the id `same` to more than one call"],
    ["empty", ["", ""], "a call no id"],
    ["no texts", [7, { a: 1 }], "a call no id"],
    ["10 kB long", ["x".repeat(10_000), "y".repeat(10_000)], "an id of more than 4096 bytes"],
    ["with control characters", ["a\u001b[2J", "b\u0000"], "an id with control characters"],
  ])("T27 that are %s leave each call its own result and its own action", async (_, ids, told) => {
    const paths = ["src/a.ts", "src/b.ts"];
    const { root, report, inTranscript, results, sent, alerts } = await runWithIds(
      "openai-compatible",
      [ids.map((id, index) => ({ id, path: paths[index] ?? "" }))],
    );
    expect(report.totals.applied).toBe(2);
    expect(new Set(inTranscript).size).toBe(2);
    expect(results).toEqual(inTranscript);
    expect(new Set(sent[1]).size).toBe(2);
    expect(alerts).toEqual([expect.stringContaining(told)]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
      ...["fresh(1);\n", "fresh(2);\n"],
    ]);
  });
});
