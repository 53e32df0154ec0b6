import { expect, it } from "vitest";
import { makeFaultTree } from "./fault-tree.ts";
import { findLies } from "./find-lies.ts";
import { runHere } from "./recover-tree.ts";

it.each(["action", "run"] as const)(
  "finds a report that calls an action applied, but was never written (transaction: %s)",
  async (transaction) => {
    const tree = await makeFaultTree({ files: 4, actions: 2, transaction });
    const outcome = await runHere(tree.copy());
    const report = {
      ...outcome.report,
      alerts: [{ level: "error", code: "x", message: "" }],
    } as const;
    // The report of a run that wrote, with a tree in which no run wrote.
    const lies = findLies(tree.copy(), tree, { ...outcome, exitCode: 1, report });
    const begun = lies.filter((lie) => lie.endsWith("is called applied, and was never begun"));
    expect(begun).toHaveLength(transaction === "run" ? 1 : outcome.report.totals.applied);
    expect(lies).toContain(
      `it counts ${outcome.report.totals.filesChanged} files as changed, and 0 are`,
    );
  },
);

it("finds no lie in an undisturbed run", async () => {
  const tree = await makeFaultTree({ files: 4, actions: 2, transaction: "action" });
  const root = tree.copy();
  expect(findLies(root, tree, await runHere(root))).toEqual([]);
});
