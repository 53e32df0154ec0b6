import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePlaces } from "../../../src/config/prepare/package-places.ts";
import { findPackage } from "../../../src/shared/package-places.ts";
import { tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

it("finds a package of --packages above the root, and no code of the repository that a link makes one", () => {
  const top = tempRepository({ "app/a.ts": "", "lib/package.json": "{}" });
  writeTree(top, { "node_modules/installed/package.json": "{}" });
  symlinkSync(join(top, "lib"), join(top, "node_modules/lib"), "junction");
  const elsewhere = tempTree({ "node_modules/own/package.json": "{}" });
  const root = join(top, "app");
  const find = (name: string, allowCode: boolean) => {
    const request = { root, packages: ["..", elsewhere], allowCode };
    const places = packagePlaces(request, { mode: "all", base: null }, { cwd: root });
    return findPackage(name, places.others, places.sources);
  };
  expect(find("installed", false)).toBe(join(top, "node_modules/installed"));
  expect(find("own", false)).toBe(join(elsewhere, "node_modules/own"));
  expect(find("lib", false)).toBeUndefined();
  expect(find("lib", true)).toBe(join(top, "lib"));
});
