import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The texts of files by path. Anything but a regular file has `not a regular file` as its text. */
export type Files = ReadonlyMap<string, string>;

/** Reads every file below a root except `.git` and `.sluice`, with its mode before its text. */
export function readFiles(root: string): Files {
  return new Map(
    listBelow(root)
      .filter((path) => !/^\.(git|sluice)\//.test(path))
      .map((path) => [path, readOne(join(root, path))]),
  );
}

/** Lists the files of Sluice except its cache; relative to `.sluice`. */
export function listState(root: string): readonly string[] {
  const names = listBelow(root).filter((path) => path.startsWith(".sluice/"));
  return names
    .map((path) => path.slice(".sluice/".length))
    .filter((path) => !path.startsWith("cache/"));
}

/** Lists every folder below a root except those of git and Sluice. */
export function listFolders(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/^\.(git|sluice)(\/|$)/.test(path))
    .sort();
}

function listBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function readOne(path: string): string {
  const stats = lstatSync(path);
  if (!stats.isFile()) return "not a regular file";
  return `${(stats.mode & 0o777).toString(8)} ${readFileSync(path, "utf8")}`;
}

/** Returns a sentence about each file that is not as expected. */
export function differences(actual: Files, expected: Files): readonly string[] {
  const paths = [...new Set([...actual.keys(), ...expected.keys()])];
  return paths
    .filter((path) => actual.get(path) !== expected.get(path))
    .map((path) => {
      if (!expected.has(path)) return `${path} should not be there`;
      if (!actual.has(path)) return `${path} is missing`;
      const texts = [expected.get(path), actual.get(path)].map((text) => JSON.stringify(text));
      return `${path} should be ${texts[0]} and is ${texts[1]}`;
    });
}
