import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ModuleLoader } from "../../src/tools/load-module.ts";
import { tempTree, writeTree } from "../support/temp-tree.ts";

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

  it("refuses exported code whose packages could come from a folder above", async () => {
    const above = tempTree({ "export/app/a.mjs": 'export { default } from "pack";\n' });
    const code = { root: join(above, "export/app"), top: join(above, "export") };
    const root = tempTree({});
    const load = () => new ModuleLoader(root, code).load(join(root, "a.mjs"));
    const pack = {
      "pack/package.json": '{ "type": "module", "main": "i.js" }',
      "pack/i.js": "export default 7;\n",
    };
    const within = (folder: string) =>
      Object.fromEntries(Object.entries(pack).map(([path, text]) => [`${folder}${path}`, text]));
    writeTree(above, within("node_modules/"));
    await expect(load()).rejects.toThrow(`could come from ${join(above, "node_modules")}`);
    rmSync(join(above, "node_modules"), { recursive: true });
    writeTree(above, within("export/node_modules/"));
    expect(await load()).toBe(7);
  });

  it("refuses what a link leads to outside of the root", async () => {
    const outside = tempTree({ "a.ts": "export default 7;\n" });
    const root = tempTree({});
    symlinkSync(join(outside, "a.ts"), join(root, "a.ts"));
    const loading = new ModuleLoader(root).load(join(root, "a.ts"));
    await expect(loading).rejects.toThrow("a link leads out of the root");
  });
});
