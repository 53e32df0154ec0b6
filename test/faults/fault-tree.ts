import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DELETING_TOOL } from "../support/deleting-tree.ts";
import { cli } from "../support/run-cli.ts";
import { commitAll, setMode, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { type Files, listFolders, readFiles } from "./read-files.ts";

/** A repository for a run with several steps, before and after that run. */
export interface FaultTree {
  /** Makes a fresh copy, which `drop` removes. */
  copy(): string;
  readonly before: Files;
  /** The files after an undisturbed run. */
  readonly after: Files;
  readonly foldersAfter: readonly string[];
}

/** The size of the repository, and the transactions of its run. */
export interface FaultTreeShape {
  readonly files: number;
  /** The number of files with an action of their own. */
  readonly actions: number;
  readonly transaction: "action" | "run";
}

/** The command line of the run. */
export const RUN_RECIPE = ["run", "recipe.yaml", "--allow-code"];

/**
 * Two steps on the same files, with many small actions and with a large one; new files, a replaced one, and some that
 * are deleted or moved.
 */
const RECIPE = `version: 1
tools: [tidy.mjs]
steps:
  - id: each
    ast_edit: { per: file, ops: [{ pat: "old($A)", out: "fresh($A)" }] }
  - id: all
    ast_edit: { ops: [{ pat: "second($A)", out: "third($A, $A)" }] }
  - id: new
    parallel:
      - { id: deep, tool: write_file, with: { path: gen/deep/one.txt, content: "one\\n" } }
      - { id: flat, tool: write_file, with: { path: gen/two.txt, content: "two\\n" } }
  - id: whole
    tool: write_file
    with: { path: notes.txt, content: "other notes\\n" }
  - id: gone
    tool: tidy
    with: { remove: [old/deep/one.sh, old/two.txt], moves: [[from/a.txt, to/new/a.txt]], isAgain: true }
`;

/** Makes the repository, of which each attempt takes a copy. */
export async function makeFaultTree(shape: FaultTreeShape): Promise<FaultTree> {
  const texts = Array.from({ length: shape.files }, (_, index) => {
    const end = index % 7 === 3 ? "\r\n" : "\n";
    const lines = [`var a${index} = "é";`, `second(${index});`];
    if (index < shape.actions) lines.splice(1, 0, `old(${index});`);
    return [`src/d${index % 5}/f${index}.ts`, lines.map((line) => line + end).join("")];
  });
  const original = tempRepository({
    ...Object.fromEntries(texts),
    "notes.txt": "notes\n",
    "old/deep/one.sh": "one\n",
    "old/two.txt": "",
    "from/a.txt": "moved\n",
    "tidy.mjs": DELETING_TOOL,
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": `version: 1\ntransaction: ${shape.transaction}\ndefault: { verdict: apply, reason: All of it. }\n`,
  });
  setMode(original, "src/d0/f0.ts", 0o755);
  setMode(original, "old/deep/one.sh", 0o755);
  commitAll(original);
  const folder = tempFolder();
  let copies = 0;
  const copy = () => {
    copies += 1;
    const root = join(folder, `${copies}`);
    cpSync(original, root, { recursive: true });
    return root;
  };
  const root = copy();
  const { exitCode, stderr } = await cli(root, [...RUN_RECIPE, "--quiet"]);
  if (exitCode !== 0) throw new Error(`The undisturbed run fails: ${stderr}`);
  const [before, after] = [readFiles(original), readFiles(root)];
  const tree = { copy, before, after, foldersAfter: listFolders(root) };
  drop(root);
  return tree;
}

/** Removes a copy. */
export function drop(root: string): void {
  rmSync(root, { recursive: true, force: true });
}
