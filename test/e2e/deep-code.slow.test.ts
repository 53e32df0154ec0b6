import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { tempTree } from "../support/temp-tree.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], rules: ["rule.yml"] }
`;

/** It climbs to the top of a tree, in a recursion of the engine. */
const RULE = `id: a
language: javascript
rule: { kind: number, inside: { matches: climb } }
utils: { climb: { any: [{ kind: if_statement }, { inside: { matches: climb } }] } }
fix: x
`;

it("searches deeply nested code for rules with utility rules among many files, and does not crash", () => {
  const depth = 2000;
  const plain = Array.from({ length: 120 }, (_, index) => [
    `src/f${index}.js`,
    `foo(${index});\n${"// x\n".repeat(6000)}`,
  ]);
  const root = tempTree({
    "recipe.yaml": RECIPE,
    "rule.yml": RULE,
    ...Object.fromEntries(plain),
    "src/match.js": "if (a) { foo(1); }\n",
    "src/zdeep.js": `${"[".repeat(depth)}foo(1)${"]".repeat(depth)};\n`,
  });
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [MAIN, "preview", "recipe.yaml", "--format", "json", "--no-cache"],
    { cwd: root, encoding: "utf8" },
  );
  expect({ status, signal }).toEqual({ status: 0, signal: null });
  expect(JSON.parse(stdout).totals).toMatchObject({ filesSearched: 122, filesMatched: 1 });
});
