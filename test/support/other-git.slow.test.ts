import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { OF_ANOTHER_GIT } from "../../scripts/other-git.mjs";
import { tempRepository } from "./temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CONFIGURATIONS = readdirSync(ROOT).filter((name) => /^vitest.*\.config\.ts$/.test(name));

/** Loads a configuration as vitest does, and prints the variables of git that are left. */
const LOAD = `
  import { loadConfigFromFile } from "vite";
  await loadConfigFromFile({ command: "serve", mode: "test" }, process.argv[1]);
  console.log(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith("GIT_"))));
`;

it("knows every variable that git takes for that of one repository", () => {
  const local = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" });
  expect(OF_ANOTHER_GIT).toEqual(expect.arrayContaining(local.trim().split("\n")));
});

it.each(CONFIGURATIONS)("%s leaves the repository of a hook that started the tests", (name) => {
  const ofHook = Object.fromEntries(OF_ANOTHER_GIT.map((variable: string) => [variable, "x"]));
  const printed = execFileSync(
    process.execPath,
    ["--input-type=module", "--eval", LOAD, join(ROOT, name)],
    { cwd: ROOT, encoding: "utf8", env: { ...process.env, ...ofHook } },
  );
  const left: readonly string[] = JSON.parse(printed);
  expect(left.filter((variable) => OF_ANOTHER_GIT.includes(variable))).toEqual([]);
});

it("tests that a hook of another repository has started write nothing into it", () => {
  const root = tempRepository({ "a.ts": "a();\n" });
  const before = stateOf(root);
  const folder = join(root, ".git");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const small = "test/support/write-repository.test.ts";
  const ofHook = {
    GIT_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: join(folder, "index"),
    GIT_OBJECT_DIRECTORY: join(folder, "objects"),
  };
  const env = { ...process.env, ...ofHook };
  execFileSync(process.execPath, [vitest, "run", small], { cwd: ROOT, env, stdio: "ignore" });
  expect(stateOf(root)).toEqual(before);
});

/** Returns the files of the repository itself, with their bytes. */
function stateOf(root: string): Readonly<Record<string, string>> {
  const folder = join(root, ".git");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "latin1")]));
}
