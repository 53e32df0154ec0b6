import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { editedBy, type NamingOp } from "../../support/edited-by-names.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

const OF_FILE: NamingOp = {
  pat: "old($A)",
  out: "fresh($A)",
  names: {
    old: { from: ["./src/lib/util"], export: "old" },
    fresh: { from: ["./src/lib/fresh.ts"], export: "fresh" },
  },
};

it.each([
  ["src/a.ts", "./lib/util", "./lib/fresh"],
  ["src/a.ts", "./lib/util.js", "./lib/fresh.js"],
  ["src/lib/b.ts", "./util.ts", "./fresh.ts"],
  ["src/lib/b/c.ts", "../util/index.js", "../fresh.js"],
  ["a.ts", "./src/lib/util/", "./src/lib/fresh.ts"],
  ["test/a.ts", "../src/lib/util", "../src/lib/fresh"],
])("L8 counts a module that is a file from the root: %s %s", async (path, from, fresh) => {
  const before = `import { old, other } from "${from}";\nold(1);\nother();\n`;
  expect((await editedBy(OF_FILE, before, { path })).text).toBe(
    `import { other } from "${from}";\nimport { fresh } from "${fresh}";\nfresh(1);\nother();\n`,
  );
});

it.each([
  ["src/other/a.ts", "./lib/util"],
  ["src/a.ts", "src/lib/util"],
  ["src/a.ts", "./lib/utils"],
  ["lib/a.ts", "./util"],
  ["src/lib/a.ts", "./util/more"],
])("L8 leaves the imports of other files: %s %s", async (path, from) => {
  const before = `import { old } from "${from}";\nold(1);\n`;
  expect(await editedBy(OF_FILE, before, { path })).toEqual({ text: before, unresolved: 0 });
});

it.each([
  ["./src", "src/index.ts", "src/a.ts", "."],
  ["./src/index.ts", "src/index.ts", "src/a.ts", "./index.js"],
  ["./src", "src/index.ts", "src/b/a.ts", ".."],
  [".", "index.ts", "src/a.ts", "../"],
])("L8 knows the file of a folder: %s", async (module, _, path, from) => {
  const op = { pat: "old($A)", out: "$A", names: { old: { from: [module], export: "old" } } };
  const after = await editedBy(op, `import { old } from "${from}";\nold(1);\n`, { path });
  expect(after.text).toBe("1;\n");
});

it("L8 means in the file itself what that declares at its top", async () => {
  const before = "export function old(a) { return a; }\nold(1);\nfunction f(old) { old(2); }\n";
  const op = { ...OF_FILE, out: "$A" };
  const after = await editedBy(op, before, { path: "src/lib/util.ts" });
  expect(after).toEqual({ text: before.replace("old(1)", "1"), unresolved: 0 });
});

it.each([
  ["pkg/a.py", "from .util import old"],
  ["pkg/sub/a.py", "from ..util import old"],
])("L8 counts the dots of Python's imports from the folder of the file: %s", async (path, line) => {
  const op = { ...OF_FILE, out: "$A", names: { old: { from: ["./pkg/util"], export: "old" } } };
  const inFile = { language: "python", path } as const;
  expect((await editedBy(op, `${line}\n\nold(1)\n`, inFile)).text).toBe("1\n");
  const other = `${line}\n\nold(1)\n`;
  expect((await editedBy(op, other, { ...inFile, path: "other/x/y/a.py" })).text).toBe(other);
});

it("L8 tells a module from one in a folder above", async () => {
  const op = { pat: "old($A)", out: "$A", names: { old: { from: ["./util"], export: "old" } } };
  const before = "from . import util\n\nutil.old(1)\n";
  const inFile = { language: "python", path: "pkg/a.py" } as const;
  expect((await editedBy(op, before, inFile)).text).toBe(before);
});
