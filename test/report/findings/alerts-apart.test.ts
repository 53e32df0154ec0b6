import { expect, it } from "vitest";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { findingsOf } from "../../../src/report/findings/findings-of.ts";
import { createJunitReporter } from "../../../src/report/formats/junit.ts";
import { actionOf } from "../../action/builders.ts";
import { reportOf, shownBy } from "../../support/shown-by.ts";

it.each<readonly [string, Partial<ActionReport>]>([
  ["failed", { state: "failed", result: "No space." }],
  ["held", { state: "held", reason: "No space.", applyError: "No space." }],
])(
  "an apply that failed is one error, if its action is %s, and others of its step stay",
  (_state, over) => {
    const own = { level: "error", recipe: "swap", step: "swap" } as const;
    const report = reportOf({
      actions: [actionOf(over)],
      alerts: [
        { ...own, code: "apply-failed", message: "No space." },
        { ...own, code: "apply-failed", message: "Another one, which was discarded." },
        { ...own, code: "transform-failed", message: "No space." },
      ],
    });
    const xml = shownBy(createJunitReporter, report);
    expect(xml.match(/<(?:failure|error) type="[^"]*"/g)).toEqual([
      expect.stringMatching(/^<failure type="(?:failed|held)"$/),
      '<error type="apply-failed"',
      '<error type="transform-failed"',
    ]);
    const findings = [...findingsOf(report)].map(({ level, ruleId }) => [level, ruleId]);
    expect(findings).toEqual([
      ["error", "apply-failed"],
      ["error", "transform-failed"],
      ["error", expect.stringContaining("swap/")],
    ]);
  },
);
