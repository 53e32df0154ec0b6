import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlan, type Plan, planText } from "../../src/plan-file/plan.ts";
import { mergeIn, planShards, type ShardPlans, withoutTree } from "../support/merged-shards.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempFolder, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const NUMBERS = Array.from({ length: 9 }, (_, at) => at);
const FILES = {
  "r.yaml": recipeOf([["f($A)", "String($A)"]], "per: file"),
  "sluice.policy.yaml": "version: 1\ndefault: { verdict: apply, reason: Fine. }\n",
  ...Object.fromEntries(NUMBERS.map((at) => [`src/f${at}.ts`, `f(${at});\n`])),
};

/** The texts of the plans of the shards: made once, in a tree that is gone. */
let texts: readonly string[] | undefined;

/** Returns the plans of the shards, and a root that has no more than what configures them. */
async function copied(): Promise<ShardPlans> {
  if (texts === undefined) {
    const made = await planShards({ files: FILES }, 3);
    texts = [1, 2, 3].map((index) => readText(made.shards, `${index}.json`));
  }
  const folder = tempFolder();
  const shards = join(folder, "shards");
  writeTree(shards, Object.fromEntries(texts.map((text, at) => [`${at + 1}.json`, text])));
  return { root: withoutTree({ files: FILES }), folder, shards };
}

const fileOf = ({ shards }: ShardPlans, index: number) => join(shards, `${index}.json`);
const planOf = (plans: ShardPlans, index: number): Plan =>
  JSON.parse(readFileSync(fileOf(plans, index), "utf8"));

/** Replaces the plan of a shard by another one that says of itself what is right. */
function forge(plans: ShardPlans, index: number, change: (plan: Plan) => unknown): void {
  const {
    kind: _kind,
    formatVersion: _version,
    digest: _digest,
    ...content
  } = planOf(plans, index);
  const forged = { ...content, ...Object(change(planOf(plans, index))) };
  writeFileSync(fileOf(plans, index), planText(makePlan(forged)));
}

const call = ({ record }: Plan, change: object) => ({
  record: { ...record, calls: record?.calls.map((one) => ({ ...one, ...change })) },
});
const HASH = "0".repeat(64);

const REFUSED: readonly (readonly [
  string,
  (plans: ShardPlans) => void,
  code: string,
  says: string,
])[] = [
  [
    "a shard twice",
    (plans) => cpSync(fileOf(plans, 1), join(plans.shards, "again.json")),
    "shard-twice",
    "The shard 1 is there twice",
  ],
  [
    "one missing",
    (plans) => rmSync(fileOf(plans, 2)),
    "shards-missing",
    "Of 3 shards 1 shard is missing: 2.",
  ],
  [
    "no plan at all",
    (plans) => {
      for (const name of readdirSync(plans.shards)) rmSync(join(plans.shards, name));
    },
    "shards-missing",
    "There is no plan to merge.",
  ],
  [
    "another commit",
    (plans) => forge(plans, 2, ({ base }) => ({ base: { ...base, commit: "a".repeat(40) } })),
    "shards-differ",
    "differ in their commit",
  ],
  [
    "another policy",
    (plans) => forge(plans, 2, ({ policy }) => ({ policy: { ...policy, sha256: HASH } })),
    "shards-differ",
    "differ in their policy",
  ],
  [
    "other recipes",
    (plans) =>
      forge(plans, 2, ({ recipes }) => ({
        recipes: recipes.map((one) => ({ ...one, sha256: HASH })),
      })),
    "shards-differ",
    "differ in their recipes",
  ],
  [
    "another version of Sluice",
    (plans) => forge(plans, 3, () => ({ sluice: "0.0.1" })),
    "shards-differ",
    "differ in their version of Sluice",
  ],
  [
    "another list of files",
    (plans) => forge(plans, 3, ({ shard }) => ({ shard: { ...shard, tree: HASH } })),
    "shards-differ",
    "differ in their list of files",
  ],
  [
    "another number of shards",
    (plans) => forge(plans, 3, ({ shard }) => ({ shard: { ...shard, total: 4 } })),
    "shards-differ",
    "differ in their number of shards",
  ],
  [
    "a file in two shards",
    (plans) =>
      forge(plans, 2, ({ shard }) => ({
        shard: { ...shard, files: [...(planOf(plans, 1).shard.files ?? [])] },
      })),
    "shards-differ",
    "both have the file",
  ],
  [
    "a list of files that lacks one",
    (plans) =>
      forge(plans, 2, ({ shard }) => ({ shard: { ...shard, files: shard.files?.slice(1) } })),
    "shards-differ",
    "The files of the shards are not those of their tree.",
  ],
  [
    "no record",
    (plans) => forge(plans, 2, () => ({ record: undefined })),
    "plan-invalid",
    "has no record",
  ],
  [
    "a record that does not fit",
    (plans) => forge(plans, 2, (plan) => call(plan, { actions: ["gone"] })),
    "plan-invalid",
    "has a record that does not fit its actions",
  ],
  [
    "a record of other changes",
    (plans) => forge(plans, 2, (plan) => call(plan, { changes: [] })),
    "plan-invalid",
    "has a record that does not fit its actions",
  ],
  [
    "a record with an unknown key",
    (plans) => forge(plans, 2, (plan) => call(plan, { own: 1 })),
    "plan-damaged",
    "The plan is damaged",
  ],
  [
    "a damaged plan",
    (plans) => writeFileSync(fileOf(plans, 1), readText(plans.shards, "1.json").slice(0, 900)),
    "plan-damaged",
    "The plan is damaged, or cut off",
  ],
  [
    "an edited plan",
    (plans) =>
      writeFileSync(fileOf(plans, 1), readText(plans.shards, "1.json").replace("f1.ts", "g1.ts")),
    "plan-edited",
    "The plan was edited",
  ],
  [
    "no plan, but JSON",
    (plans) => writeFileSync(join(plans.shards, "x.json"), "{}"),
    "not-a-plan",
    "is not a plan",
  ],
];

