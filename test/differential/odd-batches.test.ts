import { expect, it } from "vitest";
import { FAST_WAYS, reportWithout, watchNativePass } from "../support/fast-ways.ts";
import { type Tree, tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

it("a batch with one file of 9 MB, and small ones behind it, is reported as without the fast ways", async () => {
  const long = `f(1);\n/*${" long".repeat(900_000)} */\n${"f(2); other(3);\n".repeat(280_000)}`;
  expect(long.length).toBeGreaterThan(8_900_000);
  const small = Array.from({ length: 50 }, (_, index) => [`z/${index}.ts`, `f(${index});\n`]);
  const files: Tree = { "a.ts": `f(0);\n/*${" b".repeat(90_000)}*/`, "m.ts": long };
  const recipe = recipeOf([["f(1)", "h(1)"]], "per: file");
  const root = tempRepository({ ...files, ...Object.fromEntries(small), "recipe.yaml": recipe });
  const read = watchNativePass();
  const report = await reportWithout(root, [], { facts: "asked", cache: false });
  expect(read.length).toBe(15); // Those with a `1`.
  expect(report.actions.flatMap(({ facts }) => facts.files)).toEqual(["m.ts", "z/1.ts"]);
  expect(report).toEqual(await reportWithout(root, FAST_WAYS, { facts: "asked", cache: false }));
});

it("100,000 files of one byte take time in proportion", async () => {
  const files = Array.from({ length: 100_000 }, (_, index) => [
    `s${index % 100}/${index}.ts`,
    index % 10 === 0 ? "f" : "a",
  ]);
  const recipe = recipeOf([["f", "g"]], "languages: [typescript]");
  const root = tempTree({ ...Object.fromEntries(files), "recipe.yaml": recipe });
  const before = process.cpuUsage();
  const report = await reportWithout(root, [], { facts: "asked", cache: false });
  const { user, system } = process.cpuUsage(before);
  expect(report.totals).toMatchObject({ filesSearched: 100_000, filesMatched: 10_000 });
  expect((user + system) / 1e6).toBeLessThan(30);
});
