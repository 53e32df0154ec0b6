import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deletingTree } from "../support/deleting-tree.ts";
import { CODE, command, ids, TREE } from "../support/deletion-run.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { snapshot } from "../support/temp-tree.ts";

describe("an action that deletes a file", () => {
  it("is previewed with facts and a diff that git applies, and nothing is gone", async () => {
    const root = deletingTree(TREE, { remove: ["src/a.ts", "src/empty.ts"] });
    const before = snapshot(root);
    const { report, exitCode, stderr } = await cliReport(root, ["preview", "recipe.yaml", CODE]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const [first, second] = report.actions;
    expect(first?.facts).toMatchObject({
      files: ["src/a.ts"],
      newFiles: [],
      deletedFiles: ["src/a.ts"],
      replacements: 1,
      additions: 0,
      deletions: 3,
      exportsChanged: ["src/a.ts:a", "src/a.ts:b"],
      whitespaceOnly: false,
      commentsOnly: false,
    });
    expect(first?.facts).not.toHaveProperty("commentsLost");
    expect(first?.files[0]).toMatchObject({ postHash: null });
    expect(second?.files[0]?.diff).toBe(
      "diff --git a/src/empty.ts b/src/empty.ts\ndeleted file mode 100644\n",
    );
    expect(snapshot(root)).toEqual(before);
    const { stdout } = await cli(root, ["preview", "recipe.yaml", CODE, "--format", "patch"]);
    expect(stdout).toContain("+++ /dev/null\n");
    execFileSync("git", ["apply", "-"], { cwd: root, input: stdout });
    expect(existsSync(join(root, "src/a.ts"))).toBe(false);
    expect(existsSync(join(root, "src/empty.ts"))).toBe(false);
  });

  it("is held by `safe`, which names the files", async () => {
    const root = deletingTree(TREE, { remove: ["src/a.ts"] });
    const argv = ["run", "recipe.yaml", CODE, "--policy", "safe"];
    const { report, exitCode } = await cliReport(root, argv);
    expect(exitCode).toBe(4);
    expect(report.actions[0]).toMatchObject({
      state: "held",
      ruleId: "deletes-files",
      reason: "Files would be deleted: src/a.ts.",
    });
  });

  it("runs, is undone, and undone again; the mode comes back, and a folder goes with its last file", async () => {
    const moves = [["src/deep/only.ts", "lib/new/only.ts"]] as const;
    const root = deletingTree(TREE, { remove: ["src/a.ts", "src/empty.ts"], moves });
    chmodSync(join(root, "src/a.ts"), 0o755);
    const before = snapshot(root);
    const ran = await command(root, "run", "recipe.yaml", CODE);
    expect(ran).toMatchObject({ exitCode: 0 });
    const after = snapshot(root);
    expect(Object.keys(after).filter((path) => /^(src|lib)/.test(path))).toEqual([
      "lib/new/only.ts",
    ]);
    expect(existsSync(join(root, "src"))).toBe(false);
    expect((await command(root, "undo")).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
    expect(existsSync(join(root, "lib"))).toBe(false);
    expect(statSync(join(root, "src/a.ts")).mode & 0o111).toBe(0o111);
    expect((await command(root, "undo", `run-${ids}`)).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(after);
    expect(existsSync(join(root, "src"))).toBe(false);
    expect((await command(root, "undo", `run-${ids}`)).exitCode).toBe(0);
    expect(snapshot(root)).toEqual(before);
  });
});
