import { expect, it } from "vitest";
import { createKindNames } from "../../../src/report/html/page-kinds.ts";
import { fullReport } from "../../support/full-report.ts";

const template = fullReport().actions.find(({ files }) => files.length > 0);

const WHOLE_LINE = { startLine: 1, startColumn: 1, endColumn: 1 };

/** Returns the names of the kinds of actions, each of one file with some replaced lines. */
function namesOf(...changes: readonly (readonly [before: string, after: string, op?: string])[]) {
  const kindsOf = createKindNames();
  return changes.map(([before, after, op]) => {
    const [file] = template?.files ?? [];
    if (template === undefined || file === undefined) throw new Error("There is no action.");
    const lines = after === "" ? "" : `+${after}\n`;
    const diff = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +${after === "" ? "0,0" : "1"} @@\n-${before}\n${lines}`;
    const region = (line: string) => ({ ...WHOLE_LINE, endLine: line === "" ? 1 : 2 });
    const { regions: _regions, ...bare } = { ...file, path: "a.ts", diff };
    const regions =
      op === undefined ? {} : { regions: [{ op, before: region(before), after: region(after) }] };
    const changed = { ...bare, ...regions };
    const shown = { ...changed, superseded: 0, ops: [], diff: { text: diff } };
    return kindsOf({ ...template, files: [changed] }, [shown]);
  });
}

it("gives one name to changes of the same op that are equal up to what stays, and to the same lines of no op", () => {
  expect(namesOf(["old(1)", "fresh(1)", "ops[0]"], ["old(22)", "fresh(22)", "ops[0]"])).toEqual([
    ["old(1) → fresh(1)"],
    ["old(1) → fresh(1)"],
  ]);
  expect(namesOf(["old(1);", "fresh(1);"], ["  old(1);", "  fresh(1);"], ["x", "y"])).toEqual([
    ["old(1); → fresh(1);"],
    ["old(1); → fresh(1);"],
    ["x → y"],
  ]);
});

it("names what goes, and gives no name twice", () => {
  expect(namesOf(["a", "", "ops[0]"], ["a", "", "ops[1]"], ["a", "", "ops[1]"])).toEqual([
    ["a → (nothing)"],
    ["a → (nothing) (2)"],
    ["a → (nothing) (2)"],
  ]);
});
