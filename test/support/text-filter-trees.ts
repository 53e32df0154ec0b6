import { chmodSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { isUtf16 } from "../../src/files/decode-text.ts";
import { ByteReader } from "../../src/files/read-bytes.ts";
import { listFilesWithout } from "../../src/git/files-without.ts";
import { listGitFiles } from "../../src/git/list-files.ts";
import { gitIn } from "../../src/git/run-git.ts";
import type { TextQuestion } from "../../src/model/search/text-question.ts";
import type { GitListing } from "../../src/request/git-listing.ts";
import { startGitListing } from "../../src/tree/git-listing.ts";
import type { seededRandom } from "./seeded-random.ts";
import { git, tempRepository, writeTree } from "./temp-tree.ts";

/** A listing of git that knows contents, and is asked for texts, whatever the size of the tree. */
export function eagerListing(
  root: string,
  onSpared: (files: number) => void = () => undefined,
): GitListing {
  const files = listGitFiles(root, gitIn(root), { largeIndex: 0 });
  files.catch(() => undefined);
  return {
    ...startGitListing(root),
    files,
    async filesWithout(question, signal) {
      const without = await askAnyway(root, question, files, signal);
      onSpared(without.size);
      return without;
    },
    again: () => eagerListing(root, onSpared),
  };
}

async function askAnyway(
  root: string,
  question: TextQuestion,
  files: ReturnType<typeof listGitFiles>,
  signal: AbortSignal,
) {
  const known = await files;
  if (known === undefined) return new Set<string>();
  const bounds = { mostBytes: 10_000, leastFiles: 1 };
  return (
    (await listFilesWithout(root, question, { known, signal, ...bounds })) ?? new Set<string>()
  );
}

/** Pieces of code and of what is no code; most of them hold a part of what is searched for. */
const PIECES = [
  ...["old(1);\n", "old(é);\n", "o\0ld(2);\n", "OLD(1);\n", "o\nld(1);", "\\u006fld(1);\n"],
  ...["fetchAll(a, 'b')", '"don\'t"', "größe(1);\n", "gro\u0308ße(1);\r\n", "größe(1)", "-e old"],
  ...[
    "// x\n",
    "\r",
    "\u2028",
    "a.b(c);\n",
    "x".repeat(5000),
    "\0",
    "\uFEFF",
    "日本(1);\n",
    "[a-z]*$\\",
  ],
];

/** Returns the bytes of a file that could be of anybody. */
function randomBytes({ below, pick }: ReturnType<typeof seededRandom>): Buffer {
  const text = Array.from({ length: below(5) }, () => pick(PIECES)).join("");
  switch (below(12)) {
    case 0:
      return Buffer.from(`\uFEFF${text}`, "utf16le");
    case 1:
      return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
    case 2:
      return Buffer.from(text, "utf16le");
    case 3:
      return Buffer.from(text, "latin1");
    case 4:
      return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]);
    default:
      return Buffer.from(text);
  }
}

const NAMES = [
  "a.ts",
  "b c.ts",
  "-d.ts",
  "line\nend.ts",
  "é.ts",
  "f.js",
  "g.d.ts",
  "h.tsx",
  'quo"te.ts',
  "none",
];
const FOLDERS = ["", "src/", "src/deep/", "-/", "[x]/", "日本/"];
const ATTRIBUTES = [
  ...["binary", "-diff", "diff", "-text", "text eol=crlf", "diff=odd", "filter=odd", "ident"],
  ...["working-tree-encoding=UTF-16", "export-ignore", "merge=odd", "text=auto"],
];
const SETTINGS = [
  ["grep.fullName", "true"],
  ["grep.patternType", "fixed"],
  ["grep.lineNumber", "true"],
  ["grep.threads", "3"],
  ["color.ui", "always"],
  ["color.grep", "always"],
  ["core.quotePath", "true"],
  ["core.autocrlf", "true"],
  ["submodule.recurse", "true"],
  ["diff.odd.binary", "false"],
  ["diff.odd.textconv", "cat /dev/null"],
  ["core.ignoreCase", "true"],
  ["grep.fallbackToNoIndex", "true"],
] as const;

/** Makes a repository of some files in all states that git tells apart; returns its root. */
export function randomRepository(random: ReturnType<typeof seededRandom>): string {
  const { below, pick } = random;
  const files: Record<string, Buffer> = {};
  for (let count = 3 + below(9); count > 0; count--)
    files[`${pick(FOLDERS)}${pick(NAMES)}`] = randomBytes(random);
  const root = tempRepository(files);
  const states = Object.keys(files);
  const attributes = `*.${pick(["ts", "js", "*"])} ${pick(ATTRIBUTES)}\n`;
  if (below(2) === 0) writeTree(root, { ".gitattributes": attributes });
  if (below(4) === 0) writeTree(root, { ".gitignore": `${pick(["*.js", "src/", "src/deep/"])}\n` });
  if (below(2) === 0) git(root, "config", ...pick(SETTINGS));
  for (let count = below(3); count > 0; count--) {
    const path = pick(states);
    switch (below(7)) {
      case 0:
        git(root, "update-index", "--assume-unchanged", "--", path);
        break;
      case 1:
        git(root, "update-index", "--skip-worktree", "--", path);
        break;
      case 2:
        rmSync(join(root, path), { force: true });
        break;
      case 3:
        rmSync(join(root, path), { force: true });
        symlinkSync("/etc/hostname", join(root, path));
        break;
      case 4:
        writeTree(root, { [`new-${below(9)}.ts`]: randomBytes(random) });
        break;
      case 5:
        if (existsSync(join(root, path))) chmodSync(join(root, path), 0o755);
    }
    if (below(2) === 0) rewrite(root, path, randomBytes(random));
  }
  return root;
}

function rewrite(root: string, path: string, bytes: Buffer): void {
  rmSync(join(root, path), { force: true });
  writeTree(root, { [path]: bytes });
}

const TEXTS = [
  ...[
    "old",
    "old(",
    "fetchAll(a, 'b')",
    '"don\'t"',
    "-e old",
    "(1);",
    "x".repeat(100),
    "[a-z]*$\\",
  ],
  ...["a.b(c);", "nothing", "\\u006f", "OLD", "e", "//"],
];

/** Asks git about files for some texts; returns each false answer. Counts the answers that spare a read. */
export async function checkAnswers(
  root: string,
  random: ReturnType<typeof seededRandom>,
  questions: number,
): Promise<{ readonly wrong: readonly unknown[]; readonly spared: number }> {
  const known = await listGitFiles(root, gitIn(root), { largeIndex: 0 });
  if (known === undefined) throw new Error("no repository");
  const reader = new ByteReader(root);
  const wrong: unknown[] = [];
  let spared = 0;
  for (let count = questions; count > 0; count--) {
    const texts = Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS));
    const question = { texts, paths: known.paths };
    const bounds = { mostBytes: 9000, leastFiles: 1 };
    const without = (await listFilesWithout(root, question, { known, ...bounds })) ?? [];
    spared += [...without].length;
    for (const path of without) {
      const read = reader.read(path);
      const bytes = read.kind === "bytes" ? Buffer.from(read.bytes) : undefined;
      const isWithout = bytes !== undefined && !texts.some((text) => bytes.includes(text));
      const isText = bytes !== undefined && bytes.length > 0 && !isUtf16(bytes);
      if (!isWithout || !isText) wrong.push({ path, texts, read });
    }
  }
  return { wrong, spared };
}
