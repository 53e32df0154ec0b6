import { expect, test } from "vitest";
import { createLanguageOf } from "../../../src/edit/language/file-languages.ts";
import {
  languageOfPath,
  languages,
  resolveLanguage,
  supportedLanguages,
} from "../../../src/edit/language/language.ts";
import { filesByLanguageOfCli } from "../../support/ast-grep-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** The ast-grep CLI lacks these two, whose extensions are those of their packages. */
const known = supportedLanguages().filter((id) => id !== "sql" && id !== "toml");

/** Extensions that resemble those of a language, tested beside the real ones. */
const others =
  "less sass vue d.ts TS Html PY Rb MD mdx json5 jsonc geojson pyw phtml php5 rake hxx h++ H C hs.boot lhs " +
  "csx exs2 tf nix sol kt2 zshrc fish YAML yml.j2 go2 mod swiftinterface sc2 cgi2 lock";

function filesOf(extensions: readonly string[]): readonly string[] {
  const names = extensions.map((extension) => `a.${extension}`);
  return [...names, "ts", "py", "a.b.ts", "Makefile", "Rakefile", "BUILD", "Dockerfile"];
}

test("A6 the language comes from the extension, exactly as in ast-grep", () => {
  const all = languages.flatMap(({ extensions }) => extensions);
  const files = filesOf([...all, ...others.split(" ")]);
  const folder = tempTree(Object.fromEntries(files.map((file) => [file, "a"])));
  const byCli = filesByLanguageOfCli(folder, known);
  for (const language of known) {
    const ours = files.filter((file) => languageOfPath(file) === language).sort();
    expect(ours, language).toEqual(byCli.get(language));
    expect(ours, language).not.toEqual([]);
  }
});

test("A6 languageGlobs map files to languages by their names, before the extension, as in ast-grep", () => {
  const globs = {
    html: ["*.vue", "**/*.svelte", "[xy].js"],
    js: [".eslintrc", "*.{es,es6}"],
    Python: ["BUILD", "src/*.star", "?.tool"],
    yaml: ["*.json"],
  };
  const names =
    "a.vue b.svelte x.js z.js .eslintrc deep.es a.es6 BUILD d.star e.tool ee.tool f.json .vue g.yml";
  const files = names.split(" ").flatMap((name) => [name, `src/${name}`]);
  const folder = tempTree(Object.fromEntries(files.map((file) => [file, "a"])));
  const byCli = filesByLanguageOfCli(folder, known, globs);
  const rules = Object.entries(globs).map(([name, list]) => ({
    language: resolveLanguage(name) ?? "",
    globs: list,
  }));
  const languageOf = createLanguageOf(rules);
  for (const language of known) {
    const ours = files.filter((file) => languageOf(file) === language).sort();
    expect(ours, language).toEqual(byCli.get(language));
  }
  expect(byCli.get("html")).toHaveLength(8);
});

test("A6 if two languageGlobs match a file, the later one counts", () => {
  const rules = [
    { language: "html", globs: ["*.vue"] },
    { language: "typescript", globs: ["a.*"] },
  ];
  expect(createLanguageOf(rules)("src/a.vue")).toBe("typescript");
  expect(createLanguageOf([...rules].reverse())("src/a.vue")).toBe("html");
});

test.each([
  ["src/a.b/c.tsx", "tsx"],
  ["C:\\x.y\\a.CSS", undefined],
  ["src.ts/README", undefined],
  [".ts", undefined],
  ["a.", undefined],
  ["", undefined],
  ["a.c++", "cpp"],
  ["queries.sql", "sql"],
  ["Cargo.toml", "toml"],
])("A6 the language of the path %j is %s", (file, language) => {
  expect(languageOfPath(file)).toBe(language);
});

test.each([
  ["ts", "typescript"],
  ["TypeScript", "typescript"],
  ["TSX", "tsx"],
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["Html", "html"],
  ["css", "css"],
  ["py", "python"],
  ["rb", "ruby"],
  ["rs", "rust"],
  ["C++", "cpp"],
  ["cc", "cpp"],
  ["c#", "csharp"],
  ["cs", "csharp"],
  ["golang", "go"],
  ["sh", "bash"],
  ["yml", "yaml"],
  ["kt", "kotlin"],
  ["md", "markdown"],
  ["hs", "haskell"],
  ["ex", "elixir"],
  ["cobol", undefined],
  ["", undefined],
])("A6 an explicit lang %j means %s", (name, language) => {
  expect(resolveLanguage(name)).toBe(language);
});

test("A6 no name and no extension stands for two languages", () => {
  const names = languages.flatMap(({ id, aliases }) => [id, ...aliases]);
  const extensions = languages.flatMap((facts) => facts.extensions);
  expect(names).toEqual([...new Set(names)]);
  expect(extensions).toEqual([...new Set(extensions)]);
});

test("A6 the supported languages can be listed", () => {
  expect(supportedLanguages().join(" ")).toBe(
    "bash c cpp csharp css dart elixir go haskell html java javascript json kotlin lua markdown php " +
      "python ruby rust scala sql swift toml tsx typescript yaml",
  );
});
