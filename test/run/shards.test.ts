import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan-file/plan.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const NUMBERS = Array.from({ length: 12 }, (_, at) => at);
const FILES = Object.fromEntries(NUMBERS.map((at) => [`src/f${at}.ts`, `f(${at});\n`]));
const RECIPE = recipeOf([["f($A)", "String($A)"]], "per: file");
const TREE = { "r.yaml": RECIPE, ...FILES };

/** Plans one part of a tree. */
async function planned(root: string, shard: string, ...argv: readonly string[]): Promise<Plan> {
  const policy = argv.includes("--policy") ? [] : ["--policy", "apply-all"];
  const out = `plan-${shard.replace("/", "-")}.json`;
  const of = shard === "" ? [] : ["--shard", shard];
  const words = ["plan", "r.yaml", "-o", out, "--no-cache", ...policy, ...of, ...argv];
  const { exitCode, stderr } = await cli(root, words);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return JSON.parse(readFileSync(join(root, out), "utf8")) as Plan;
}

/** Plans all parts. */
async function dealt(root: string, total: number, ...argv: readonly string[]) {
  const plans: Plan[] = [];
  for (let index = 1; index <= total; index++)
    plans.push(await planned(root, `${index}/${total}`, ...argv));
  return plans;
}

const filesOf = ({ actions }: Plan) =>
  actions.flatMap(({ files }) => files.map(({ path }) => path));
const stepsOf = ({ actions }: Plan) => [...new Set(actions.map(({ step }) => step))];

describe("the shards of a plan", () => {
  it.each(["path", "size"])("by %s are disjoint, and together the tree (H1)", async (by) => {
    const root = tempRepository(TREE);
    const plans = await dealt(root, 3, "--shard-by", by);
    const whole = await planned(root, "");
    const files = plans.flatMap(({ shard }) => shard.files ?? []);
    expect(files.toSorted()).toEqual(Object.keys(TREE).toSorted());
    expect(plans.flatMap(filesOf).toSorted()).toEqual(filesOf(whole).toSorted());
    for (const plan of plans) {
      expect(plan.shard).toMatchObject({ total: 3, by, tree: plans[0]?.shard.tree });
      expect(plan.shard.files).toEqual(expect.arrayContaining(filesOf(plan)));
      expect(plan.base).toEqual(whole.base);
    }
  });

  it("are the plan itself if there is one (H1)", async () => {
    const root = tempTree(TREE);
    expect(await planned(root, "1/1")).toEqual(await planned(root, ""));
  });

  it("have a file that git ignores, and that a step names, in one of them", async () => {
    const recipe = recipeOf([["f($A)", "String($A)"]], 'paths: ["src/**", "made.ts"]\nper: file');
    const root = tempRepository({ ...TREE, "r.yaml": recipe, ".gitignore": "/made.ts\n" });
    writeTree(root, { "made.ts": "f(1);\n" });
    const plans = await dealt(root, 4);
    expect(plans.flatMap(filesOf).filter((path) => path === "made.ts")).toEqual(["made.ts"]);
    expect(plans.flatMap(({ shard }) => shard.files ?? [])).not.toContain("made.ts");
  });

  it("leave steps that are not per file to the first, which runs them over all files", async () => {
    const recipe = `version: 1
steps:
  - { id: new, tool: write_file, with: { path: new.ts, content: "f(0);\\n" } }
  - id: both
    parallel:
      - { id: few, ast_edit: { per: file, maxFiles: 12, ops: [{ pat: f($A), out: few($A) }] } }
      - { id: all, ast_edit: { per: file, ops: [{ pat: h($A), out: all($A) }] } }
  - { id: later, ast_edit: { per: file, ops: [{ pat: all($A), out: later($A) }] } }
`;
    const more = Object.fromEntries(NUMBERS.map((at) => [`src/h${at}.ts`, `h(${at});\n`]));
    const root = tempTree({ ...TREE, ...more, "r.yaml": recipe });
    const [first, ...others] = await dealt(root, 3);
    if (first === undefined) throw new Error("There are three.");
    expect(stepsOf(first)).toEqual(["new", "few", "all", "later"]);
    const few = first.actions.filter(({ step }) => step === "few");
    expect(few.flatMap(({ facts }) => facts.files)).toHaveLength(12);
    for (const plan of others) expect(stepsOf(plan)).toEqual(["all", "later"]);
    const all = [first, ...others].flatMap(({ actions }) =>
      actions.filter(({ step }) => step === "all").flatMap(({ facts }) => facts.files),
    );
    expect(all.toSorted()).toEqual(Object.keys(more).toSorted());
  });

  it("judge neither limits, nor expectations, nor conditions on other steps", async () => {
    const recipe = `version: 1
expect: { minReplacements: 24, maxReplacements: 1 }
steps:
  - { id: one, ast_edit: { per: file, ops: [{ pat: f(11), out: String(11) }] } }
  - id: two
    when: steps.one.applied > 0
    ast_edit: { per: file, ops: [{ pat: f($A), out: String($A) }] }
  - { id: off, when: "1 > 2", ast_edit: { per: file, ops: [{ pat: f($A), out: String($A) }] } }
`;
    const policy = `version: 1\nlimits: { maxFiles: 1 }\ndefault: { verdict: apply, reason: Fine. }\n`;
    const root = tempTree({ ...TREE, "r.yaml": recipe, "p.yaml": policy });
    const plans = await dealt(root, 2, "--policy", "p.yaml");
    expect(plans.flatMap(filesOf).toSorted()).toEqual(Object.keys(FILES).toSorted());
    for (const { actions, alerts } of plans) {
      expect(actions.every(({ verdict }) => verdict === "apply")).toBe(true);
      expect(alerts).toEqual([]);
    }
  });

  it("tell of all files what is not found, as one run does", async () => {
    const recipe = recipeOf([["f($A)", "String($A)"]], 'paths: ["none/**", "src/**", "*.txt"]');
    const root = tempTree({ ...TREE, "r.yaml": recipe, "a.txt": "f(1)" });
    const codesOf = ({ alerts }: Plan) => alerts.map(({ code }) => code);
    const plans = await dealt(root, 3);
    const whole = codesOf(await planned(root, ""));
    for (const plan of plans) expect(codesOf(plan)).toEqual(whole);
  });
});

