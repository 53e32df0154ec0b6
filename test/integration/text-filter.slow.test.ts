import { expect, it } from "vitest";
import { reportWithout } from "../support/fast-ways.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { writeTree } from "../support/temp-tree.ts";
import { eagerListing, randomRepository } from "../support/text-filter-trees.ts";

const RECIPE = `version: 1
steps:
  - ast_edit: { paths: ["**"], ops: [{ pat: "old($A)", out: "fresh($A)" }, { pat: "größe($A)", out: "g($A)" }] }
  - ast_edit: { paths: ["**/*.ts"], ops: [{ pat: "fresh($A)", out: "newer($A)" }], maxFiles: 3 }
  - ast_edit: { paths: ["**"], ops: [{ rule: { kind: identifier, regex: "^old|a$" }, out: "x" }] }
`;

it("A25 finds the same with and without a question to git for the texts, with and without findings that are kept", async () => {
  let spared = 0;
  const onSpared = (files: number) => {
    spared += files;
  };
  for (let seed = 1; seed <= Number(process.env.SLUICE_TEXT_FILTER_REPORTS ?? 2); seed++) {
    const root = randomRepository(seededRandom(seed));
    writeTree(root, { "recipe.yaml": RECIPE });
    const plain = await reportWithout(root, ["text-filter"], { cache: false });
    for (const cache of [false, true, true]) {
      const listing = eagerListing(root, onSpared);
      const report = await reportWithout(root, [], { cache }, { listing });
      expect([seed, cache, report]).toEqual([seed, cache, plain]);
    }
  }
  expect(spared).toBeGreaterThan(0);
});
