import { linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeOutputFiles } from "../../src/apply/disk/write-output-file.ts";
import { runStep } from "../action/run-step.ts";
import { heal, onDiskChange } from "../support/fault-hook.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempFolder, tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const RUN = ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"];
const PLAN = ["plan", "recipe.yaml", "--policy", "apply-all", "--no-cache"];
const PROMPT = `version: 1
name: p
steps: [{ id: ask, prompt: Do it., model: { provider: none } }]
`;

/** A tree with links of a stranger, and a folder beside it that has to stay as it is. */
function linkedTree() {
  const outside = tempTree({ "file.txt": "", "b.ts": "old(2);\n" });
  const root = tempRepository({
    "a.ts": "old(1);\n",
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    "prompt.yaml": PROMPT,
  });
  symlinkSync(join(outside, "file.txt"), join(root, "file"));
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "new"), join(root, "dangling"));
  return { root, outside };
}

const PLACES = ["file", "out/new.txt", "out/file.txt", "dangling"];

describe("an output at a link of the tree", () => {
  it.each<[string, (path: string) => readonly string[]]>([
    ["a report in pretty", (path) => [...RUN, `--report=pretty=${path}`]],
    ["a report in json", (path) => [...RUN, `--report=json=${path}`]],
    ["a report in jsonl", (path) => [...RUN, `--report=jsonl=${path}`]],
    ["a plan", (path) => [...PLAN, "-o", path]],
    ["a recording", (path) => ["run", "prompt.yaml", "--policy", "apply-all", "--record", path]],
  ])("is refused before anything runs: %s", async (_, argv) => {
    const { root, outside } = linkedTree();
    const before = snapshot(outside);
    for (const path of PLACES) {
      const { exitCode, stderr } = await cli(root, argv(path));
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/link/)]);
    }
    expect(snapshot(outside)).toEqual(before);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("is refused by the Action", async () => {
    const { root, outside } = linkedTree();
    const before = snapshot(outside);
    const inputs = { recipes: "recipe.yaml", mode: "run", policy: "apply-all" };
    for (const path of PLACES) {
      const { exitCode, log } = await runStep(root, { ...inputs, args: `--report pretty=${path}` });
      expect([exitCode, log]).toEqual([2, expect.stringMatching(/link/)]);
      const planned = await runStep(root, { ...inputs, mode: "plan", plan: path });
      expect(planned.exitCode).toBe(2);
    }
    expect(snapshot(outside)).toEqual(before);
  });
});

describe("an output", () => {
  it("replaces the name of a hard link, and leaves its other name as it is", async () => {
    const { root, outside } = linkedTree();
    writeFileSync(join(outside, "file.txt"), "");
    linkSync(join(outside, "file.txt"), join(root, "hard.txt"));
    const { exitCode } = await cli(root, [...RUN, "--report=pretty=hard.txt"]);
    expect([exitCode, readText(outside, "file.txt")]).toEqual([0, ""]);
    expect(readText(root, "hard.txt")).toContain("applied");
  });

  it("follows a link outside of the root, which is the caller's own", async () => {
    const { root, outside } = linkedTree();
    const mine = tempFolder();
    symlinkSync(join(outside, "file.txt"), join(mine, "latest.txt"));
    await cli(root, [...RUN, `--report=pretty=${join(mine, "latest.txt")}`]);
    expect(readText(outside, "file.txt")).toContain("applied");
  });

  it("is looked at again when it is written: the run may have made a link of it", async () => {
    const { root, outside } = linkedTree();
    const folders = { cwd: root, trees: [root] };
    const files = (path: string) => [{ path, text: "report\n" }];
    const before = snapshot(outside);
    for (const path of PLACES) {
      const [unwritten] = await writeOutputFiles(folders, files(path));
      expect(unwritten?.reason).toContain("link");
    }
    expect(snapshot(outside)).toEqual(before);
  });

  it("is looked at a last time before it takes its name", async () => {
    const { root, outside } = linkedTree();
    onTestFinished(heal); // Tests of other files run in this process, too.
    onDiskChange((point, path) => {
      if (point !== "sync" || basename(path) !== "r.txt") return;
      renameSync(join(root, "sub"), join(root, "moved"));
      symlinkSync(outside, join(root, "sub"));
    });
    const folders = { cwd: root, trees: [root] };
    const [unwritten] = await writeOutputFiles(folders, [{ path: "sub/r.txt", text: "report\n" }]);
    expect(unwritten?.reason).toContain("leads out of");
    expect(snapshot(outside)).toEqual({ "b.ts": "644 old(2);\n", "file.txt": "644 " });
  });
});

describe("a root that a link leads to another tree", () => {
  const LINKED = /--root: out is a link.* leads out of the working directory/;

  it.each([
    ["run", ["recipe.yaml", "--policy=apply-all"]],
    ["preview", ["recipe.yaml"]],
    ["validate", []],
    ["list", []],
    ["runs", []],
    ["undo", []],
    ["recover", []],
  ])("is refused by %s", async (command, words) => {
    const { root, outside } = linkedTree();
    const before = snapshot(outside);
    const { exitCode, stderr } = await cli(root, [command, ...words, "--root", "out"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(LINKED)]);
    expect(snapshot(outside)).toEqual(before);
  });

  it("is the caller's own if its path lies outside of the working directory", async () => {
    const { root, outside } = linkedTree();
    const { exitCode } = await cli(root, [...RUN, "--root", outside]);
    expect([exitCode, readText(outside, "b.ts")]).toEqual([0, "fresh(2);\n"]);
  });

  it("is refused as the working directory of the Action, in which `..` is allowed", async () => {
    const { root, outside } = linkedTree();
    const inputs = { recipes: "recipe.yaml", mode: "run", policy: "apply-all" };
    const { exitCode, log } = await runStep(root, { ...inputs, "working-directory": "out" });
    expect([exitCode, log]).toEqual([2, expect.stringContaining("leads out of the workspace")]);
    expect(readText(outside, "b.ts")).toBe("old(2);\n");
    rmSync(join(root, "out"));
    const named = { ...inputs, recipes: join(root, "recipe.yaml") };
    const up = { ...named, "working-directory": join("..", basename(outside)) };
    expect((await runStep(root, up)).exitCode).toBe(0);
    expect(readText(outside, "b.ts")).toBe("fresh(2);\n");
  });
});
