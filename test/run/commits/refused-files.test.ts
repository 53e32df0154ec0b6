import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { policyOf, RECIPE, runCommitting, stateOf } from "../../support/commit-run.ts";
import { tempRepository } from "../../support/temp-tree.ts";

it("leaves out the commit of a group as a whole, and names every file that stands in its way", async () => {
  const root = tempRepository({
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": policyOf("{ per: rule }"),
    "src/a.ts": "f(1);\n",
    "src/z.ts": "h(2);\n",
  });
  for (let index = 0; index < 7; index += 1)
    writeFileSync(join(root, `src/new${index}.ts`), `f(${index});\n`);
  const report = await runCommitting(root);
  expect(report.exitCode).toBe(1);
  expect(report.commits).toMatchObject([{ group: "second", files: ["src/z.ts"] }]);
  const faults = [0, 1, 2, 3, 4].map(
    (index) => `src/new${index}.ts was not committed before the run`,
  );
  expect(report.alerts.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^No commit of 1 action of `first` was made /),
  ]);
  expect(report.alerts[0]?.message).toContain(`: ${faults.join("; ")}; and 2 more files.`);
  expect(stateOf(root).status).toContain(" M src/a.ts");
});
