import type { CliWorld } from "../../src/cli/cli-world.ts";
import type { TestedRecipe } from "../../src/model/recipe/recipe-tests.ts";
import { cli } from "./run-cli.ts";
import { type Tree, tempTree } from "./temp-tree.ts";

/** A recipe that renames a call. */
export const SWAP = `version: 1
inputs: { to: { type: string, default: bar } }
steps:
  - id: edit
    ast_edit: { languages: [typescript], ops: [{ pat: "foo($A)", out: "\${{ inputs.to }}($A)" }] }
`;
/** The same as a file of a tree. */
export const ONE = { "recipes/swap.yaml": SWAP };
/** The folder of its cases. */
export const CASES = "recipes/swap/cases";
/** A case that changes something, so that the recipe has one. */
export const CHANGES = {
  [`${CASES}/changes/input.ts`]: "foo(1);\n",
  [`${CASES}/changes/expected.ts`]: "bar(1);\n",
};

interface Product {
  readonly exitCode: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly recipes: readonly TestedRecipe[];
  readonly diagnostics: readonly { readonly message: string; readonly path?: string }[];
}

/** Runs `sluice test` in a tree. */
export async function test(
  files: Tree,
  words: readonly string[] = [],
  more: Partial<CliWorld> = {},
) {
  return testIn(tempTree(files), words, more);
}

/** The same in a tree that is there already. */
export async function testIn(
  root: string,
  words: readonly string[] = [],
  more: Partial<CliWorld> = {},
) {
  const result = await cli(root, ["test", ...words, "--format", "json"], more);
  const product = JSON.parse(result.stdout === "" ? "{}" : result.stdout) as Product;
  const problems = (product.recipes ?? [])
    .flatMap(({ cases }) => cases)
    .flatMap(({ name, problems: of }) => of.map(({ kind }) => `${name}: ${kind}`));
  const faults = (product.diagnostics ?? []).map(({ message }) => message);
  return { ...result, root, product, problems, faults };
}
