import { expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { toldSum } from "../../src/report/told-words.ts";

type Sum = NonNullable<Report["steps"][number]["found"]>;

const NONE = { total: 0, files: 0, errors: 0, warnings: 0, infos: 0, hints: 0 };
const SUM = { ...NONE, total: 3, files: 2, errors: 1, warnings: 2 };
const base = (total: number) => ({ base: { commit: "c", total } });

it.each<[sum: string, ...found: Sum[]]>([
  [""],
  ["No findings.", NONE],
  ["3 findings: 1 error, 2 warnings.", SUM],
  ["6 findings: 2 errors, 4 warnings.", SUM, SUM],
  ["No findings. At the base: 4 (s0).", { ...NONE, ...base(4) }],
  [
    "3 findings: 1 error, 2 warnings. At the base: 4 (s0), 1 (s2).",
    { ...SUM, ...base(4) },
    NONE,
    { ...NONE, ...base(1) },
  ],
])("the findings of steps in words: %j", (sum, ...found) => {
  const steps = found.map((one, at) => ({
    recipe: "r",
    step: `s${at}`,
    outcome: "done" as const,
    found: one,
  }));
  expect(toldSum({ steps })).toBe(sum);
});
