import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FILES, MAIN, sluice } from "../support/built-command.ts";
import { git, readText, tempRepository, tempTree } from "../support/temp-tree.ts";

describe("the built command", () => {
  it("finishes its work when the reader of its output goes away", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`f${index}.ts`, `old(${index});\n`.repeat(50)]),
    );
    const root = tempRepository({ ...FILES, ...many });
    const child = spawn(process.execPath, [MAIN, "run", "recipe.yaml", "--policy", "apply-all"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const status = await new Promise((done) => child.once("close", done));
    expect(status).toBe(0);
    expect(git(root, "diff", "--name-only").trim().split("\n")).toHaveLength(201);
  });

  it("ends at its time limit with 5", () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}.ts`, `old(${index});\n`.repeat(100)]),
    );
    const { status, stdout } = sluice(
      tempTree({ ...FILES, ...many }),
      "run",
      "recipe.yaml",
      "--policy",
      "apply-all",
      "--timeout",
      "50ms",
      "--format",
      "json",
    );
    expect(status).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "limit" });
  });
});

describe("an output that fails", () => {
  it("does not end the run half way, and is told by exit code 1", () => {
    const recipe = `version: 1
steps:
  - ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] }
  - ast_edit: { ops: [{ pat: "zed($A)", out: "zad($A)" }] }
`;
    const root = tempTree({ "recipe.yaml": recipe, "a.ts": "old(1);\nzed(2);\n" });
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(
      process.execPath,
      [MAIN, "run", "recipe.yaml", "--policy", "apply-all", "--report", "json=out.json"],
      { cwd: root, encoding: "utf8", stdio: ["ignore", full, "pipe"] },
    );
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toContain("standard output: ");
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readText(root, "a.ts")).toBe("fresh(1);\nzad(2);\n");
    expect(JSON.parse(readText(root, "out.json"))).toMatchObject({ totals: { applied: 2 } });
  });
});
