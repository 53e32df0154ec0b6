import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyOfSources, expectSameTrees, REAL_CODE_PAIRS } from "../support/real-code.ts";
import { cliReport } from "../support/run-cli.ts";
import { git, snapshot, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("sluice run over rxjs and zod leaves the tree that ast-grep run -U leaves", () => {
  // The others are a part of `npm run test:differential`.
  it.each(REAL_CODE_PAIRS.slice(2, 5))("%s → %s", expectSameTrees);

  it("shows in a preview, as a patch that git applies, the tree that a run leaves", async () => {
    const [ours, patched] = [copyOfSources(), copyOfSources()];
    const [pat, out] = REAL_CODE_PAIRS[2] ?? ["", ""];
    const recipe = join(tempRepository({ "recipe.yaml": recipeOf([[pat, out]]) }), "recipe.yaml");
    const { report } = await cliReport(ours, ["preview", recipe]);
    const before = snapshot(ours);
    const patch = report.actions.flatMap(({ files }) => files.map(({ diff }) => diff)).join("");
    const file = join(tempRepository({ "x.patch": patch }), "x.patch");
    git(patched, "apply", file);
    expect(snapshot(ours)).toEqual(before);
    await cliReport(ours, ["run", recipe, "--policy", "apply-all"]);
    expect(snapshot(patched)).toEqual(snapshot(ours));
  });
});
