import { expect, it } from "vitest";
import { changeOf, reportWith } from "../report/comment/report-with.ts";
import { actionsOf, checksOn, RUNS } from "../support/check-jobs.ts";
import { deedOf, isWrite } from "../support/forge/forge-server.ts";

it("a check run has at most 200 of 3,000 annotations, fifty a write, and counts the others", async () => {
  const checks = await checksOn();
  const report = reportWith(actionsOf(3000));
  expect(await checks.run({ report })).toMatchObject([{ notes: [] }]);
  const annotations = checks.demo.checks[0]?.annotations ?? [];
  expect(annotations).toHaveLength(200);
  expect(new Set(annotations.map((one) => JSON.stringify(one))).size).toBe(200);
  expect(annotations.at(-1)).toMatchObject({ message: expect.stringMatching(/^2801 more\. /) });
  const writes = checks.forge.calls.filter(isWrite).map(deedOf);
  expect(writes[0]).toBe(`POST ${RUNS}`);
  expect(writes).toHaveLength(4);
  expect(Buffer.byteLength(checks.demo.checks[0]?.summary ?? "")).toBeLessThanOrEqual(65_535);
});

it("a check run has no more bytes than GitHub takes, in any script", async () => {
  const checks = await checksOn();
  const names = Array.from({ length: 400 }, (_, at) => `src/${"漢字".repeat(40)}${at}.ts`);
  const actions = names.map((name) => changeOf(name, "漢;\n", "字;\n", { state: "held" }));
  expect(await checks.run({ report: reportWith(actions) })).toMatchObject([{ notes: [] }]);
  expect(await checks.run({ report: reportWith(actions), leg: 0, run: 6 })).toMatchObject([
    { notes: [] },
  ]);
});
