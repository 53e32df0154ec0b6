import { expect, it } from "vitest";
import { boundedFindings } from "../../../src/report/formats/bounded-findings.ts";
import { actionOf } from "../../action/builders.ts";
import { reportOf } from "../../support/shown-by.ts";

it("has the most urgent findings if they do not fit, and one that counts the others and says where they are", () => {
  const sizes = { language: "ts", replacements: 1, superseded: [], additions: 1, deletions: 1 };
  const actions = Array.from({ length: 120 }, (_, index) => {
    const path = `f${index}.ts`;
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b${index}\n`;
    const files = [{ path, ...sizes, preHash: "1", postHash: "2", diff }];
    return actionOf({ id: `${index}`, state: index < 90 ? "applied" : "held", files });
  });
  const reports = [{ format: "json" as const, path: "all.json" }];
  const style = { color: false, verbose: false, quiet: false, reports };
  const all = (length: number) =>
    boundedFindings(reportOf({ actions }), style, () => "x".repeat(length));
  expect(all(1000)).toHaveLength(120);
  const bounded = all(100_000);
  expect(bounded).toHaveLength(101);
  expect(bounded.filter(({ finding }) => finding.action?.state === "held")).toHaveLength(30);
  expect(bounded.at(-1)?.finding).toMatchObject({
    ...{ message: "20 more. All of them are in all.json.", level: "warning", path: "f70.ts" },
  });
});
