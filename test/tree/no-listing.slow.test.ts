import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asNobody } from "../support/as-nobody.ts";
import { cliReport } from "../support/run-cli.ts";
import { git, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = { "a.ts": "old(1);\n", "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]) };

/** Makes folders one in the other, with a file at the given depths; no call of the system takes such a path whole. */
function makeDeep(root: string, files: Readonly<Record<number, string>>): void {
  const depth = Math.max(...Object.keys(files).map(Number));
  const lines = Array.from({ length: depth }, (_, index) => {
    const name = "d".repeat(197);
    const file = files[index + 1];
    const write = file === undefined ? "" : ` && echo 'old(2);' > ${file}`;
    return `mkdir ${name} && cd -P ./${name}${write}`;
  });
  const made = spawnSync("sh", ["-ec", lines.join("\n")], { cwd: root });
  if (made.status !== 0) throw new Error(`The folders cannot be made: ${made.stderr}`);
}

describe.each([true, false])("a tree (in git: %s)", (isInGit) => {
  const open = (): string => {
    const root = tempTree(FILES);
    if (isInGit) git(root, "init", "-q");
    return root;
  };

  it("tells a path that is longer than the system allows, and edits the others", async () => {
    const root = open();
    makeDeep(root, { 1: "b.ts", 20: "near.ts", 21: "far.ts" });
    const { exitCode, report } = await cliReport(root, [
      "run",
      "recipe.yaml",
      "--policy",
      "apply-all",
    ]);
    spawnSync("rm", ["-rf", join(root, "d".repeat(197))]); // Node cannot remove it.
    expect(exitCode).toBe(0);
    expect(report.totals).toMatchObject({ filesChanged: 2 });
    const told = report.skipped.map(({ path, why }) => [path.replace(/d{30,}/g, "d"), why]);
    expect(told).toContainEqual([`${"d/".repeat(20)}near.ts`, "path-too-long"]);
    expect(
      told.filter(([path, why]) => why === "unreadable" && /^(d\/){20,}d*\/?$/.test(path ?? "")),
    ).toHaveLength(1);
  });

  it("tells a folder that it may not list", async () => {
    const root = open();
    writeTree(root, { "shut/b.ts": "old(2);\n", "open/c.ts": "old(3);\n" });
    chmodSync(join(root, "shut"), 0);
    const { report } = await asNobody(root, () => cliReport(root, ["preview", "recipe.yaml"]));
    chmodSync(join(root, "shut"), 0o755);
    expect(report.skipped).toEqual([
      {
        path: "shut/",
        step: "edit",
        why: "unreadable",
        detail: "the system does not list the folder",
      },
    ]);
  });
});
