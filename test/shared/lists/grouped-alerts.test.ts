import { describe, expect, it } from "vitest";
import type { Alert } from "../../../src/model/alert.ts";
import { problemList } from "../../../src/report/comment/problem-list.ts";
import { createPrettyReporter } from "../../../src/report/formats/pretty.ts";
import { shownAlerts } from "../../../src/shared/lists/grouped-alerts.ts";

/** Warnings of one step about so many files. */
function overlaps(count: number, over: Partial<Alert> = {}): readonly Alert[] {
  return Array.from({ length: count }, (_each, index): Alert => {
    const path = `f${index + 1}.ts`;
    const names = { recipe: "r", step: "s" };
    return {
      level: "warn",
      code: "overlap",
      message: `${path}: ${index} lost.`,
      path,
      ...names,
      ...over,
    };
  });
}

function terminal(alerts: readonly Alert[], verbose = false): string {
  const reporter = createPrettyReporter({ color: false, quiet: false, verbose });
  const finished = { recipe: "r", step: "s", outcome: "done", actions: [] } as const;
  const events = [
    ...alerts.map((alert) => ({ type: "alert", alert }) as const),
    { type: "step-finished", ...finished } as const,
  ];
  return events.flatMap((event) => [...(reporter.onEvent?.(event) ?? [])]).join("");
}

describe("shownAlerts", () => {
  it("makes one alert of a step's warnings of one kind about three files or more, with their count", () => {
    const [shown, ...others] = shownAlerts(overlaps(40));
    expect(others).toEqual([]);
    expect(shown?.message).toBe(
      "f1.ts: 0 lost. 39 more such warnings: f2.ts, f3.ts, f4.ts and 36 more.",
    );
  });

  it.each<[what: string, alerts: readonly Alert[]]>([
    ["two files", overlaps(2)],
    ["other steps", overlaps(3).map((alert, index) => ({ ...alert, step: `s${index}` }))],
    ["other codes", [...overlaps(2), ...overlaps(2, { code: "loss" })]],
    ["errors that differ", overlaps(3, { level: "error" })],
    ["no file", overlaps(3).map(({ path: _path, ...alert }) => alert)],
  ])("leaves alerts apart: %s", (_what, alerts) => {
    expect(shownAlerts(alerts)).toEqual(alerts);
  });

  it("makes one of errors that say the same of each file", () => {
    const same = overlaps(3).map((alert) => ({
      ...alert,
      level: "error" as const,
      message: `${alert.path}: no.`,
    }));
    expect(shownAlerts(same).map(({ message }) => message)).toEqual([
      "f1.ts: no. 2 more such errors: f2.ts, f3.ts.",
    ]);
  });
});

describe("alerts that repeat by file", () => {
  it("are one paragraph of the terminal, and each with --verbose", () => {
    expect(terminal(overlaps(40)).match(/^warning/gm)).toHaveLength(1);
    expect(terminal(overlaps(40))).toContain("36 more. `--verbose` shows each.\n\n");
    expect(terminal(overlaps(40), true).match(/^warning/gm)).toHaveLength(40);
  });

  it("are one item of the comment, which names a file once", () => {
    const list = problemList(
      { diagnostics: [], alerts: overlaps(40) },
      { length: 9000, elsewhere: "" },
    );
    expect(list).toBe(
      "- **warning** f1.ts: 0 lost. 39 more such warnings: f2.ts, f3.ts, f4.ts and 36 more.",
    );
  });
});
