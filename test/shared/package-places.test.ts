import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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

  it("may be a link within the installed packages, as pnpm makes it", () => {
    const store = "node_modules/.pnpm/lang-json@1/node_modules/@ast-grep/lang-json";
    const root = tempTree({ [`${store}/package.json`]: "{}" });
    const beside = join(root, "node_modules/.pnpm/sluice@1/node_modules/@ast-grep");
    mkdirSync(beside, { recursive: true });
    symlinkSync(join(root, store), join(beside, "lang-json"), "junction");
    expect(findPackage("@ast-grep/lang-json", [join(beside, "..")], root)).toBe(join(root, store));
  });
});
