import { expect, it } from "vitest";
import { unresolvedAlerts } from "../../../../src/tools/ast-edit/search/call-alerts.ts";
import { compiled } from "../../../edit/compile/compiled.ts";

function alertOf(op: Parameters<typeof compiled>[0]) {
  const text = "\nexport function old() {}\n";
  const place = { opId: "ops[0]", start: text.indexOf("old"), end: text.indexOf("old") + 3 };
  const ops = [compiled({ ...op, id: "ops[0]" })];
  return unresolvedAlerts({ path: "a.js", text, ops }, [place]).map(({ message }) => message);
}

it("L8 tells why a declaration is not renamed, and what renames it", () => {
  const rename = { pat: "old", out: "fresh", rename: {} };
  expect(alertOf(rename)).toEqual([
    "a.js: `old` is not renamed (line 2): other code may use it. If other files import it, and are to change as well, " +
      "say `exports: true`.",
  ]);
  expect(alertOf({ ...rename, rename: { exports: true } })).toEqual([
    "a.js: `old` is not renamed (line 2): other code may use it.",
  ]);
  expect(alertOf({ pat: "old", out: "fresh", names: { old: "local" } })).toEqual([
    "a.js: 1 place that `ops[0]` may mean, or not, by the names: line 2. They are left as they are.",
  ]);
});
