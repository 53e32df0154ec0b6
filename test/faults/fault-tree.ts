import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cli } from "../support/run-cli.ts";
import { commitAll, setMode, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { type Files, readFiles } from "./read-files.ts";

/** A repository on which a run with several steps writes, and what there is to know about it. */
export interface FaultTree {
  /** A fresh copy; removed with `drop`. */
  copy(): string;
  readonly before: Files;
  /** After a run that nobody disturbed. */
  readonly after: Files;
}

/** How large it is, and how its run writes. */
export interface FaultTreeShape {
  readonly files: number;
  /** How many of the files have an action of their own. */
  readonly actions: number;
  readonly transaction: "action" | "run";
}

/** Two steps on the same files, one of many small actions and one of a large one; new files, and one replaced. */
const RECIPE = `version: 1
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
`;

/** Makes one. It is copied for each attempt. */
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
    "recipe.yaml": RECIPE,
    "sluice.policy.yaml": `version: 1\ntransaction: ${shape.transaction}\ndefault: { verdict: apply, reason: All of it. }\n`,
  });
  setMode(original, "src/d0/f0.ts", 0o755);
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
  const { exitCode, stderr } = await cli(root, ["run", "recipe.yaml", "--quiet"]);
  if (exitCode !== 0) throw new Error(`The run that nobody disturbs fails: ${stderr}`);
  const tree = { copy, before: readFiles(original), after: readFiles(root) };
  drop(root);
  return tree;
}

/** Removes a copy. */
export function drop(root: string): void {
  rmSync(root, { recursive: true, force: true });
}
