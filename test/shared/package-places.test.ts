import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findPackage, ownPackageFolders } from "../../src/shared/package-places.ts";
import { tempTree } from "../support/temp-tree.ts";

const MANIFEST = { "package.json": "{}" };

function installed(folder: string, name = "@ast-grep/lang-json") {
  return { [`${folder}/${name}/package.json`]: "{}" };
}

describe("the folders of Sluice's own installation", () => {
  it.each([
    ["a checkout", "sluice", ["sluice/node_modules"]],
    ["a package", "node_modules/sluice", ["node_modules/sluice/node_modules", "node_modules"]],
    [
      "a scoped package",
      "node_modules/@team/sluice",
      ["node_modules/@team/sluice/node_modules", "node_modules"],
    ],
  ])("of %s are its own and those beside it, none above", (_, folder, expected) => {
    const root = tempTree({ ...installed("node_modules"), [`${folder}/package.json`]: "{}" });
    expect(ownPackageFolders(`${join(root, folder)}/`)).toEqual(
      expected.map((each) => join(root, each)),
    );
  });
});

describe("a package", () => {
  it("is found in exactly these folders, and in none above them", () => {
    const root = tempTree({ ...installed("node_modules"), "a/node_modules/x/file": "" });
    const find = (folder: string) => findPackage("@ast-grep/lang-json", [join(root, folder)]);
    expect(find("node_modules")).toBe(join(root, "node_modules/@ast-grep/lang-json"));
    expect(find("a/node_modules")).toBeUndefined();
    expect(find("a")).toBeUndefined();
  });

  it("counts as missing if it is a link to files of the root, as a workspace makes it", () => {
    const root = tempTree({ ...MANIFEST, "packages/lang-json/package.json": "{}" });
    const folder = join(root, "node_modules");
    mkdirSync(join(folder, "@ast-grep"), { recursive: true });
    symlinkSync(join(root, "packages/lang-json"), join(folder, "@ast-grep/lang-json"), "junction");
    expect(findPackage("@ast-grep/lang-json", [folder], root)).toBeUndefined();
    // With consent to code.
    expect(findPackage("@ast-grep/lang-json", [folder])).toBe(join(root, "packages/lang-json"));
  });

  it.each([
    ["a folder that has another name", "node_modules", "vendor"],
    ["a folder outside of the root", "../elsewhere", "../elsewhere"],
    ["a root that is in a folder of packages itself", "node_modules", "node_modules"],
  ])("counts as missing if it is a link to files of the root, in %s", (_, name, real) => {
    const root = join(
      tempTree({ "node_modules/app/src/x/package.json": "{}" }),
      "node_modules/app",
    );
    mkdirSync(join(root, real), { recursive: true });
    if (real !== name) symlinkSync(join(root, real), join(root, name), "junction");
    symlinkSync(join(root, "src/x"), join(root, real, "x"), "junction");
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(root); // A relative path by mistake would start here.
    expect(findPackage("x", [join(root, name)], root)).toBeUndefined();
    expect(findPackage("x", [join(root, name)])).toBe(join(root, "src/x"));
  });

  it("may be in a folder that has another name", () => {
    const root = tempTree({ "vendor/x/package.json": "{}" });
    symlinkSync(join(root, "vendor"), join(root, "node_modules"), "junction");
    expect(findPackage("x", [join(root, "node_modules")], root)).toBe(join(root, "vendor/x"));
  });

  it("may be a link within the installed packages, as pnpm makes it", () => {
    const store = "node_modules/.pnpm/lang-json@1/node_modules/@ast-grep/lang-json";
    const root = tempTree({ [`${store}/package.json`]: "{}" });
    const beside = join(root, "node_modules/.pnpm/sluice@1/node_modules/@ast-grep");
    mkdirSync(beside, { recursive: true });
    symlinkSync(join(root, store), join(beside, "lang-json"), "junction");
    expect(findPackage("@ast-grep/lang-json", [join(beside, "..")], root)).toBe(join(root, store));
  });
});
