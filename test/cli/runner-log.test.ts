import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const ON_RUNNER = { env: { PATH: process.env.PATH, GITHUB_ACTIONS: "true" } };

/** Commands of runners in every form that a diff may show, each in a text beside code that is edited. */
const SOURCE = [
  "::set-output name=a::b",
  "  ::add-path::/tmp",
  "\t::add-mask::x\r",
  "\u00a0::error::x",
  "x ##[add-path]/tmp",
  "##vso[task.setvariable variable=a]b",
  "\u001b[0m::error::y",
  "section_start:1:a\r\u001b[0Kb",
]
  .map((line) => `\`\n${line}\n\`;old(1);\n`)
  .join("");

const tree = () =>
  tempTree({ "a.js": SOURCE, "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]) });

/** The lines that a runner would take for a command, and the sections of GitLab. */
function commandsIn(text: string): readonly string[] {
  const lines = text.split(/[\r\n]/);
  const commands = lines.filter((line) => /^\s*::|##(vso|teamcity)?\[/.test(line));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for one
  return [...commands, ...(text.match(/section_start:\d+:a\r?\x1b/g) ?? [])];
}

describe("the command line on a runner", () => {
  it.each([
    ["preview", "recipe.yaml"],
    ["preview", "recipe.yaml", "--color=always", "--verbose"],
    ["preview", "recipe.yaml", "--format=json"],
    ["preview", "recipe.yaml", "--format=jsonl"],
    ["preview", "\n::error::x"],
    ["::error::x"],
    ["run", "--\n::error::x"],
    ["validate", "a.js"],
    ["list"],
  ])("prints no text of files or of arguments as a command: %j", async (...argv) => {
    const { stdout, stderr } = await cli(tree(), argv, ON_RUNNER);
    if (argv[1] === "recipe.yaml") expect(stdout).toContain("set-output");
    expect(commandsIn(stdout)).toEqual([]);
    expect(commandsIn(stderr)).toEqual([]);
  });

  it("shows the lines of a file all the same, and elsewhere to the letter", async () => {
    const source = { "a.js": "`\n  ::error::x\n`; old(1);\n" };
    const root = tempTree({ ...source, "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]) });
    const shown = await cli(root, ["preview", "recipe.yaml"], ON_RUNNER);
    expect(shown.stdout).toContain("   \\u003a:error::x");
    const elsewhere = await cli(root, ["preview", "recipe.yaml"]);
    expect(elsewhere.stdout).toContain("   ::error::x");
  });

  it("prints JSON of the same value, and writes reports that a job may print", async () => {
    const root = tree();
    const argv = ["preview", "recipe.yaml", "--format=json", "--report=pretty=r.txt"];
    const here = await cli(root, argv, ON_RUNNER);
    expect(commandsIn(readText(root, "r.txt"))).toEqual([]);
    const elsewhere = await cli(root, argv);
    expect(JSON.parse(here.stdout)).toEqual(JSON.parse(elsewhere.stdout));
    expect(commandsIn(elsewhere.stdout)).not.toEqual([]);
  });

  it("writes a plan that a job may print, and that can be applied", async () => {
    const root = tree();
    const argv = ["plan", "recipe.yaml", "--policy=apply-all", "-o", "plan.json"];
    expect((await cli(root, argv, ON_RUNNER)).exitCode).toBe(0);
    expect(readText(root, "plan.json")).toContain("#\\u0023[add-path]");
    expect(commandsIn(readText(root, "plan.json"))).toEqual([]);
    expect((await cli(root, ["apply", "plan.json"], ON_RUNNER)).exitCode).toBe(0);
    expect(readText(root, "a.js")).toBe(SOURCE.replaceAll("old(", "fresh("));
  });
});