describe("sluice merge", () => {
  it.each(REFUSED)(
    "refuses %s with exit code 2, and writes nothing",
    async (_, change, code, says) => {
      const plans = await copied();
      change(plans);
      const before = snapshot(plans.root);
      const { exitCode, stderr } = await mergeIn(plans.root, plans);
      expect(exitCode, stderr).toBe(2);
      expect(stderr).toContain(`[${code}]`);
      expect(stderr).toContain(says);
      expect(readdirSync(plans.folder)).toEqual(["shards"]);
      expect(snapshot(plans.root)).toEqual(before);
    },
  );

  it("refuses the plan of a whole run, and says what to do with it", async () => {
    const plans = await copied();
    const file = join(plans.shards, "whole.json");
    await cli(tempTree(FILES), ["plan", "r.yaml", "-o", file, "--no-cache"]);
    const { exitCode, stderr } = await mergeIn(plans.root, plans);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "is the plan of a whole run: there is nothing to merge. [not-a-shard]",
    );
  });

  it("tells of everything that differs at once", async () => {
    const plans = await copied();
    forge(plans, 2, ({ base }) => ({ sluice: "0.0.1", base: { ...base, commit: "b".repeat(40) } }));
    const { stderr } = await mergeIn(plans.root, plans);
    expect(stderr).toContain("differ in their version of Sluice");
    expect(stderr).toContain("differ in their commit");
  });

  it.each([
    [["--policy", "safe"], "The policy safe is not the one that the shards were decided with."],
    [["--policy", "gone.yaml"], "gone.yaml"],
    [["--input", "a=1"], "The plan was made with other inputs than were given: a."],
  ])("refuses other settings than those of the shards (%j)", async (words, says) => {
    const { exitCode, stderr } = await mergeIn((await copied()).root, await copied(), ...words);
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toContain(says);
  });

  it("refuses a recipe that is another one by now", async () => {
    const plans = await copied();
    writeFileSync(join(plans.root, "r.yaml"), recipeOf([["f($A)", "Other($A)"]], "per: file"));
    const { exitCode, stderr } = await mergeIn(plans.root, plans);
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toContain(
      "The recipe r (r.yaml) is not what the plan was made of. [shards-stale]",
    );
  });

  it("leaves the files of missing shards out if it may, and says so in the plan", async () => {
    const plans = await copied();
    rmSync(fileOf(plans, 2));
    const { exitCode, stderr, text } = await mergeIn(plans.root, plans, "--allow-missing");
    expect(exitCode, stderr).toBe(0);
    const { base, alerts, actions }: Plan = JSON.parse(text);
    const there = [1, 3].flatMap((index) => planOf(plans, index).shard.files ?? []).toSorted();
    expect(base.files?.toSorted()).toEqual(there);
    expect(alerts).toContainEqual({
      level: "warn",
      code: "shards-missing",
      message: "Of 3 shards 1 shard is missing (2): the plan is not about their files.",
    });
    expect(actions.every(({ files }) => files.every(({ path }) => there.includes(path)))).toBe(
      true,
    );
    const applied = await cli(tempTree(FILES), [
      "apply",
      join(plans.folder, "merged.json"),
      "--no-cache",
    ]);
    expect(applied.exitCode, applied.stderr).toBe(0);
  });
});
