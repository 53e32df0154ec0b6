import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");
const { version } = JSON.parse(read("package.json"));

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly additional_dependencies: readonly string[];
  readonly files?: string;
}

const hooks: readonly Hook[] = parse(read("mirror/.pre-commit-hooks.yaml"));

it("the hooks of the mirror install the version that this is, and the documents name it", () => {
  expect(hooks.map(({ additional_dependencies: installed }) => installed)).toEqual(
    hooks.map(() => [`sluice@${version}`]),
  );
  expect(JSON.parse(read("mirror/package.json")).version).toBe(version);
  for (const page of ["docs/pre-commit.md", "mirror/README.md"])
    expect(read(page)).toContain(`rev: v${version}\n`);
});

it("every hook of the mirror is on the page about commits", () => {
  const page = read("docs/pre-commit.md");
  for (const { id } of hooks) expect(page).toContain(`| \`${id}\` |`);
});

it.each([
  ["recipes/swap.yaml", true],
  ["pkg/recipes/swap.yml", true],
  ["recipes/swap/recipe.yaml", true],
  ["recipes/swap/rules/rule.yaml", false],
  ["recipes/swap/cases/one/input/a.ts", false],
  ["sluice.yaml", true],
  ["sluice.policy.yaml", true],
  ["my-sluice.yaml", false],
])("sluice-validate gets the recipes, the policy and sluice.yaml: %s", (path, isChecked) => {
  const files = hooks.find(({ id }) => id === "sluice-validate")?.files ?? "";
  expect(new RegExp(files).test(path)).toBe(isChecked);
});
