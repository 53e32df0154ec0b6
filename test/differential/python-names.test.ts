import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseText } from "../../src/edit/engine/engine.ts";
import { hasErrors } from "../../src/edit/engine/error-nodes.ts";
import { createGrammars } from "../../src/edit/language/grammars.ts";
import { readScopes } from "../../src/names/python/scope-reader.ts";
import { packagesIn, REPOSITORY } from "../support/grammar-packages.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { scopeLines } from "./python-scopes.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python");

/** The names of `(x): int` without a value, which Python gives to no scope. */
const OTHERWISE = ["test_grammar.py"];

const FILES = 200;

describe.skipIf(python(["--version"], "") === undefined)("the scopes of Python", () => {
  const folder = python(["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"], "");
  const texts = folder === undefined ? [] : textsBelow(folder.trim());

  it(`are those that its compiler makes of ${FILES} files of its library`, () => {
    const chosen = seededRandom(33).shuffle(texts).slice(0, FILES);
    const program = join(import.meta.dirname, "python_scopes.py");
    const expected = JSON.parse(python([program], JSON.stringify(chosen)) ?? "[]");
    let compared = 0;
    for (const [at, text] of chosen.entries()) {
      const root = parseText(text, "python");
      if (expected[at] === null || hasErrors(root)) continue;
      expect([...scopeLines(readScopes(root), text)].sort()).toEqual(expected[at].sort());
      compared += 1;
    }
    expect(compared).toBeGreaterThan(FILES * 0.95);
  });
});

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
