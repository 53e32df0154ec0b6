import { expect, it } from "vitest";
import { makeFaultTree } from "./fault-tree.ts";
import { findLies } from "./find-lies.ts";
import { runHere } from "./recover-tree.ts";

it.each(["action", "run"] as const)(
  "finds it when a report calls applied what was never written (transaction: %s)",
  async (transaction) => {
    const tree = await makeFaultTree({ files: 4, actions: 2, transaction });
    const ended = await runHere(tree.copy());
    const told = { ...ended.report, alerts: [{ level: "error", code: "x", message: "" }] } as const;
    // The report of a run that wrote, beside a tree that nobody touched.
    const lies = findLies(tree.copy(), tree, { ...ended, exitCode: 1, report: told });
    const begun = lies.filter((lie) => lie.endsWith("is called applied, and was never begun"));
    expect(begun).toHaveLength(transaction === "run" ? 1 : ended.report.totals.applied);
    expect(lies).toContain(
      `it counts ${ended.report.totals.filesChanged} files as changed, and 0 are`,
    );
  },
);

it("finds none in a run that nobody disturbed", async () => {
  const tree = await makeFaultTree({ files: 4, actions: 2, transaction: "action" });
  const root = tree.copy();
  expect(findLies(root, tree, await runHere(root))).toEqual([]);
});
