import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isBuiltIn, languages } from "../../src/edit/language/language.ts";
import { tempFolder } from "../support/temp-tree.ts";
import { CHECKOUT } from "./job.ts";

interface PinnedLanguage {
  readonly version: string;
  readonly integrity: string;
  readonly aliases?: readonly string[];
}

const read = (path: string) => JSON.parse(readFileSync(join(CHECKOUT, path), "utf8"));
const TABLE: Readonly<Record<string, PinnedLanguage>> = read("scripts/action/languages.json");

describe("the table of grammars", () => {
  test("it has every language with a package, under all of its names", () => {
    const published = languages.filter(({ id }) => !isBuiltIn(id));
    expect(Object.entries(TABLE).map(([id, { aliases = [] }]) => [id, aliases])).toEqual(
      published.map(({ id, aliases }) => [id, aliases]),
    );
  });

  test("each version is the one that package.json wants, with the checksum of the lockfile", () => {
    const { peerDependencies } = read("package.json");
    const { packages } = read("package-lock.json");
    for (const [id, { version, integrity }] of Object.entries(TABLE)) {
      const name = `@ast-grep/lang-${id}`;
      expect(`${name} ~${version}`).toBe(`${name} ${peerDependencies[name]}`);
      expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
      const locked = packages[`node_modules/${name}`];
      if (locked !== undefined)
        expect({ version, integrity }).toMatchObject({ integrity: locked.integrity });
    }
  });

  test("a list becomes a lockfile of the packages that it names, in any case, and of no other", () => {
    const folder = tempFolder();
    const script = join(CHECKOUT, "scripts/action/languages.mjs");
    const list = " PY,,go\r\n\n, constructor, __proto__, ts, ../x";
    expect(execFileSync(process.execPath, [script, list, folder], { encoding: "utf8" })).toBe(
      "2\n",
    );
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    expect(Object.keys(packages)).toEqual([
      "",
      "node_modules/@ast-grep/lang-go",
      "node_modules/@ast-grep/lang-python",
    ]);
    expect(packages["node_modules/@ast-grep/lang-go"].integrity).toBe(TABLE.go?.integrity);
  });
});
