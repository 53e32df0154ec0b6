import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listFilesWithout } from "../../src/git/files-without.ts";
import { findGit } from "../../src/git/find-git.ts";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { checkAnswers, randomRepository } from "../support/text-filter-trees.ts";

/** Asks git which of the files hold none of the texts, however few they are. */
async function without(root: string, texts: readonly string[], environment?: NodeJS.ProcessEnv) {
  const known = await listGitFiles(root, gitIn(root), { largeIndex: 0 });
  if (known === undefined) throw new Error("no repository");
  const question = { texts, paths: known.paths };
  const ask = { known, environment, mostBytes: 1000, leastFiles: 1 };
  const found = await listFilesWithout(root, question, ask);
  return found && [...found].sort();
}

it("A25 finds the files without a text, whatever attributes and settings say of them", async () => {
  const root = tempRepository({
    ".gitattributes": "*.bin.ts binary\n*.ts diff=odd\n",
    folder: "new(1);\n",
    "a.ts": "old(1);\n",
    "b.ts": "new(1);\n",
    "c.bin.ts": "old(1);\0",
    "d.bin.ts": "new(1);\0",
    "line\nend.ts": "new(1);\n",
    "ignored.ts": "new(1);\n",
  });
  writeTree(root, { ".gitignore": "ignored.ts\n", "untracked.ts": "new(1);\n" });
  git(root, "config", "diff.odd.textconv", "echo old");
  git(root, "config", "grep.fullName", "true");
  git(root, "config", "color.ui", "always");
  git(root, "config", "grep.patternType", "fixed");
  expect(await without(root, ["old"])).toEqual([
    ".gitattributes",
    "b.ts",
    "d.bin.ts",
    "ignored.ts",
    "line\nend.ts",
  ]);
  expect(await without(root, ["nothing", "w(1", "*"])).toEqual(["a.ts", "c.bin.ts"]);
});

it("leaves files to be read of which git looks at other bytes, or which are not as they were", async () => {
  const paths = ["assumed", "skipped", "changed", "utf16", "empty", "same"].map(
    (name) => `${name}.ts`,
  );
  const files = Object.fromEntries(paths.map((path) => [path, "new(1);\n"]));
  const root = tempRepository({
    ...files,
    "utf16.ts": Buffer.from("\uFEFFold(1);", "utf16le"),
    "empty.ts": "",
  });
  git(root, "update-index", "--assume-unchanged", "assumed.ts");
  git(root, "update-index", "--skip-worktree", "skipped.ts");
  for (const name of ["assumed", "skipped", "changed"])
    writeTree(root, { [`${name}.ts`]: "old(2);\n" });
  expect(await without(root, ["old"])).toEqual(["same.ts"]);
});

it("asks for the bytes of a folder inside the repository alone", async () => {
  const root = tempRepository({
    "pkg/a.ts": "old(1);\n",
    "pkg/b.ts": "new(1);\n",
    "b.ts": "old(1);\n",
  });
  git(root, "config", "grep.fullName", "true");
  expect(await without(join(root, "pkg"), ["old"])).toEqual(["b.ts"]);
});

it.each([
  ["is of a version without such expressions", "echo 'fatal: no -P' >&2; exit 128"],
  ["names what it does not have", "printf 'x.ts\\0'; exit 0"],
  ["stops half-way", "printf 'a.ts\\0'; exit 3"],
  ["is killed half-way", "printf 'a.ts\\0'; kill -9 $$"],
  ["finds a file that it cannot read", "echo 'error: b.ts: denied' >&2; exit 0"],
  ["cannot read a file, and finds nothing", "echo 'error: b.ts: denied' >&2; exit 1"],
])("believes nothing if git %s", async (_what, script) => {
  const root = tempRepository({ "a.ts": "old(1);\n", "b.ts": "new(1);\n" });
  const { program } = findGit(root, process.env, []);
  const bin = tempTree({
    git: `#!/bin/sh\ncase "$*" in *" grep "*) ${script};; esac\nexec ${program} "$@"\n`,
  });
  chmodSync(join(bin, "git"), 0o755);
  expect(await without(root, ["old"])).toEqual(["b.ts"]);
  expect(await without(root, ["old"], { ...process.env, PATH: bin })).toBeUndefined();
});

it("does not ask where it would read what nobody asked about, or more than is allowed", async () => {
  const root = tempRepository({ "a.ts": "new(1);\n", "large.ts": "x".repeat(1001) });
  expect(await without(root, ["old"])).toEqual([]);
});

it("does not ask for more texts than it takes to read the files", async () => {
  const root = tempRepository({ "a.ts": "new(1);\n" });
  const texts = Array.from({ length: 1000 }, (_, index) => `old${index}`);
  expect(await without(root, texts)).toEqual([]);
  expect(await without(root, texts.slice(0, 24))).toEqual(["a.ts"]);
});

it("believes nothing once the index is another one", async () => {
  const root = tempRepository({ "a.ts": "new(1);\n", "b.ts": "new(1);\n" });
  const known = await listGitFiles(root, gitIn(root), { largeIndex: 0 });
  if (known === undefined) throw new Error("no repository");
  const question = { texts: ["old"], paths: known.paths };
  const ask = () => listFilesWithout(root, question, { known, mostBytes: 1000, leastFiles: 1 });
  expect(await ask()).toEqual(new Set(["a.ts", "b.ts"]));
  git(root, "rm", "-q", "--cached", "a.ts"); // Git looks into it no more.
  writeTree(root, { "a.ts": "old(1);\n" });
  expect(await ask()).toBeUndefined();
});

it("A25 says of no file of any kind that it holds none of the texts where it holds one", async () => {
  const { SLUICE_TEXT_FILTER_TREES: trees = "6", SLUICE_TEXT_FILTER_SEED: seed = "1" } =
    process.env;
  let spared = 0;
  for (let tree = 0; tree < Number(trees); tree++) {
    const random = seededRandom(Number(seed) + tree);
    const found = await checkAnswers(randomRepository(random), random, 5);
    expect([tree, found.wrong]).toEqual([tree, []]);
    spared += found.spared;
  }
  expect(spared).toBeGreaterThan(0);
});
