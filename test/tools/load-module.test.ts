import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ModuleLoader } from "../../src/tools/load-module.ts";
import { tempTree } from "../support/temp-tree.ts";

describe("ModuleLoader", () => {
  it.each(["a.ts", "a.mts", "a.js", "a.mjs"])("T19 loads %s", async (name) => {
    const root = tempTree({ [name]: "export default 7;\n" });
    expect(await new ModuleLoader(root).load(join(root, name))).toBe(7);
  });

  it.each(["a.cjs", "a.cts", "a.json", "ats"])("T19 refuses %s", async (name) => {
    const root = tempTree({ [name]: "" });
    const loading = new ModuleLoader(root).load(join(root, name));
    await expect(loading).rejects.toThrow("it is not a .ts, .mts, .js or .mjs file");
  });

  it("loads from a folder whose name begins with two points", async () => {
    const root = tempTree({ "..tools/a.ts": "export default 7;\n" });
    expect(await new ModuleLoader(root).load(join(root, "..tools/a.ts"))).toBe(7);
  });

  it("refuses what a link leads to outside of the root", async () => {
    const outside = tempTree({ "a.ts": "export default 7;\n" });
    const root = tempTree({});
    symlinkSync(join(outside, "a.ts"), join(root, "a.ts"));
    const loading = new ModuleLoader(root).load(join(root, "a.ts"));
    await expect(loading).rejects.toThrow("a link leads out of the root");
  });
});
