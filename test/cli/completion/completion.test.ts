import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { SHELLS } from "../../../src/cli/completion/shell-scripts.ts";
import { cli } from "../../support/run-cli.ts";
import { shellWorld } from "../../support/shell-world.ts";
import { snapshot, tempTree } from "../../support/temp-tree.ts";

const RECIPE = "version: 1\ndescription: One.\nsteps: [{ ast_edit: { rules: [r.yml] } }]\n";
const FILES = {
  "recipes/rename.yaml": RECIPE,
  "recipes/re$(touch hacked).yaml": RECIPE,
  "recipes/re broken.yaml": "[",
  "recipes/rebroken.yaml": "[",
};

/** The values that may come next, without what is said about them. */
async function next(root: string, line: readonly string[]): Promise<readonly string[]> {
  const { exitCode, stdout, stderr } = await cli(root, ["completion", "fish", "--", ...line]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout.split("\n").flatMap((each) => (each === "" ? [] : [each.split("\t")[0] ?? ""]));
}

describe("the words that may come next", () => {
  it.each<[line: string[], words: string[]]>([
    [["ru"], ["run", "runs"]],
    [["he"], ["help"]],
    [["help", "prev"], ["preview"]],
    [["policy", "l"], ["lint"]],
    [["--color", "never", "und"], ["undo"]],
    [["--no"], []],
    [["run", "--pol"], ["--policy"]],
    [["run", "--no-c"], ["--no-cache"]],
    [
      ["run", "--policy", "ho"],
      ["hold-all", ":files"],
    ],
    [
      ["run", "--policy=sa"],
      ["--policy=safe", "--policy=safe-for-agents", ":files"],
    ],
    [["run", "--policy", "safe", "--pol"], []],
    [
      ["run", "--files", "a", "--files"],
      ["--files", "--files-from"],
    ],
    [["run", "-l", "typ"], ["typescript"]],
    [
      ["run", "--format", "js"],
      ["json", "jsonl"],
    ],
    [
      ["show", "--format", ""],
      ["pretty", "json"],
    ],
    [["apply", ""], [":files"]],
    [["apply", "plan.json", ""], []],
    [["run", "--", "a"], [":files"]],
    [["undo", "la"], ["last"]],
    [
      ["explain-match", "rena"],
      ["rename", ":files"],
    ],
    [["explain-match", "rename", "src/"], [":files"]],
    [["explain-match", "rename", "src/a.ts", ""], []],
    [["preview", "--wh"], ["--why"]],
    [["resolve", "last", "ap"], ["apply"]],
    [
      ["schema", "p"],
      ["policy", "project", "plan"],
    ],
    [
      ["schema", "--undefined", "p"],
      ["policy", "project", "plan"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["nope", "a"], []],
    [
      ["run", "shipped:date"],
      ["shipped:date-now", ":files"],
    ],
    [["run", "--root", "elsewhere", "ren"], [":files"]],
  ])("%j", async (line, words) => {
    expect(await next(tempTree(FILES), line)).toEqual(words);
  });

  it("are recipes by name, and none that a shell would not take as it is", async () => {
    const root = tempTree(FILES);
    expect(await next(root, ["run", "re"])).toEqual(["rebroken", "rename", ":files"]);
    expect(await next(root, ["show", "--trust", "all", "ren"])).toEqual(["rename", ":files"]);
  });

  it("are commands in their order, with what they do", async () => {
    const { stdout } = await cli(tempTree({}), ["completion", "zsh", "--", "val"]);
    expect(stdout).toMatch(/^validate:Check recipes/);
  });

  it("writes nothing, and runs nothing of the tree", async () => {
    const root = tempTree(FILES);
    const before = snapshot(root);
    for (const line of [[""], ["run", ""], ["undo", ""], ["run", "--"]]) await next(root, line);
    expect(snapshot(root)).toEqual(before);
  });

  it("are none in a root that is not there, without a message", async () => {
    expect(await next(tempTree({}), ["--root", "/nowhere", "runs", ""])).toEqual(["last"]);
  });
});

describe("sluice completion", () => {
  it.each<[argv: string[], told: string]>([
    [[], "`completion` needs a shell.\nhint: Shells: bash, zsh, fish."],
    [["bahs"], "The shell `bahs` is not supported.\nhint: Did you mean `bash`?"],
    [["powershell"], "The shell `powershell` is not supported.\nhint: Known: bash, zsh, fish."],
    [["bash", "zsh"], "Unknown option or argument: zsh"],
  ])("%j says what to do", async (argv, told) => {
    const { exitCode, stdout, stderr } = await cli(tempTree({}), ["completion", ...argv]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(told);
  });

  it.each(SHELLS)("never asks a program of the working directory (%s)", async (shell) => {
    const { stdout } = await cli(tempTree({}), ["completion", shell]);
    const calls = stdout.split("\n").filter((line) => line.includes(`completion ${shell} --`));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain(`command sluice completion ${shell} --`);
  });
});

describe("the scripts, in their shells", () => {
  it("bash completes commands, options with `=`, names with `:`, recipes and files", () => {
    const script = `source <(sluice completion bash)
t() { COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _sluice; printf '%s ' "\${COMPREPLY[@]}"; echo; }
t sluice ru
t sluice run ren
t sluice run --policy = hold
t sluice run shipped : date
t sluice validate recipes/rena
t sluice run -- recipes/ren
`;
    const told = execFileSync("bash", ["--norc", "-c", script], {
      ...shellWorld(FILES),
      encoding: "utf8",
    });
    expect(
      told
        .trimEnd()
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "run runs",
      "rename",
      "hold-all",
      "date-now",
      "recipes/rename.yaml",
      "recipes/rename.yaml",
    ]);
  });
});
