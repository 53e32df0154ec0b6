import { expect, it } from "vitest";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { HeldFiles } from "../../../src/run/state/held-files.ts";

function held(ruleId: string, winner: string): ActionReport {
  const trace = [
    { id: "first", kind: "rule", hit: false },
    { id: winner, kind: "rule", hit: true },
  ];
  // Only these fields are read.
  const action = { id: "a", step: "s", state: "held", ruleId, trace, facts: { files: ["a.ts"] } };
  return action as unknown as ActionReport;
}

it.each(["plan", "stale", "model"])(
  "X1 leaves the files of an action alone that a rule `%s` of the policy holds, and not of Sluice's own",
  (id) => {
    const ofPolicy = new HeldFiles();
    expect(ofPolicy.add([held(id, id)])).toHaveLength(1);
    expect(ofPolicy.whyOf("a.ts")).toContain("was held");
    const own = new HeldFiles();
    expect(own.add([held(id, "other")])).toEqual([]);
    expect(own.whyOf("a.ts")).toBeUndefined();
  },
);
