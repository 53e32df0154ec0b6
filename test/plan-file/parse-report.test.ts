import { expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { parseReport } from "../../src/plan-file/parse-report.ts";
import { fullReport } from "../support/full-report.ts";

const report: Report = await fullReport();
const parsed = (changed: object) => parseReport(JSON.stringify({ ...report, ...changed }));
const forged = (diffOf: (diff: string) => string) => {
  const actions = report.actions.map((action) => ({
    ...action,
    files: action.files.map((file) => ({ ...file, diff: diffOf(file.diff) })),
  }));
  return parsed({ actions });
};
const OTHER =
  "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+x\n";

it("takes a report as it was written", () => {
  expect(parseReport(JSON.stringify(report))).toEqual({ report });
});

it.each<[what: string, diffOf: (diff: string) => string]>([
  ["of another file", (diff) => diff.replaceAll(/(?<=[ab]\/)\S+/g, ".github/w.yml")],
  ["and one of another file behind it", (diff) => diff + OTHER],
  ["and one of another file before it", (diff) => OTHER + diff],
  ["of another new name", (diff) => diff.replace(/^\+\+\+ .*$/m, "+++ b/x")],
  ["with another target", (diff) => diff.replace("\n", "\nrename to x\n")],
  ["of a link", (diff) => diff.replace("\n", "\nnew file mode 120000\n")],
  ["whose hunks do not count its lines", (diff) => diff.replace(/^@@ .*$/m, "@@ -1,9 +1,9 @@")],
])("refuses a diff %s", (_what, diffOf) => {
  expect(forged(diffOf)).toEqual({
    fault: expect.stringMatching(/^its diff of \S+ is not one of that file alone$/),
  });
});

it("refuses a net change of another file", () => {
  const files = report.files.map((file) =>
    file.net === undefined ? file : { ...file, net: { ...file.net, diff: OTHER } },
  );
  expect(parsed({ files })).toEqual({ fault: expect.stringContaining("its diff of ") });
});

it.each<[what: string, changed: object, fault: RegExp]>([
  ["version", { formatVersion: "2.0" }, /^its format has the version "2\.0", and .* reads 1\.0$/],
  ["key", { more: 1 }, /^it does not have the keys of a report: Unknown key `more`\. Known: /],
])("names another %s", (_what, changed, fault) => {
  expect(parsed(changed)).toEqual({ fault: expect.stringMatching(fault) });
});
