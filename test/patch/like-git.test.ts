import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FileMode } from "../../src/model/patch/file-mode.ts";
import { applyPatches } from "../../src/patch/apply-patches.ts";
import { readPatch } from "../../src/patch/read-patch.ts";
import { blobIdOf } from "../../src/shared/blob-id.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { git, tempRepository, writeTree } from "../support/temp-tree.ts";

/** Each case has a folder of its own, so that one repository has all of them. */
const CASES = 32;
const NAMES = ["a.sh", "b.ts", "c.txt", "lib/d.py", "e"];

interface File {
  readonly text: string;
  readonly mode: FileMode;
}
type Files = ReadonlyMap<string, File>;
type Random = ReturnType<typeof seededRandom>;

const remoded = ({ text, mode }: File): File => ({
  text,
  mode: mode === "100644" ? "100755" : "100644",
});
const folderOf = (index: number) => `c${String(index).padStart(2, "0")}`;

function baseOf(folder: string, random: Random): Files {
  return new Map(
    NAMES.map((name) => {
      // Git takes a text for another one only from 400 bytes on.
      const lines = Array.from(
        { length: 16 },
        (_, line) => `${folder} ${name} is at line ${line} of many\n`,
      );
      const mode: FileMode = random.below(3) === 0 ? "100755" : "100644";
      return [`${folder}/${name}`, { text: lines.join(""), mode }];
    }),
  );
}

function withLine({ text, mode }: File, line: number, word: string): File {
  const lines = text.split("\n");
  lines[line] = word;
  return { text: lines.join("\n"), mode };
}

/** Changes texts and modes, adds, deletes, and renames, also one over the other. */
function changed(base: Files, folder: string, random: Random): Files {
  const files = new Map(base);
  const paths = random.shuffle([...base.keys()]);
  const [first = "", second = "", third = "", fourth = ""] = paths;
  const touched = (path: string, word: string): File => {
    const file = base.get(path) as File;
    const edited = random.below(2) === 0 ? file : withLine(file, 5 + random.below(6), word);
    return random.below(2) === 0 ? edited : remoded(edited);
  };
  const moves = random.below(3);
  if (moves === 0) files.set(first, touched(second, "swapped")).set(second, touched(first, "too"));
  if (moves === 1) {
    files.delete(first);
    files.set(random.pick([`${folder}/new/${folder}`, second]), touched(first, "moved"));
    if (!files.has(second)) files.set(second, base.get(second) as File);
  }
  files.set(third, touched(third, "edited"));
  if (random.below(2) === 0) files.delete(fourth);
  else files.set(fourth, remoded(base.get(fourth) as File));
  if (random.below(2) === 0)
    files.set(`${folder}/fresh`, {
      text: random.pick(["", "fresh\n"]),
      mode: random.pick(["100644", "100755"] as const),
    });
  return files;
}

/** Another tree than the one that a patch rests on. */
function moved(base: Files, random: Random): Files {
  const files = new Map(base);
  for (const path of random.shuffle([...base.keys()]).slice(0, 1 + random.below(2))) {
    const file = base.get(path) as File;
    const kind = random.below(5);
    if (kind === 0) files.delete(path);
    else if (kind === 1) files.set(path, withLine(file, 5 + random.below(6), "of others"));
    else if (kind === 2) files.set(path, { ...file, text: `one more\n${file.text}` });
    else files.set(path, remoded(file));
  }
  return files;
}

function put(root: string, files: Files): void {
  writeTree(root, Object.fromEntries([...files].map(([path, { text }]) => [path, text])));
  for (const [path, { mode }] of files)
    chmodSync(join(root, path), mode === "100755" ? 0o755 : 0o644);
}

function commitFiles(root: string, files: Files): void {
  git(root, "rm", "-rfq", "--ignore-unmatch", ".");
  put(root, files);
  git(root, "add", "-A");
  git(root, "commit", "-q", "-m", "State");
}

function joined(all: readonly Files[]): Files {
  return new Map(all.flatMap((files) => [...files]));
}

/** Applies a patch in memory. Returns the entries of the tree as git writes them; undefined if it is refused. */
async function applied(patch: string, files: Files): Promise<readonly string[] | undefined> {
  const read = readPatch(patch);
  if ("fault" in read) return undefined;
  const patched = await applyPatches(read, async (path) => files.get(path));
  if (patched.refused.length > 0) return undefined;
  const after = new Map(files);
  for (const { path, after: text, mode } of patched.files)
    if (text === undefined) after.delete(path);
    else after.set(path, { text, mode: mode ?? files.get(path)?.mode ?? "100644" });
  return [...after].map(([path, file]) => entryOf(path, file)).sort();
}

const entryOf = (path: string, { text, mode }: File) =>
  `${mode} ${blobIdOf(Buffer.from(text))} 0\t${path}`;

