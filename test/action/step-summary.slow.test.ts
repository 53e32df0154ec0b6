import { describe, expect, test } from "vitest";
import { stepSummary } from "../../src/action/step-summary.ts";
import { actionOf, outcomeWith } from "./builders.ts";

describe("stepSummary", () => {
  test("a summary of a thousand long actions stays below 128 KiB, keeps the failed one, and says how many more there are", () => {
    // One text for all of them: a text each would be tens of MB.
    const [reason, message, frame] = ["日|".repeat(2000), "|".repeat(9000), "日".repeat(9000)];
    const actions = Array.from({ length: 1000 }, (_, index) =>
      actionOf({ label: `Edit ${index}`, reason }),
    );
    actions.push(actionOf({ state: "failed", result: "No space." }));
    const alerts = actions.map(() => ({ level: "error", code: "stale", message }) as const);
    const diagnostics = actions.map(
      () => ({ code: "x", severity: "error", message: "m", frame }) as const,
    );
    const check = { name: "|".repeat(400), run: ["x"], cwd: "", outcome: "passed" } as const;
    const checks = actions.map(() => ({ ...check, output: "", actions: [], actionCount: 1 }));
    const commit = { group: "g", branch: null, actions: [], files: [] };
    const commits = actions.map(() => ({ ...commit, subject: "|".repeat(400) }));
    const steps = actions.map(
      () => ({ recipe: "a", step: "b", outcome: "skipped", when: "|".repeat(400) }) as const,
    );
    const every = { actions, alerts, diagnostics, checks, commits, steps };
    const summary = stepSummary(outcomeWith(every));
    expect(Buffer.byteLength(summary)).toBeLessThan(128 * 1024);
    expect(summary).toContain("| failed | swap › swap");
    const rows = summary.match(/^\| (failed|applied) \| swap/gm)?.length ?? 0;
    expect(rows).toBeGreaterThan(10);
    expect(summary).toContain(`\n${actions.length - rows} more actions;`);
    expect(summary).toMatch(/\n\d+ more alerts;/);
    expect(summary).toMatch(/\n\d+ more problems;/);
  });
});
