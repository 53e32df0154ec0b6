import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseText } from "../../src/edit/engine/engine.ts";
import { hasErrors } from "../../src/edit/engine/error-nodes.ts";
import { createGrammars } from "../../src/edit/language/grammars.ts";
import type { Extent, FileNames } from "../../src/names/file-names.ts";
import { pythonNames } from "../../src/names/python/python-names.ts";
import { readScopes } from "../../src/names/python/scope-reader.ts";
import { packagesIn, REPOSITORY } from "../support/grammar-packages.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { scopeLines } from "./python-scopes.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python");

/** The names of `(x): int` without a value, which Python gives to no scope. */
const OTHERWISE = ["test_grammar.py"];

const FILES = 200;

/** The modules that are compared: of a name like `x = x.y` in a class, ast does not tell which `x` is meant. */
const MODULES = ["typing", "os.path", "unittest.mock"];

describe.skipIf(python(["--version"], "") === undefined)("the names of Python", () => {
  const folder = python(["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"], "");
  const texts = folder === undefined ? [] : textsBelow(folder.trim());

  const chosen = seededRandom(33).shuffle(texts).slice(0, FILES);

  it(`are in the scopes that its compiler makes of ${FILES} files of its library`, () => {
    const expected = answersOf("python_scopes.py", chosen);
    let compared = 0;
    for (const [at, text] of chosen.entries()) {
      const root = parseText(text, "python");
      if (expected[at] === null || hasErrors(root)) continue;
      expect([...scopeLines(readScopes(root), text)].sort()).toEqual(expected[at].sort());
      compared += 1;
    }
    expect(compared).toBeGreaterThan(FILES * 0.95);
  });

  it(`come from ${MODULES.join(", ")} where all of their bindings do`, () => {
    const expected: (readonly Chain[] | null)[] = answersOf("python_origins.py", chosen);
    let found = 0;
    for (const [at, text] of chosen.entries()) {
      const root = parseText(text, "python");
      // A star import may bind any name anew: what ast does not see, Sluice does not know.
      if (!expected[at] || hasErrors(root) || /\bimport \*/.test(text)) continue;
      const { resolve } = pythonNames(root);
      for (const [start, end, origin] of expected[at]) {
        const own = exportOf(resolve, { start, end });
        if (!isOfModules(origin) && !isOfModules(own)) continue;
        found += 1;
        expect([text.slice(start, end), own]).toEqual([text.slice(start, end), origin]);
      }
    }
    expect(found).toBeGreaterThan(FILES);
  });
});

type Chain = readonly [start: number, end: number, origin: string | null];

function exportOf(resolve: FileNames["resolve"], place: Extent): string | null {
  const resolved = resolve(place);
  if (resolved.kind !== "module") return null;
  return [resolved.origin.module, ...resolved.origin.path].join(".");
}

function isOfModules(origin: string | null): boolean {
  return MODULES.some((module) => `${origin}.`.startsWith(`${module}.`));
}

function answersOf(program: string, texts: readonly string[]) {
  const answer = python([join(import.meta.dirname, program)], JSON.stringify(texts));
  return JSON.parse(answer ?? "[]");
}

function python(command: readonly string[], input: string): string | undefined {
  const { status, stdout } = spawnSync("python3", command, { input, maxBuffer: 2 ** 30 });
  return status === 0 ? String(stdout) : undefined;
}

/** Reads files as Python does, where annotations are evaluated: otherwise its compiler does not tell their names. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py") && !name.includes("site-packages"))
    .filter((name) => !OTHERWISE.some((other) => name.endsWith(other)))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replace(/\r\n?/g, "\n"))
    .map((text) => text.replace(/^(from __future__ import) annotations/m, "$1 generators"));
}
