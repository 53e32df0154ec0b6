import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";

/** A file of the first commit; `bytes` are those of its path, by which git sorts. */
interface Entry {
  readonly path: string;
  readonly bytes: Buffer;
  readonly id: Buffer;
}

/** The files of an empty repository, as `git init -b main` writes them. */
const SKELETON = {
  HEAD: "ref: refs/heads/main\n",
  config:
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n",
};

/** Makes a folder a git repository. Writes what `git init` writes: a process costs more than most tests. */
export function initRepository(root: string): void {
  const folder = join(root, ".git");
  for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(SKELETON)) writeFileSync(join(folder, name), text);
}

/** True if git would store the files as they are: no attributes, no modules, no repository inside, plain paths. */
export function canCommitFiles(paths: readonly string[]): boolean {
  return paths.every((path) =>
    path.split("/").every((name) => !/^(|\.|\.\.|\.git(?!ignore$).*)$/i.test(name)),
  );
}

/** Writes the first commit of a repository, and the index, as `git add -A -f` and `git commit` do. */
export function commitFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  const entries = Object.entries(files)
    .map(([path, content]) => {
      return {
        path,
        bytes: Buffer.from(path),
        id: writeObject(root, "blob", Buffer.from(content)),
      };
    })
    .sort((left, right) => Buffer.compare(left.bytes, right.bytes));
  const tree = writeTreeObject(root, entries, 0).toString("hex");
  setReference(root, "refs/heads/main", writeCommit(root, "State", [], tree));
  writeFileSync(join(root, ".git/index"), indexOf(root, entries));
}

/** The tree of no files, which git knows without an object. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Writes a commit that no reference names, as `git commit-tree` does; returns its id. */
export function writeCommit(
  root: string,
  message: string,
  parents: readonly string[],
  tree = EMPTY_TREE,
): string {
  const who = `Test <test@example.com> ${Math.floor(Date.now() / 1000)} +0000`;
  const before = [...new Set(parents)].map((id) => `parent ${id}\n`).join("");
  const text = `tree ${tree}\n${before}author ${who}\ncommitter ${who}\n\n${message}\n`;
  return writeObject(root, "commit", Buffer.from(text)).toString("hex");
}

/** Lets a reference, or HEAD, name a commit; the files of the work tree stay. */
export function setReference(root: string, name: string, commit: string): void {
  mkdirSync(dirname(join(root, ".git", name)), { recursive: true });
  writeFileSync(join(root, ".git", name), `${commit}\n`);
}

/** Writes a loose object; returns its id. */
function writeObject(root: string, type: "blob" | "tree" | "commit", content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = createHash("sha1").update(whole).digest();
  const name = id.toString("hex");
  const folder = join(root, ".git/objects", name.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name.slice(2)), deflateSync(whole, { level: 1 }));
  return id;
}

/** Writes the tree object of one folder, and of those below it; `start` is where names begin in the paths' bytes. */
function writeTreeObject(root: string, entries: readonly Entry[], start: number): Buffer {
  const parts: Buffer[] = [];
  for (let index = 0; index < entries.length; ) {
    const { bytes, id } = entries[index] as Entry;
    const slash = bytes.indexOf("/", start);
    if (slash === -1) {
      parts.push(Buffer.from("100644 "), bytes.subarray(start), Buffer.from([0]), id);
      index += 1;
      continue;
    }
    // Entries of one folder stand together: git sorts a folder by its name with the slash.
    const folder = bytes.subarray(0, slash + 1);
    let end = index;
    while (entries[end]?.bytes.subarray(0, slash + 1).equals(folder)) end += 1;
    const below = writeTreeObject(root, entries.slice(index, end), slash + 1);
    parts.push(Buffer.from("40000 "), bytes.subarray(start, slash), Buffer.from([0]), below);
    index = end;
  }
  return writeObject(root, "tree", Buffer.concat(parts));
}

/** An index of version 2, with what git knows of each file, so that it need not read them again. */
function indexOf(root: string, entries: readonly Entry[]): Buffer {
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([header, ...entries.map((entry) => indexEntry(root, entry))]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

function indexEntry(root: string, { path, bytes, id }: Entry): Buffer {
  const stats = lstatSync(join(root, path), { bigint: true });
  const second = 1_000_000_000n;
  const numbers = [
    stats.ctimeNs / second,
    stats.ctimeNs % second,
    stats.mtimeNs / second,
    stats.mtimeNs % second,
    stats.dev,
    stats.ino,
    0o100644n,
    stats.uid,
    stats.gid,
    stats.size,
  ];
  const length = 62 + bytes.length;
  const entry = Buffer.alloc(length + 8 - (length % 8)); // Ends with one to eight NULs.
  for (const [index, number] of numbers.entries())
    entry.writeUInt32BE(Number(BigInt.asUintN(32, number)), index * 4);
  id.copy(entry, 40);
  entry.writeUInt16BE(Math.min(bytes.length, 0xfff), 60);
  bytes.copy(entry, 62);
  return entry;
}
