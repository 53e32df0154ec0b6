import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deletingTree } from "../support/deleting-tree.ts";
import { CODE, command, TREE } from "../support/deletion-run.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, writeTree } from "../support/temp-tree.ts";

describe("an action that deletes a file", () => {
  it("is part of a plan, which is stale once the file is another one", async () => {
    const moves = [["src/deep/only.ts", "lib/only.ts"]] as const;
    const root = deletingTree(TREE, { remove: ["src/a.ts", "src/empty.ts"], moves });
    const before = snapshot(root);
    const make = ["plan", "recipe.yaml", "-o", "p.json", CODE];
    expect((await command(root, ...make)).exitCode).toBe(0);
    writeTree(root, { "src/a.ts": "other\n" });
    const stale = await command(root, "apply", "p.json", CODE);
    expect(stale).toMatchObject({ exitCode: 3 });
    expect(readText(root, "src/a.ts")).toBe("other\n");
    expect(existsSync(join(root, "src/empty.ts"))).toBe(true);
    writeTree(root, { "src/a.ts": TREE["src/a.ts"] });
    expect(await command(root, "apply", "p.json", CODE)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(root, "src"))).toBe(false);
    expect(readText(root, "lib/only.ts")).toBe(TREE["src/deep/only.ts"]);
    expect((await command(root, "undo")).exitCode).toBe(0);
    const { "p.json": _plan, ...left } = snapshot(root);
    expect(left).toEqual(before);
  });

  it("says in words what goes", async () => {
    const root = deletingTree(TREE, { remove: ["src/a.ts", "src/empty.ts"] });
    const { stdout } = await cli(root, ["preview", "recipe.yaml", CODE]);
    expect(stdout).toContain("would apply src/a.ts (deleted) — All of it.");
    expect(stdout).toContain("would apply src/empty.ts (deleted)");
  });
});
