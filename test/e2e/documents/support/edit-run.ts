import { type Tree, tempRepository } from "../../../support/temp-tree.ts";
import { report } from "./command.ts";

/** A run of a recipe with one step of `ast_edit`. */
interface EditRun {
  /** Keys of `ast_edit` as YAML in braces without them; default: `old($A)` becomes `fresh($A)`. */
  readonly edit?: string;
  /** YAML lines of the recipe. */
  readonly recipe?: string;
  /** Lines of YAML with the steps, instead of `edit`. */
  readonly steps?: string;
  readonly files?: Tree;
  readonly verb?: string;
  /** A policy by name, or the text of one; `null` for none. Default: `apply-all`. */
  readonly policy?: string | null;
  readonly args?: readonly string[];
  /** Told the root before the run. */
  readonly onRoot?: (root: string) => void;
}

export const OLD = 'ops: [{ pat: "old($A)", out: "fresh($A)" }]';

/** Runs it by the command in a repository of its own. */
export async function editRun({
  edit = OLD,
  recipe = "",
  steps = `  - { id: s, ast_edit: { ${edit} } }`,
  files = {},
  verb = "run",
  policy = "apply-all",
  args = [],
  onRoot,
}: EditRun) {
  const isText = policy?.includes("\n") === true;
  const root = tempRepository({
    ".sluice/recipes/r.yaml": `version: 1\nname: r\n${recipe}\nsteps:\n${steps}\n`,
    ...(isText && { ".sluice/recipes/policy.yaml": policy }),
    ...files,
  });
  onRoot?.(root);
  const consent =
    policy === null ? [] : ["--policy", isText ? ".sluice/recipes/policy.yaml" : policy];
  return { root, ...(await report(root, verb, "r", ...consent, ...args)) };
}
