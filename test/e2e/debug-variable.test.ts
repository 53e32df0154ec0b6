import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const PROJECT = resolve(import.meta.dirname, "../..");

/** Runs node in a repository, with all logs of packages switched on, and a key in the environment. */
function runWithDebug(...args: readonly string[]) {
  const root = tempRepository({
    "a.ts": "old(1);\n",
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  const env = { ...process.env, DEBUG: "*", SOME_API_KEY: "sk-secret" };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env,
  });
  return { stdout, stderr };
}

it("the commands print no logs of a package that DEBUG switches on", () => {
  const { stdout, stderr } = runWithDebug(
    resolve(PROJECT, "dist/main.js"),
    "preview",
    "r.yaml",
    "--quiet",
  );
  expect(stdout).toContain("1 file would change");
  expect(stderr).toBe("");
});

it("the library shows no variables in a log that DEBUG switches on", () => {
  const module = pathToFileURL(resolve(PROJECT, "build/git/run-git.js"));
  const script = `const { gitIn } = await import("${module}");
    console.log(await gitIn(process.cwd(), process.env)(["ls-files"]));`;
  const { stdout, stderr } = runWithDebug("--input-type=module", "--eval", script);
  expect(stdout).toContain("a.ts");
  expect(stderr).toContain("simple-git");
  expect(stderr).toContain("[environment]");
  expect(stderr).not.toContain("sk-secret");
});
