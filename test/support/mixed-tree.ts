import { REPOSITORY } from "./grammar-packages.ts";
import { type Tree, tempTree } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

/** Grammars are found beside Sluice: its development dependencies. */
export const here = { ownFolder: REPOSITORY };
/** A run that applies everything. */
export const RUN = ["run", "recipe.yaml", "--policy", "apply-all"];
/** Replaces `old` in every language. */
export const SWAP = recipeOf([["old($A)", "fresh($A)"]]);

/** Not a package of the machine's: `node_modules` is not listed, so git may track it or not. */
export function repository(recipe: string, files: Tree): string {
  return tempTree({ "recipe.yaml": recipe, ...files });
}

/** Files of several languages. */
export const mixed: Tree = {
  "a.ts": "old(1);\n",
  "b.py": "if x:\n    old(\n        2,\n    )\n",
  "c.go": "package a\n\nfunc f() {\n\told(3)\n}\n",
  "d.rs": "fn f() { old(4); }\n",
  "e.txt": "old(5)\n",
  "f.yml": "run: old(6)\n",
};
