import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { canCommitFiles, commitFiles, initRepository } from "./write-repository.ts";

/** A folder of a test's own, outside of any checkout, removed when the test is over. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sluice-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Files by path; a text or bytes. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** A temporary folder with these files. */
export function tempTree(files: Tree): string {
  const root = tempFolder();
  writeTree(root, files);
  return root;
}

/** A temporary git repository with these files committed. */
export function tempRepository(files: Tree): string {
  const root = tempTree(files);
  makeRepository(root, files);
  return root;
}

/** Makes a folder a repository, and commits its files, which are these and no other. */
export function makeRepository(root: string, files: Tree): void {
  initRepository(root);
  if (canCommitFiles(Object.keys(files))) commitFiles(root, files);
  else commitAll(root);
}

export function writeTree(root: string, files: Tree): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Every file below a folder with its text as latin1 (so that any byte counts) and its mode; without .git. */
export function snapshot(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(root, ".git/")))
    // What a run finds out about contents, and its journal, are kept there; no user's file is.
    .filter(
      (path) =>
        !path.startsWith(join(root, ".sluice/cache/")) &&
        !path.startsWith(join(root, ".sluice/runs/")) &&
        path !== join(root, ".sluice/.gitignore"),
    )
    .sort();
  return Object.fromEntries(
    files.map((path) => {
      const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
      const mode = isFile ? (statSync(path).mode & 0o777).toString(8) : "other";
      return [path.slice(root.length + 1), `${mode} ${isFile ? readFileSync(path, "latin1") : ""}`];
    }),
  );
}

export function readText(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function setMode(root: string, path: string, mode: number): void {
  chmodSync(join(root, path), mode);
}

/** Git in a test's folder, with settings that do not depend on the machine. */
export function git(root: string, ...args: string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const settings = ["-c", "commit.gpgsign=false", "-c", "maintenance.auto=false"];
  return execFileSync("git", [...identity, ...settings, ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function commitAll(root: string): void {
  git(root, "add", "-A", "-f");
  git(root, "commit", "-q", "--allow-empty", "-m", "State");
}
