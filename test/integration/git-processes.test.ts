import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { findGit } from "../../src/git/find-git.ts";
import { cli, gitOnly } from "../support/run-cli.ts";
import {
  git,
  readText,
  setMode,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const RECIPE = `version: 1
name: rename
steps:
  - id: edit
    ast_edit: { paths: ["src/**/*.ts"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

const FILES = { "r.yaml": RECIPE, "src/a.ts": "f(1);\n", "src/b.ts": "f(2);\n" };

/** Returns a command line that notes each process of git: the name of its command. */
function countedCli(root: string) {
  const { program } = findGit(root, gitOnly(), []);
  const log = join(tempFolder(), "log");
  const script = `#!/bin/sh
for word; do case $word in
  check-attr|check-ignore|checkout-index|config|diff|diff-files|diff-index|diff-tree|ls-files|rev-parse|status) echo "$word" >> ${log}; break ;;
esac; done
exec ${program} "$@"
`;
  const folder = tempTree({ git: script });
  setMode(folder, "git", 0o755);
  // The system may have drivers, such as that of git-lfs.
  const env = { PATH: `${folder}${delimiter}${gitOnly().PATH}`, GIT_CONFIG_NOSYSTEM: "1" };
  let noted = 0;
  return async (...argv: readonly string[]): Promise<readonly string[]> => {
    const { exitCode, stderr } = await cli(root, argv, { env: { ...env } });
    expect([0, 4], stderr).toContain(exitCode);
    const commands = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
    const fresh = commands.slice(noted);
    noted = commands.length;
    return fresh.sort();
  };
}

/** The drivers that are configured, which are switched off, and then one question for everything. */
const ONE_LISTING = ["config", "status"];

it("a run starts two processes of git, a preview, a plan and its apply too, and an undo none", async () => {
  const root = tempRepository(FILES);
  const counted = countedCli(root);
  expect(await counted("preview", "r.yaml")).toEqual(ONE_LISTING);
  const plan = join(tempFolder(), "plan.json");
  expect(await counted("plan", "r.yaml", "--policy", "apply-all", "-o", plan)).toEqual(ONE_LISTING);
  expect(await counted("apply", plan, "--policy", "apply-all")).toEqual(ONE_LISTING);
  expect(readText(root, "src/b.ts")).toBe("g(2);\n");
  expect(await counted("undo")).toEqual([]);
  expect(await counted("run", "r.yaml", "--policy", "apply-all")).toEqual(ONE_LISTING);
  expect(await counted("undo")).toEqual([]);
  expect(readText(root, "src/b.ts")).toBe("f(2);\n");
});

it("to list, show and resolve what is held starts no process of git", async () => {
  const root = tempRepository(FILES);
  const counted = countedCli(root);
  expect(await counted("run", "r.yaml", "--policy", "hold-all")).toEqual(ONE_LISTING);
  expect(await counted("runs")).toEqual([]);
  expect(await counted("runs", "last")).toEqual([]);
  expect(await counted("resolve", "last", "--all", "apply", "--reason", "Seen.")).toEqual([]);
  expect(readText(root, "src/a.ts")).toBe("g(1);\n");
});

it("outside of git no process of git starts", async () => {
  const root = tempTree(FILES);
  const counted = countedCli(root);
  expect(await counted("run", "r.yaml", "--policy", "apply-all")).toEqual([]);
  expect(await counted("undo")).toEqual([]);
});

it("in a tree with changes one more process tells that no filter is configured", async () => {
  const root = tempRepository(FILES);
  writeTree(root, { "src/a.ts": "f(3);\n", "new.ts": "" });
  expect(await countedCli(root)("preview", "r.yaml")).toEqual(["config", ...ONE_LISTING]);
});

it("of what is staged git tells which files these are, and checks them out; it lists no other", async () => {
  const root = tempRepository(FILES);
  writeTree(root, { "src/a.ts": "f(3);\n", "src/b.ts": "f(4);\n", "new.ts": "" });
  git(root, "add", "src/a.ts");
  const counted = countedCli(root);
  const staged = ["check-attr", "checkout-index", "config", "diff"];
  expect(await counted("preview", "r.yaml", "--staged")).toEqual(staged);
  expect(await counted("preview", "r.yaml", "--staged", "--policy", "safe")).toEqual(staged);
  writeTree(root, { "src/a.ts": "f(5);\n" });
  expect(await counted("preview", "r.yaml", "--staged")).toEqual([...staged, "diff-files"]);
});

it("about named files git answers one question, which names them, and of all others none", async () => {
  const root = tempRepository(FILES);
  writeTree(root, { "src/a.ts": "f(3);\n" });
  const counted = countedCli(root);
  const named = ["--", "src/a.ts", "src/none.ts"];
  expect(await counted("preview", "r.yaml", ...named)).toEqual(["config", ...ONE_LISTING]);
  const env = { GIT_TRACE: join(tempFolder(), "trace") };
  await cli(root, ["run", "r.yaml", "--policy", "apply-all", ...named], { env });
  expect(readText(root, "src/a.ts")).toBe("g(3);\n");
  const questions = readFileSync(env.GIT_TRACE, "utf8").split("\n");
  const listings = questions.filter((line) => / (status|ls-files|diff-\w+) -/.test(line));
  expect(listings.map((line) => line.slice(line.indexOf(" -- ")))).toEqual([
    " -- ':(literal)src/a.ts' ':(literal)src/none.ts'",
  ]);
});

/** Returns what each question about files is about that a preview asks: its command, and the words after `--`. */
async function questionsOf(root: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const env = { GIT_TRACE: join(tempFolder(), "trace") };
  const { exitCode, stderr } = await cli(root, ["preview", "r.yaml", ...argv], { env });
  expect([0, 4], stderr).toContain(exitCode);
  const lines = readFileSync(env.GIT_TRACE, "utf8").split("\n");
  const questions = lines.flatMap((line) => {
    const [, command, about] = / (status|ls-files|diff-\w+) -.*? --($| .*)/.exec(line) ?? [];
    return command === undefined ? [] : [`${command}${about}`];
  });
  return questions.sort();
}

it("with --since the commit is compared with the files alone that may differ from it", async () => {
  const root = tempRepository(FILES);
  writeTree(root, { "src/a.ts": "f(3);\n" });
  git(root, "commit", "-qam", "a");
  writeTree(root, { "new.ts": "f(4);\n" });
  expect(await questionsOf(root, "--since", "HEAD~1")).toEqual([
    "diff-index ':(literal)src/a.ts' ':(literal)new.ts'",
    "diff-tree",
    "status .",
  ]);
});

it("about more than 500 files, changed or in a named folder, git answers one question about all", async () => {
  const many = Array.from({ length: 501 }, (_, at) => [`many/${at}.ts`, "f(1);\n"] as const);
  const root = tempRepository({ ...FILES, ...Object.fromEntries(many) });
  const whole = [expect.stringContaining("ls-files . ':(exclude,attr:"), "status ."];
  expect(await questionsOf(root, "--", "many")).toEqual(whole);
  const since = ["diff-index", "diff-tree", ...whole];
  writeTree(root, Object.fromEntries(many.map(([path]) => [path, "f(2);\n"])));
  expect(await questionsOf(root, "--since", "HEAD")).toEqual(since);
  const named = ["diff-index", ...whole];
  expect(await questionsOf(root, "--since", "HEAD", "--", "many")).toEqual(named);
});
