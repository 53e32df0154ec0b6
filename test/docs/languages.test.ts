import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { languages } from "../../src/edit/language/language.ts";

const repository = resolve(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(resolve(repository, "package.json"), "utf8")) as {
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
  devDependencies: Record<string, string>;
};

test("the table of languages in docs/recipes.md is the one of the code", () => {
  const text = readFileSync(resolve(repository, "docs/recipes.md"), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => /\| (built in|`@ast-grep\/lang-\w+`) \|$/.test(line));
  const list = (items: readonly string[]) => items.map((item) => `\`${item}\``).join(", ");
  const expected = languages.map(({ id, aliases, extensions, grammar }) => {
    const origin = grammar.kind === "package" ? `\`${grammar.name}\`` : "built in";
    return `| \`${id}\` | ${list(aliases)} | ${list(extensions)} | ${origin} |`;
  });
  expect(rows.sort()).toEqual(expected.sort());
});

test("every package with a grammar is an optional peer, so that nobody has to install it", () => {
  const packages = languages.flatMap(({ grammar }) =>
    grammar.kind === "package" ? [grammar.name] : [],
  );
  const { peerDependencies, peerDependenciesMeta, devDependencies } = manifest;
  const isGrammar = (name: string) => name.startsWith("@ast-grep/");
  expect(Object.keys(peerDependencies).filter(isGrammar).sort()).toEqual(packages.sort());
  expect(Object.keys(peerDependenciesMeta).filter(isGrammar).sort()).toEqual(packages);
  for (const meta of Object.values(peerDependenciesMeta)) expect(meta).toEqual({ optional: true });
  for (const [name, version] of Object.entries(devDependencies).filter(([each]) =>
    packages.includes(each),
  ))
    expect(peerDependencies[name], name).toBe(`~${version}`);
});
