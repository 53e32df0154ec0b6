import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { PREBUILD, realLibrary } from "../support/grammar-packages.ts";
import { type Tree, tempFolder } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");
const hasCompiler = spawnSync("gcc", ["--version"]).status === 0;

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { lang: kotlin, paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;
/** Names no language: every language of the files is asked for. */
const ANY = RECIPE.replace("lang: kotlin, ", "").replace("name: r", "name: any");

/** Compiles a library with the grammar's function, whose constructor writes the canary and the token. */
function libraryWith(canary: string, language: string): Buffer {
  const folder = tempFolder();
  writeFileSync(
    join(folder, "a.c"),
    `#include <stdio.h>
#include <stdlib.h>
void *tree_sitter_${language}(void) { return 0; }
__attribute__((constructor)) static void run(void) {
  FILE *file = fopen(${JSON.stringify(canary)}, "w");
  if (file) { fputs(getenv("GITHUB_TOKEN") ? getenv("GITHUB_TOKEN") : "-", file); fclose(file); }
}
`,
  );
  execFileSync("gcc", ["-shared", "-fPIC", "-o", "a.so", "a.c"], { cwd: folder });
  return readFileSync(join(folder, "a.so"));
}

/** Two packages, one of them of a language that is also installed beside Sluice. */
function packages(libraryOf: (language: string) => Uint8Array): Tree {
  return Object.fromEntries(
    ["python", "kotlin"].flatMap((language) => {
      const folder = `node_modules/@ast-grep/lang-${language}`;
      const library = libraryOf(language);
      return [
        [`${folder}/package.json`, '{"version":"1.0.0","main":"index.js"}'],
        [`${folder}/${PREBUILD}`, library],
        [`${folder}/parser.so`, library],
      ];
    }),
  );
}

const BASE = {
  "recipe.yaml": RECIPE,
  "any.yaml": ANY,
  "src/a.kt": "fun a() { f(1) }\n",
  "src/b.py": "f(1)\n",
  "src/c.js": "f(1);\n",
};

describe("native code of a tree", () => {
  it.runIf(hasCompiler)(
    "is not loaded: a grammar whose constructor runs a program",
    async () => {
      const request = await openPullRequest({
        base: BASE,
        head: ({ canary }) => packages((language) => libraryWith(canary, language)),
      });
      const args = ["--trust=all"];
      for (const { exitCode, report } of await checkSafely(request, {
        recipes: ["recipe.yaml"],
        args,
      })) {
        expect(exitCode).toBe(2);
        expect(report?.diagnostics.map(({ code }) => code)).toEqual(["language-not-installed"]);
        expect(report?.diagnostics[0]?.hint).toContain("--allow-code would load it from there");
      }
      for (const recipe of ["any.yaml", "assert-strict"])
        for (const { exitCode } of await checkSafely(request, { recipes: [recipe], args }))
          expect(exitCode).toBe(0);
      // The library works: with consent it is loaded.
      const given = ["preview", "recipe.yaml", "--trust=all", "--allow-code"];
      spawnSync(process.execPath, [MAIN, ...given], { cwd: request.root, timeout: 60_000 });
      expect(existsSync(request.canary)).toBe(true);
    },
    180_000,
  );

  it("does not end the process: libraries that the engine cannot load", async () => {
    const real = realLibrary("python");
    const request = await openPullRequest({
      base: BASE,
      head: () =>
        packages((language) => (language === "python" ? real.slice(0, 5000) : real.slice(0, 64))),
    });
    for (const recipe of ["recipe.yaml", "any.yaml"])
      for (const more of [[], ["--packages=."], ["--allow-code"]]) {
        const args = ["--trust=all", ...more];
        for (const { exitCode, output } of await checkSafely(request, {
          recipes: [recipe],
          args,
        })) {
          expect([0, 2]).toContain(exitCode);
          expect(output).not.toContain("panicked");
        }
      }
  }, 180_000);
});
