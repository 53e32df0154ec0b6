import { expect, it } from "vitest";
import { WorkTreeFiles } from "../../../src/config/sources/work-tree-files.ts";
import { PackageNames } from "../../../src/config/surroundings/package-names.ts";
import { tempTree } from "../../support/temp-tree.ts";

it.each<[file: string, text: string, name: string]>([
  ["package.json", '{ "name": "@acme/web" }', "@acme/web"],
  ["package.json", '\uFEFF{ "name": "web" }', "web"],
  ["package.json", '{ "type": "module" }', "p"],
  ["package.json", '{ "name": "" }', "p"],
  ["package.json", '{ "name": 1 }', "p"],
  ["package.json", "[]", "p"],
  ["package.json", "{ no JSON", "p"],
  ["package.json", `{ "name": "${"x".repeat(300)}" }`, "p"],
  [
    "Cargo.toml",
    '[workspace]\nname = "no"\n[package]\nversion = "1"\nname = "crate" # c\n',
    "crate",
  ],
  ["Cargo.toml", '[package]\nnote = """\n[x]\nname = "no"\n"""\nname = "crate"\n', "crate"],
  ["Cargo.toml", '[workspace]\nmembers = ["a"]\n[[bin]]\nname = "tool"\n', "p"],
  ["pyproject.toml", "[project]\nname = 'py-pack'\n", "py-pack"],
  ["pyproject.toml", '[build-system]\nname = "no"\n[tool.poetry]\nname = "poet"\n', "poet"],
  ["pyproject.toml", '[ project ]\r\nname="crlf"\r\n', "crlf"],
  ["go.mod", "// c\nmodule example.com/acme/tool\n\ngo 1.22\n", "example.com/acme/tool"],
  ["go.mod", 'module "example.com/quoted"\n', "example.com/quoted"],
  ["composer.json", '{ "name": "acme/php" }', "acme/php"],
  ["pom.xml", "<project><name>no</name></project>", "p"],
  ["build.gradle.kts", "", "p"],
])("%s %j names the package %s", async (file, text, name) => {
  const root = tempTree({ "package.json": '{ "name": "top" }', [`p/${file}`]: text });
  expect(await new PackageNames(new WorkTreeFiles(root)).of(["p/src/a.ts"])).toEqual([name]);
});

it("finds the nearest manifest above each file, and the root for files without one", async () => {
  const root = tempTree({
    "apps/web/package.json": '{ "name": "web" }',
    "apps/web/Cargo.toml": '[package]\nname = "crate"\n',
    "apps/api/package.json": "{}",
    "apps/api/go.mod": "module api\n",
  });
  const packages = new PackageNames(new WorkTreeFiles(root));
  expect(await packages.of(["apps/web/a.ts", "apps/x/y/b.ts", "apps/api/c.go"])).toEqual([
    ".",
    "api",
    "web",
  ]);
  expect(await packages.of(["apps/web/package.json"])).toEqual(["web"]);
  expect(await packages.of(["a.ts"])).toEqual(["."]);
});
