import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { commitFiles, initRepository } from "../write-repository.ts";

const RECIPE = `version: 1
name: rename
steps:
  - id: edit
    ast_edit: { ops: [{ pat: "oldName($A)", out: "newName($A)" }] }
`;

/** A fleet of repositories on this machine, for the built command. */
export interface FleetFolder {
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * Makes a fleet of so many repositories. In the first of each three the recipe edits a file, in the second it would if
 * the text were code, in the third its text does not occur. The last repository does not exist.
 */
export function makeFleet(count: number): FleetFolder {
  const folder = mkdtempSync(join(tmpdir(), "sluice-fleet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = Array.from({ length: count }, (_, at) => `repos/r${at}`);
  const texts = ["oldName(1);\nkeep();\n", "// oldName(1);\n", "other(1);\n"];
  for (const [at, name] of names.slice(0, -1).entries()) {
    const root = join(folder, name);
    mkdirSync(root, { recursive: true });
    const files = { "a.ts": texts[at % texts.length] ?? "" };
    writeFileSync(join(root, "a.ts"), files["a.ts"]);
    initRepository(root);
    commitFiles(root, files);
  }
  writeFileSync(join(folder, "recipe.yaml"), RECIPE);
  const file = { version: 1, recipes: ["recipe.yaml"], policy: "apply-all", repositories: names };
  writeFileSync(join(folder, "fleet.yaml"), JSON.stringify(file));
  return { folder, names };
}