describe("a part of a preview", () => {
  it("has no verdicts, and says that it is a part", async () => {
    const root = tempTree(TREE);
    const argv = ["preview", "r.yaml", "--policy", "apply-all", "--shard", "2/3"];
    const { report } = await cliReport(root, argv);
    const { selection, actions } = report;
    expect(new Set(actions.map(({ state }) => state))).toEqual(new Set(["pending"]));
    const shard = { index: 2, total: 3, by: "path" };
    expect(selection).toEqual({ fileCount: selection?.fileCount, shard });
    expect((await cli(root, argv)).stdout.match(/--shard 2\/3\. The policy decides/g)).toHaveLength(
      1,
    );
  });

  it("is one of the files that the request chooses besides", async () => {
    const root = tempRepository(TREE);
    writeTree(root, { "src/f1.ts": "f(100);\n", "src/f2.ts": "f(200);\n" });
    const found: string[] = [];
    for (const shard of ["1/2", "2/2"]) {
      const argv = ["preview", "r.yaml", "--since", "HEAD", "--shard", shard];
      const { report } = await cliReport(root, argv);
      const paths = report.actions.flatMap(({ files }) => files.map(({ path }) => path));
      expect(report.selection).toMatchObject({ fileCount: paths.length, since: { ref: "HEAD" } });
      found.push(...paths);
    }
    expect(found.toSorted()).toEqual(["src/f1.ts", "src/f2.ts"]);
  });
});

it("cannot be made where git cannot list the files", async () => {
  const root = tempRepository(TREE);
  writeFileSync(join(root, ".git/index"), "none");
  const argv = ["preview", "r.yaml", "--shard", "1/2"];
  const { exitCode, stderr } = await cli(root, argv);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("error: git cannot list the files: ");
});

describe("what cannot be dealt is refused, with what to do", () => {
  const PROMPT = "version: 1\nsteps:\n  - { id: ask, prompt: Hello., model: { provider: none } }\n";

  it.each([
    [["run", "r.yaml"], "`run` takes no --shard", "then `merge plan-*.json -o plan.json`"],
    [["preview", "r.yaml", "--why"], "--why explains all files", "Leave one out."],
    [["preview", "r.yaml", "--staged"], "--staged and --shard cannot", "Leave one of them out."],
    [["preview", "prompt.yaml"], "the recipe prompt has a prompt", "on one machine."],
  ])("%j", async (argv, message, hint) => {
    const root = tempTree({ ...TREE, "prompt.yaml": PROMPT });
    git(root, "init", "-q");
    const words = [...argv, "--policy", "apply-all", "--shard", "1/2"];
    const { exitCode, stderr } = await cli(root, words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});
