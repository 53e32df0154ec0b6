import { expect, it } from "vitest";
import { CASES, ONE, testIn } from "../../support/recipe-cases.ts";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"];
type Product = Awaited<ReturnType<typeof testIn>>["product"];

const TREE = {
  ...ONE,
  "recipes/none.yaml": ONE["recipes/swap.yaml"],
  ...Object.fromEntries(NAMES.map((name) => [`${CASES}/${name}/input.ts`, "other(1);\n"])),
};

const namesIn = ({ recipes }: Product) =>
  recipes.flatMap(({ recipe, cases }) =>
    cases.length === 0 ? [recipe] : cases.map(({ name }) => `${recipe}/${name}`),
  );

it("deals each case, and each recipe without any, to one shard", async () => {
  const root = tempTree(TREE);
  const found: string[] = [];
  for (const shard of ["1/3", "2/3", "3/3"])
    found.push(...namesIn((await testIn(root, ["--shard", shard])).product));
  const whole = namesIn((await testIn(root)).product);
  expect(whole).toHaveLength(7);
  expect(found.toSorted()).toEqual(whole.toSorted());
});

it("asks the variables of the job with `auto`, and refuses what they cannot mean", async () => {
  const root = tempTree(TREE);
  const env = { PATH: process.env.PATH, SLUICE_SHARD: "4/3" };
  const { exitCode, stderr } = await cli(root, ["test", "--shard", "auto"], { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--shard auto: SLUICE_SHARD: `4/3` is none of 3 shards.");
});
