import { expect, it } from "vitest";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { createJsonReporter } from "../../src/report/formats/json.ts";
import { fullReport } from "../support/full-report.ts";

it("has a report with all states, in the shape of every report", () => {
  const report = fullReport();
  const text = [...(createJsonReporter().onReport?.(report) ?? [])].join("");
  expect(reportSchema.parse(JSON.parse(text)).actions).toHaveLength(10);
  expect(new Set(report.actions.map(({ state }) => state)).size).toBe(6);
  expect(report.files[0]?.net).toMatchObject({ additions: 3, deletions: 3 });
});
