import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepNewest } from "../../src/cache/keep-newest.ts";
import { tempTree } from "../support/temp-tree.ts";

/** Makes a folder of files, each a second younger than the one before. */
function folderOf(...names: string[]): string {
  const folder = tempTree({});
  for (const [seconds, name] of names.entries()) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), seconds, seconds);
  }
  return folder;
}

it("removes the oldest files of that name beyond a number, and leaves alone all others", () => {
  const folder = folderOf("other", "3.json", "1.json", "2.json");
  mkdirSync(join(folder, "a folder"));
  keepNewest(folder, 2, /^\d\.json$/);
  expect(readdirSync(folder).sort()).toEqual(["1.json", "2.json", "a folder", "other"]);
  keepNewest(folder, 2, /^\d\.json$/);
  expect(readdirSync(folder)).toHaveLength(4);
});
