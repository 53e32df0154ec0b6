import picocolors from "picocolors";
import { expect, it } from "vitest";
import { prettyTrace } from "../../src/report/pretty-trace.ts";

it("says of each rule what was found", () => {
  const trace = [
    { id: "g", kind: "guard", hit: false, failed: "anyFile", found: "src/\u001b[2Ja.js" },
    { id: "u", kind: "guard", hit: true, unknown: ["owners"] },
    { id: "a", kind: "rule", hit: false, failed: "maxFiles", found: 24, unknown: ["owners"] },
    { id: "b", kind: "rule", hit: false, failed: "expr", found: "No.", unknown: ["expr"] },
    { id: "c", kind: "rule", hit: true },
    { id: "limits", kind: "limit", hit: false },
    { id: "limits", kind: "limit", hit: true, failed: "maxFiles", found: 203 },
    { id: "limits", kind: "limit", hit: true, unknown: ["owners"] },
  ] as const;
  const entries = trace.map((entry) => ({
    ...entry,
    unknown: "unknown" in entry ? [...entry.unknown] : undefined,
  }));
  expect(prettyTrace({ trace: entries }, picocolors.createColors(false))).toEqual([
    "    guard g: no: anyFile does not hold (src/\\x1b[2Ja.js)",
    "    guard u: hit: owners is not known",
    "    rule a: no: maxFiles does not hold (24)",
    "    rule b: no: expr is not known (No.)",
    "    rule c: hit",
    "    limit limits: fits",
    "    limit limits: no: over maxFiles (203)",
    "    limit limits: no: owners is not known",
  ]);
});
