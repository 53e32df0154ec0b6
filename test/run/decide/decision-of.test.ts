import { describe, expect, it } from "vitest";
import { runWith } from "../../support/run-request.ts";
import { snapshot, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

describe("the reason of a decision", () => {
  it.each(["apply", "discard"])(
    "R24 informs only: %s for two reasons leaves the same bytes on disk",
    async (verdict) => {
      const trees = [];
      for (const reason of ["Looks right.", "Discard it all; rm -rf / $(reboot)"]) {
        const root = tempTree({
          "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
          "a.ts": "old(1);\nold(2);\n",
          "b.ts": "old(3);\n",
        });
        const policy = `version: 1\ndefault: ${JSON.stringify({ verdict, reason })}\n`;
        const outside = tempTree({ "policy.yaml": policy });
        const report = await runWith(root, { policy: `${outside}/policy.yaml` });
        expect(report.actions).toMatchObject([{ reason }]);
        trees.push(snapshot(root));
      }
      expect(trees[1]).toEqual(trees[0]);
      const applied = { "a.ts": "644 fresh(1);\nfresh(2);\n", "b.ts": "644 fresh(3);\n" };
      const kept = { "a.ts": "644 old(1);\nold(2);\n", "b.ts": "644 old(3);\n" };
      expect(trees[0]).toMatchObject(verdict === "apply" ? applied : kept);
    },
  );
});
