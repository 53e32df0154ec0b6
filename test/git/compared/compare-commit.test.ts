import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareCommit } from "../../../src/git/compared/compare-commit.ts";
import { gitOnly } from "../../support/run-cli.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { git, tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";

const NAMES = ["a.ts", "b c.md", "d/e.ts", "d/f/g.ts", "é.txt", "h/i", "j"];
const { signal } = new AbortController();
const comparing = () => ({ env: gitOnly(), signal, scratch: tempFolder() });

async function namesOf(root: string): Promise<readonly string[]> {
  const base = git(root, "rev-parse", "HEAD").trim();
  const { differences } = await compareCommit(root, base, comparing());
  return differences.map(({ path }) => path);
}

/** The names as git tells them, from an index of their own. */
function namesOfGit(root: string): readonly string[] {
  const index = `${tempFolder()}/index`;
  const own = ["-c", "core.quotePath=false"];
  process.env.GIT_INDEX_FILE = index;
  try {
    git(root, "read-tree", "HEAD");
    git(root, "add", "-A");
    const names = git(
      root,
      ...own,
      "diff",
      "--cached",
      "--no-renames",
      "--name-only",
      "-z",
      "HEAD",
    );
    return names
      .split("\0")
      .filter((name) => name !== "")
      .sort();
  } finally {
    delete process.env.GIT_INDEX_FILE;
  }
}

/** Changes a file in one of many ways, as far as it can be. */
function changeOne(root: string, { below, pick }: ReturnType<typeof seededRandom>): void {
  const name = pick(NAMES);
  const path = join(root, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const way = below(5);
  if (way === 0 || stats?.isDirectory() || stats?.isSymbolicLink()) {
    rmSync(path, { recursive: true, force: true });
    return;
  }
  for (let folder = dirname(name); folder !== "."; folder = dirname(folder)) {
    const above = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (above !== undefined && !above.isDirectory()) return;
  }
  if (way === 1) writeTree(root, { [name]: `${below(3)}\n` });
  else if (way === 2 && stats !== undefined) chmodSync(path, below(2) === 0 ? 0o755 : 0o644);
  else if (way === 3 && stats === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync("a.ts", path);
  } else if (way === 4) {
    rmSync(path, { force: true });
    writeTree(root, { [`${name}/deep.ts`]: "x\n" });
  }
}

describe("a work tree compared with a commit", () => {
  it("has the differences that git has, after any changes (V4)", async () => {
    const root = tempRepository({ "a.ts": "0\n", "d/e.ts": "1\n", "h/i": "2\n", j: "0\n" });
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = seededRandom(seed);
      for (let count = random.below(8); count >= 0; count -= 1) changeOne(root, random);
      expect([seed, await namesOf(root)]).toEqual([seed, namesOfGit(root)]);
    }
  });

  it("has what only a rule hides that the commit does not have, but for runs of Sluice and the user's own rules (V4)", async () => {
    const root = tempRepository({ ".gitignore": "dist/\n", "lib/.gitignore": "cache/\n" });
    git(root, "update-index", "--assume-unchanged", ".gitignore");
    writeTree(root, {
      ".gitignore": "dist/\nnode_modules/\nhidden.ts\n",
      "dist/x.js": "x\n",
      "hidden.ts": "x\n",
      "lib/cache/x.js": "x\n",
      "lib/dist/x.js": "x\n",
      "mine.txt": "x\n",
      "node_modules/a/x.js": "x\n",
      "cache/.gitignore": "*\n",
      "cache/own/.gitignore": "*\n",
      "cache/x.js": "x\n",
      "lib/own/.gitignore": "*\n",
      "lib/own/x.js": "x\n",
      "own/.gitignore": "x.js\n",
      "own/x.js": "x\n",
      ".git/info/exclude": "mine.txt\n",
      ".sluice/.gitignore": "*\n",
      ".sluice/recipe.yaml": "x\n",
      ".sluice/runs/a/b": "x\n",
      "own/.sluice/.gitignore": "*\n",
      "own/.sluice/cache/x": "x\n",
      "own/xsluice/cache/x": "x\n",
    });
    const base = git(root, "rev-parse", "HEAD").trim();
    const { differences, ...rest } = await compareCommit(root, base, comparing());
    expect({ ...rest, names: differences.map(({ path }) => path) }).toMatchObject({
      names: [
        ".gitignore",
        ".sluice/recipe.yaml",
        "hidden.ts",
        "node_modules/a/x.js",
        "own/.gitignore",
        "own/x.js",
        "own/xsluice/cache/x",
      ],
      hidden: ["mine.txt"],
      hiddenFolders: ["cache", "lib/own"],
    });
    const below = await compareCommit(join(root, "lib"), base, comparing());
    expect(below).toMatchObject({ differences: [], hidden: [], hiddenFolders: ["own"] });
  });

  it("knows the files of git-lfs by the attributes of the commit, also of folders above the root", async () => {
    const root = tempRepository({ ".gitattributes": "*.dat filter=lfs\n", "a/b.txt": "x\n" });
    writeTree(root, { ".gitattributes": "*.js filter=lfs\n" });
    const base = git(root, "rev-parse", "HEAD").trim();
    const { rules } = await compareCommit(join(root, "a"), base, comparing());
    expect([...(await rules.storedByLfs(["x.dat", "é.dat", "x.js"]))]).toEqual(["x.dat", "é.dat"]);
  });

  it("has a repository in the place of a file once, whatever the index says (V4)", async () => {
    const root = tempRepository({ "a.ts": "0\n", b: "1\n" });
    git(root, "rm", "-q", "--cached", "b");
    for (const name of ["a.ts", "b"]) {
      rmSync(join(root, name));
      git(root, "init", "-q", name);
      writeTree(root, { [`${name}/own.ts`]: "x\n" });
    }
    const base = git(root, "rev-parse", "HEAD").trim();
    const { differences } = await compareCommit(root, base, comparing());
    expect(differences.map(({ path, after }) => [path, after?.kind])).toEqual([
      ["a.ts", "repository"],
      ["b", "repository"],
    ]);
  });
});
