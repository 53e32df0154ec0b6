import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  mergeIn,
  planShards,
  planWhole,
  type ShardedTree,
  withoutTree,
} from "../support/merged-shards.ts";
import { cli } from "../support/run-cli.ts";
import { git, readText, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const NUMBERS = Array.from({ length: 9 }, (_, at) => at);
const SOURCES = Object.fromEntries(
  NUMBERS.map((at) => [`src/f${at}.ts`, `f(${at});\nf(f(1${at}));\nconst x = f(2);\n`]),
);

const CASES: Readonly<Record<string, ShardedTree>> = {
  "for each step": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]]), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
  "for each file": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]], "per: file"), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
  "for each match": {
    files: { "r.yaml": recipeOf([["f($A)", "String($A)"]], "per: match"), ...SOURCES },
    argv: ["--policy", "apply-all"],
  },
};

const FEW = { "r.yaml": recipeOf([["f($A)", "String($A)"]]), "src/a.ts": "f(1);\n" };

/** Changes some files in a further commit, and one that git does not track. */
function changeSome(root: string): void {
  writeTree(root, { "src/f0.ts": "f(0);\nf(3);\n", "src/f1.ts": "f(1);\nf(3);\n" });
  git(root, "commit", "--quiet", "--all", "--message", "Change");
  writeTree(root, { "src/new.ts": "f(4);\n" });
}

const SINCE: ShardedTree = {
  files: { "r.yaml": recipeOf([["f($A)", "String($A)"]]), ...SOURCES },
  argv: ["--policy", "apply-all", "--since", "HEAD~1"],
  change: changeSome,
};

describe("merged shards", () => {
  it.each([
    ["files", SINCE],
    ["lines", { ...SINCE, argv: [...(SINCE.argv ?? []), "--changed-lines"] }],
  ])("are about the %s that --since chose for the shards (H1)", async (_, tree) => {
    const plans = await planShards(tree, 2);
    const whole = await planWhole(plans, tree);
    expect(whole).toContain('"path": "src/new.ts"');
    for (const root of [plans.root, withoutTree(tree)])
      expect((await mergeIn(root, plans)).text).toBe(whole);
  });

  it("say with --check that something would change, and end at a time limit", async () => {
    const plans = await planShards(SINCE, 2);
    expect((await mergeIn(plans.root, plans, "--check")).exitCode).toBe(1);
    const argv = ["merge", plans.shards, "-o", `${plans.folder}/late.json`, "--timeout", "1h"];
    const late = await cli(plans.root, argv, { after: () => AbortSignal.abort() });
    expect(late.exitCode).toBe(5);
    expect(late.stderr).not.toContain("fault");
  });

  it("are merged again, although the result lies in their folder", async () => {
    const { root, shards } = await planShards(SINCE, 2);
    for (const _ of [1, 2]) {
      const { exitCode, stderr } = await cli(root, ["merge", shards, "-o", `${shards}/plan.json`]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    }
  });

  it.each([
    ["in git", tempRepository, ["--since", "HEAD"]],
    ["outside of git", tempTree, []],
  ])("do not count plans that lie in the tree, but JSON like them (%s)", async (_, make, argv) => {
    const root = make(FEW);
    writeTree(root, { "like.json": '{\n  "kind": "sluice-plan"\n}\n', "src/b.ts": "f(2);\n" });
    const plan = async (name: string, ...more: string[]) => {
      const words = ["r.yaml", "--policy", "apply-all", "--no-cache", ...argv, ...more];
      const { exitCode, stderr } = await cli(root, ["plan", ...words, "-o", name]);
      expect(exitCode, stderr).toBe(0);
      return readText(root, name);
    };
    const whole = await plan("plan.json");
    expect(await plan("plan.json")).toBe(whole);
    expect(await plan("src/other.json")).toBe(whole);
    const parts = [await plan("1.json", "--shard", "1/2"), await plan("2.json", "--shard", "2/2")];
    const files = parts.flatMap((text): readonly string[] => JSON.parse(text).shard.files);
    expect(files.toSorted()).toEqual(["like.json", "r.yaml", "src/a.ts", "src/b.ts"]);
    expect((await cli(root, ["merge", "1.json", "2.json", "-o", "plan.json"])).exitCode).toBe(0);
    expect(readText(root, "plan.json")).toBe(whole);
  });

  it("are those of a recipe in one line, too", async () => {
    const { root, folder } = await planShards(SINCE, 2);
    const line = ["-p", "f($A)", "-r", "String($A)", "-l", "ts", "--policy", "apply-all"];
    const files = [1, 2].map((index) => `${folder}/line-${index}.json`);
    for (const [at, file] of files.entries())
      await cli(root, ["plan", ...line, "--shard", `${at + 1}/2`, "-o", file]);
    const { exitCode, stderr } = await cli(root, ["merge", ...files, "-o", `${folder}/line.json`]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it.skipIf(process.platform === "win32")("have files with any name of the system", async () => {
    const names = ["a\\b.ts", "!c.ts", "C:d.ts", "e.ts"];
    const files = { ...FEW, ...Object.fromEntries(names.map((name) => [name, "f(1);\n"])) };
    const tree = { files, argv: ["--policy", "apply-all"] };
    const plans = await planShards(tree, 2);
    const whole = await planWhole(plans, tree);
    expect((await mergeIn(plans.root, plans)).text).toBe(whole);
    const { exitCode, stderr } = await cli(plans.root, ["apply", `${plans.folder}/whole.json`]);
    expect(exitCode, stderr).toBe(0);
    for (const name of names) expect(readText(plans.root, name)).toBe("String(1);\n");
  });

  it("need a checkout for a step about all files: outside of git no tree counts as there", async () => {
    const root = tempTree({ ...FEW, "r.yaml": recipeOf([["f($A)", "String($A)"]], "maxFiles: 5") });
    for (const index of [1, 2]) {
      const words = ["r.yaml", "--policy", "apply-all", "--no-cache", "-o", `${index}.json`];
      await cli(root, ["plan", ...words, "--shard", `${index}/2`]);
    }
    const { exitCode, stderr } = await cli(root, ["merge", "1.json", "2.json", "-o", "m.json"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("The step `edit` of r is about all files. [tree-needed]");
    expect(existsSync(`${root}/m.json`)).toBe(false);
  });

  it("may find together what each of them may find alone", async () => {
    const bound = ["--max-matches", "24"];
    const tree = { files: CASES["for each file"]?.files ?? {}, argv: ["--policy", "apply-all"] };
    const plans = await planShards({ ...tree, argv: [...tree.argv, ...bound] }, 3);
    const { text, ...said } = await mergeIn(plans.root, plans, ...bound);
    expect(said).toMatchObject({ exitCode: 0, stderr: "" });
    expect(text).toBe(await planWhole(plans, tree));
  });

  it.each(Object.entries(CASES))("are the plan of one machine: %s (H1)", async (_, tree) => {
    const plans = await planShards(tree, 3);
    const whole = await planWhole(plans, tree);
    for (const root of [plans.root, withoutTree(tree)]) {
      const { text, ...said } = await mergeIn(root, plans);
      expect(said).toMatchObject({ exitCode: 0, stderr: "" });
      expect(JSON.parse(text)).toEqual(JSON.parse(whole));
      expect(text).toBe(whole);
    }
  });
});
