import { describe, expect, it } from "vitest";
import { mergePlans, plan } from "../../src/index.ts";
import { tempTree } from "../support/temp-tree.ts";

const RECIPE = {
  version: 1,
  name: "strings",
  steps: [{ ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "String($A)" }] } }],
};
const FILES = Object.fromEntries([1, 2, 3, 4].map((at) => [`src/${at}.ts`, `f(${at});\n`]));

describe("mergePlans", () => {
  const asked = { recipes: [RECIPE], policy: "apply-all", cache: false };

  it("makes the plan of one machine of what `plan` returned for shards (H1)", async () => {
    const root = tempTree(FILES);
    const shard = (index: number) => plan({ ...asked, root, shard: { index, total: 2 } });
    const whole = await plan({ ...asked, root });
    const plans = [await shard(1), await shard(2)];
    const merged = await mergePlans({ ...asked, root: tempTree({}), plans });
    expect(merged.why).toEqual([]);
    expect(merged.text).toBe(whole.text);
  });

  it("says in the report why plans cannot be merged", async () => {
    const root = tempTree(FILES);
    const one = await plan({ ...asked, root, shard: { index: 1, total: 2 } });
    const { report, text, why } = await mergePlans({ ...asked, root, plans: [one] });
    expect(text).toBeUndefined();
    expect(report).toMatchObject({ outcome: "invalid", exitCode: 2 });
    expect(report.diagnostics.map(({ code }) => code)).toEqual(["shards-missing"]);
    expect(why).toEqual(["Of 2 shards 1 shard is missing: 2."]);
  });

  it("refuses what is no plan", async () => {
    const { report } = await mergePlans({ root: tempTree({}), plans: [{}] });
    expect(report.diagnostics[0]?.message).toContain("`plan` has no text");
  });
});
