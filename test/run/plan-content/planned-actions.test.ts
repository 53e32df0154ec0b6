import { expect, it } from "vitest";
import type { Report } from "../../../src/model/report/report.ts";
import {
  actionsAsPlanned,
  reasonsUnpublished,
} from "../../../src/run/plan-content/planned-actions.ts";
import type { RunOutcome } from "../../../src/run/state/run-outcome.ts";
import { ReportBuilder } from "../../support/report-builder.ts";

const DECIDED = { verdict: "apply", reason: "Yes.", ruleId: "all" } as const;
const TAKEN_BACK = { verdict: "discard", state: "discarded", reason: "It fails." } as const;

it("plans what a run applied, without its results, and no files of what checks took back", () => {
  const builder = new ReportBuilder({ "a.ts": "f(1);\n" });
  builder.add("s", { "a.ts": [["f", "g"]] }, { ...DECIDED, result: "Applied 1 replacement." });
  builder.add("t", { "a.ts": [["1", "2"]] }, { ...TAKEN_BACK, ruleId: "checks" });
  builder.add("u", { "a.ts": [["1", "3"]] }, { ...TAKEN_BACK, ruleId: "careful" });
  const edits = [{ opId: "ops[0]", start: 0, end: 1, text: "g" }];
  const outcomes = builder.actions.map((report) => ({ report, changes: [{ edits }] }));
  const planned = actionsAsPlanned({ outcomes } as unknown as RunOutcome); // As much as is looked at.
  expect(planned.map(({ state, files }) => [state, files.length])).toEqual([
    ["would-apply", 1],
    ["discarded", 0],
    ["discarded", 1],
  ]);
  expect(planned[0]).not.toHaveProperty("result");
  expect(planned[0]?.files[0]?.edits).toEqual([{ op: "ops[0]", start: 0, end: 1, text: "g" }]);
});

it("reads the edits of a file only when somebody asks for them", () => {
  const builder = new ReportBuilder({ "a.ts": "f(1);\n" });
  builder.add("s", { "a.ts": [["f", "g"]] }, DECIDED);
  const change = {
    get edits(): never {
      throw new Error("They were read.");
    },
  };
  const outcomes = builder.actions.map((report) => ({ report, changes: [change] }));
  const [planned] = actionsAsPlanned({ outcomes } as unknown as RunOutcome); // As much as is looked at.
  const [file] = planned?.files ?? [];
  expect(Object.keys(file ?? {})).toEqual(
    Object.keys({ ...builder.actions[0]?.files[0], edits: 0 }),
  );
  expect(() => file?.edits).toThrow("They were read.");
});

const alert = (code: string) => [{ level: "error", code, message: code }] as const;

it.each<readonly [string, Partial<Report>, readonly string[]]>([
  ["in order", {}, []],
  ["with held actions", { outcome: "held" }, []],
  ["with a check that failed", { outcome: "failed", alerts: alert("check-failed") }, []],
  ["without its commits", { outcome: "failed", alerts: alert("not-committed") }, []],
  ["with another error", { outcome: "failed", alerts: alert("check-stuck") }, ["check-stuck"]],
  ["by a signal", { outcome: "interrupted" }, ["The run did not come to its end: interrupted."]],
  ["by a limit", { outcome: "limit" }, ["The run did not come to its end: limit."]],
])("tells if a run that ended %s can be published", (_title, over, reasons) => {
  expect(reasonsUnpublished(new ReportBuilder({}).report(over))).toEqual(reasons);
});
