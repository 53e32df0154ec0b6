// Isolated: it loads damaged libraries, and looks for what a grammar leaves in the global object.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findLibrary } from "../../../src/edit/language/grammar-library.ts";
import type { GrammarPackage } from "../../../src/edit/language/language.ts";
import {
  grammarPackage,
  PREBUILD,
  packagesIn,
  REPOSITORY,
  realLibrary,
} from "../../support/grammar-packages.ts";
import { type Tree, tempTree } from "../../support/temp-tree.ts";

function packageOf(language: string): GrammarPackage {
  return {
    kind: "package",
    name: `@ast-grep/lang-${language}`,
    symbol: `tree_sitter_${language}`,
  };
}

const JSON_PACKAGE = packageOf("json");
const library = realLibrary("json");

function find(files: Tree, grammar = JSON_PACKAGE) {
  const root = tempTree(files);
  return { root, found: findLibrary(grammar, packagesIn(root)) };
}

describe("finding the library of a grammar", () => {
  it("returns the prebuilt library of this machine", () => {
    const { root, found } = find(grammarPackage("json", { [PREBUILD]: library }));
    const libraryPath = join(root, "node_modules/@ast-grep/lang-json", PREBUILD);
    // The size is part of the version: a library that was built again may be another grammar.
    const version = expect.stringMatching(/^\d+\.\d+\.\d+ \d+$/);
    expect(found).toEqual({ kind: "found", libraryPath, version });
  });

  it("takes the library that an install script made if there is no prebuilt one", () => {
    const { found } = find(grammarPackage("json", { "parser.so": library }));
    expect(found.kind).toBe("found");
  });

  it("does not search the folders above, which may belong to the tree", () => {
    const root = tempTree(grammarPackage("json", { "parser.so": library }));
    expect(findLibrary(JSON_PACKAGE, packagesIn(join(root, "a/b"))).kind).toBe("not-installed");
  });

  it.each([
    ["throws", 'globalThis.isGrammarRun = true; throw new Error("no parser")'],
    ["has no libraryPath", "globalThis.isGrammarRun = true; module.exports = {}"],
    ["prints", 'globalThis.isGrammarRun = true; console.log("noise")'],
  ])("does not run the package, so that one whose index %s works", (_, index) => {
    const files = { "index.js": index, [PREBUILD]: library };
    expect(find(grammarPackage("json", files)).found.kind).toBe("found");
    expect("isGrammarRun" in globalThis).toBe(false);
  });

  it("says that a package is not installed", () => {
    expect(find({ "a.json": "{}" }).found).toEqual({ kind: "not-installed", isRefused: false });
    expect(findLibrary(JSON_PACKAGE, packagesIn("/there/is/no/such/folder")).kind).toBe(
      "not-installed",
    );
  });

  it.each<[string, Tree, string]>([
    ["has no library", { "index.js": "" }, "has no library for"],
    ["has a library for another machine only", { "prebuilds/x/parser.so": library }, "no library"],
    ["has a folder for a library", { "parser.so/a": "" }, "has no library for"],
    ["has an empty library", { [PREBUILD]: "" }, "is cut off"],
    ["has text for a library", { [PREBUILD]: "tree_sitter_json\0" }, "not a library for"],
    ["has half a library", { [PREBUILD]: library.slice(0, 9000) }, "is cut off"],
    ["has the library of another grammar", { [PREBUILD]: realLibrary("toml") }, "without the"],
  ])("says in one line that a package %s is broken", (_, files, says) => {
    const { found } = find(grammarPackage("json", files));
    expect(found).toMatchObject({ kind: "broken", why: expect.stringContaining(says) });
    expect(found).toMatchObject({ why: expect.stringMatching(/^@ast-grep\/lang-json \(.+$/) });
  });

  it.runIf(process.platform === "linux")("refuses a library for another system", () => {
    const other = realLibrary("json", "prebuilds/prebuild-Windows-X64/parser.so");
    const { found } = find(grammarPackage("json", { [PREBUILD]: other }));
    expect(found.kind).toBe("broken");
  });

  it("lets the first place that has the package decide, even if it is broken there", () => {
    const broken = tempTree(grammarPackage("json", {}));
    expect(findLibrary(JSON_PACKAGE, packagesIn(broken, REPOSITORY)).kind).toBe("broken");
    expect(findLibrary(JSON_PACKAGE, packagesIn(tempTree({}), REPOSITORY)).kind).toBe("found");
  });
});