/** True if git takes it. */
function applyByGit(root: string, patch: string): boolean {
  try {
    execFileSync("git", ["apply", "--cached"], { cwd: root, input: patch, stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

it("patches of texts, modes, new, deleted and renamed files lead to the tree of `git apply`, or are refused as by it (V1)", async () => {
  const random = seededRandom(41);
  const folders = Array.from({ length: CASES }, (_, index) => folderOf(index));
  const bases = folders.map((folder) => baseOf(folder, random));
  const root = tempRepository({});
  commitFiles(root, joined(bases));
  commitFiles(root, joined(bases.map((base, index) => changed(base, folderOf(index), random))));
  const diff = git(root, "diff", "-M", "-B", "HEAD~1", "HEAD");
  const parts = diff.split(/^(?=diff --git )/m);
  // Every second one rests on another tree, where it has to fit by its lines.
  const trees = bases.map((base, index) => (index % 2 === 0 ? base : moved(base, random)));
  commitFiles(root, joined(trees));
  const outcomes = folders.map((folder, index) => {
    const own = parts.filter((part) => part.startsWith(`diff --git a/${folder}/`)).join("");
    const patch =
      index % 2 === 0 ? own : own.replace(/^index [0-9a-f.]+/gm, "index 0000000..0000000");
    return { folder, patch, isTaken: applyByGit(root, patch), tree: trees[index] as Files };
  });
  const listed = git(root, "ls-files", "-s").trimEnd().split("\n");
  for (const { folder, patch, isTaken, tree } of outcomes) {
    const entries = listed.filter((line) => line.includes(`\t${folder}/`)).sort();
    expect(await applied(patch, tree), patch).toEqual(isTaken ? entries : undefined);
  }
  const taken = outcomes.filter(({ isTaken }) => isTaken);
  expect(taken.length).toBeGreaterThan(CASES / 2);
  expect(taken.length).toBeLessThan(CASES * 0.8);
  for (const word of [/^new mode/m, /^rename to/m, /^new file mode 100755/m, /^deleted file/m])
    expect(taken.some(({ patch }) => word.test(patch))).toBe(true);
});

it("hunks that name no blob are held at the beginning and the end of the file, as by `git apply` (V1)", async () => {
  const HUNKS = [
    "@@ -1,2 +1,2 @@\n l1\n-l2\n+x\n",
    "@@ -2,2 +2,2 @@\n l2\n-l3\n+x\n",
    "@@ -2 +2 @@\n-l2\n+x\n",
    "@@ -2 +1,0 @@\n-l2\n",
    "@@ -1 +1 @@\n-l1\n+x\n",
    "@@ -1,2 +1,2 @@\n-l1\n+x\n l2\n",
    "@@ -1,2 +1,2 @@\n-l2\n+x\n l3\n",
    "@@ -1,3 +1,3 @@\n l2\n-l3\n+x\n l4\n",
    "@@ -2,2 +2,2 @@\n-l2\n+x\n l3\n",
    "@@ -2,2 +2,2 @@\n-l3\n+x\n l4\n",
    "@@ -4,2 +4,2 @@\n l4\n-l5\n+x\n",
    "@@ -3,2 +3,2 @@\n l4\n-l5\n+x\n",
    "@@ -5 +5,2 @@\n l5\n+x\n",
    "@@ -5 +5 @@\n-l5\n+x\n",
    "@@ -1,5 +1,5 @@\n l1\n l2\n l3\n l4\n-l5\n+x\n",
    "@@ -2,2 +2,3 @@\n l2\n+x\n l3\n@@ -4,2 +5,2 @@\n l4\n-l5\n+x\n",
    "@@ -1 +1,2 @@\n l1\n+x\n@@ -4,2 +5,2 @@\n l4\n-l5\n+x\n",
  ];
  const file: File = { text: "l1\nl2\nl3\nl4\nl5\n", mode: "100644" };
  const files: Files = new Map(HUNKS.map((_, index) => [folderOf(index), file]));
  const root = tempRepository({});
  commitFiles(root, files);
  const patches = HUNKS.map((hunk, index) => {
    const path = folderOf(index);
    return { path, patch: `--- a/${path}\n+++ b/${path}\n${hunk}` };
  });
  const outcomes = patches.map((each) => ({ ...each, isTaken: applyByGit(root, each.patch) }));
  const listed = git(root, "ls-files", "-s").trimEnd().split("\n");
  for (const { path, patch, isTaken } of outcomes)
    expect(await applied(patch, new Map([[path, file]])), patch).toEqual(
      isTaken ? listed.filter((line) => line.endsWith(`\t${path}`)) : undefined,
    );
  expect(outcomes.filter(({ isTaken }) => isTaken)).toHaveLength(9);
});
