import { describe, expect, it } from "vitest";
import type { TextChange, Workspace } from "../../src/model/workspace.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { createDiskWorkspace } from "../../src/tree/disk-workspace.ts";
import { startGitListing, withUntracked } from "../../src/tree/git-listing.ts";
import { cliReport } from "../support/run-cli.ts";
import { tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

const FILES = { ".gitignore": "dist/\n", "src/a.ts": "a\n" };
const JOB = { "creds.json": "c\n", "src/made.ts": "m\n", "dist/x.ts": "x\n" };

const newFile = (path: string, after: string): TextChange => {
  return { path, preHash: null, postHash: sha256(after), before: "", after, edits: [] };
};

describe("F21 the files that git does not track", () => {
  it("are kept if the tree is not believed, but none that the run itself made", async () => {
    const root = tempRepository(FILES);
    writeTree(root, JOB);
    const write: Workspace["commit"] = async (changes) =>
      writeTree(root, Object.fromEntries(changes.map(({ path, after }) => [path, after])));
    const believed = createDiskWorkspace(root, write, startGitListing(root));
    expect(await believed.listUntracked()).toEqual([]);
    const workspace = createDiskWorkspace(root, write, withUntracked(startGitListing(root)));
    expect([...(await workspace.listUntracked())].sort()).toEqual(["creds.json", "src/made.ts"]);
    await workspace.commit([newFile("src/new.ts", "n\n")], { id: "i", label: "l", reason: "r" });
    writeTree(root, { "late.ts": "l\n" });
    workspace.refresh();
    expect([...(await workspace.listUntracked())].sort()).toEqual([
      "creds.json",
      "late.ts",
      "src/made.ts",
    ]);
  });

  it("are not known outside of git", async () => {
    const root = tempTree(FILES);
    const listing = withUntracked(startGitListing(root));
    expect(await createDiskWorkspace(root, async () => undefined, listing).listUntracked()).toEqual(
      [],
    );
  });
});

describe("F21 read_file of a file that git does not track", () => {
  const RECIPE = `version: 1
name: r
scope: { include: ["src/**"], readonly: ["creds*.json"] }
steps: [{ id: a, tool: read_file, with: { path: src/made.ts } }]
`;

  it.each<[trust: string, scope: string, exitCode: number]>([
    ["all", '["src/**"]', 0],
    ["base", '["src/**"]', 1],
    ["none", '["src/**"]', 1],
    ["base", "[src/made.ts]", 0],
  ])("with --trust %s and the scope %s ends with %s", async (trust, include, exitCode) => {
    const root = tempRepository({ ...FILES, "r.yaml": RECIPE.replace('["src/**"]', include) });
    writeTree(root, JOB);
    const outside = tempTree({ "r.yaml": RECIPE.replace('["src/**"]', include) });
    const argv = ["preview", trust === "none" ? `${outside}/r.yaml` : "r.yaml"];
    const base = trust === "base" ? ["--base=HEAD"] : [];
    const result = await cliReport(root, [...argv, `--trust=${trust}`, ...base]);
    expect(result.exitCode).toBe(exitCode);
    const said = JSON.stringify(result.report);
    expect(said.includes("`src/made.ts` is not tracked by git")).toBe(exitCode === 1);
  });
});
