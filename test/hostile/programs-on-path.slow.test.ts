import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { commitAll } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;
const BASE = { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n" };
const PROGRAMS = ["node_modules/.bin/git", "git", "src/git"];

/** A pull request with programs `git`, in whose folders the job's `PATH` may lead. */
async function openWithPrograms() {
  const request = await openPullRequest({
    base: BASE,
    head: ({ canary }) => {
      const script = `#!/bin/sh\nenv > '${canary}'\nPATH=/usr/bin:/bin exec git "$@"\n`;
      return Object.fromEntries(PROGRAMS.map((path) => [path, script]));
    },
  });
  for (const path of PROGRAMS) chmodSync(join(request.root, path), 0o755);
  commitAll(request.root);
  return request;
}

it.each([
  ["as npm and npx lead it", (root: string) => join(root, "node_modules/.bin")],
  ["by a relative folder", () => "node_modules/.bin"],
  ["by a dot", () => "."],
  ["by an empty entry", () => ""],
  ["to a folder of sources", (root: string) => join(root, "src")],
])("runs no git of the tree if PATH leads into it %s", async (_words, entry) => {
  const request = await openWithPrograms();
  const env = { PATH: [entry(request.root), process.env.PATH].join(delimiter) };
  for (const folder of [".", "src"]) {
    const recipes = folder === "." ? ["recipe.yaml"] : ["shipped:date-now"];
    const attempts = await checkSafely(request, { recipes, folder, env });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  }
});

it("says which git it does not run if there is no other", async () => {
  const request = await openWithPrograms();
  const program = join(request.root, "node_modules/.bin/git");
  const env = { PATH: join(request.root, "node_modules/.bin") };
  for (const trust of ["base", "none", "all"]) {
    const check = { recipes: ["shipped:date-now"], args: ["--trust", trust], env };
    for (const { exitCode, output } of await checkSafely(request, check)) {
      expect(exitCode).toBe(trust === "base" ? 2 : 1);
      expect(output).toContain(program);
    }
  }
});
