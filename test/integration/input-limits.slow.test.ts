import { describe, expect, it } from "vitest";
import { prepareRecipes } from "../../src/config/prepare/prepare-recipes.ts";
import { INPUT_LIMITS } from "../../src/model/input-limits.ts";
import { readerOf } from "../support/reader-of.ts";
import { cliReport } from "../support/run-cli.ts";
import { runWith } from "../support/run-request.ts";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const list = <T>(length: number, item: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => item(index));

describe("the limits of a call and a command line", () => {
  it("take files of 1 MiB", async () => {
    const text = (size: number) => recipeOf([["a($A)", "b($A)"]]).padEnd(size, "#");
    const root = tempTree({
      "fits.yaml": text(INPUT_LIMITS.configBytes),
      "large.yaml": text(INPUT_LIMITS.configBytes + 1),
    });
    expect((await cliReport(root, ["preview", "fits.yaml"])).exitCode).toBe(0);
    for (const argv of [
      ["large.yaml"],
      ["fits.yaml", "--policy", "large.yaml"],
      ["fits.yaml", "--inputs-file", "large.yaml"],
    ]) {
      const { exitCode, report } = await cliReport(root, ["preview", ...argv]);
      expect(exitCode).toBe(2);
      expect(report.diagnostics[0]).toMatchObject({ code: "file-too-large", path: "large.yaml" });
      expect(report.diagnostics[0]?.hint).toMatch(/^Split it/);
    }
  });

  it("take 1000 recipes", async () => {
    const root = tempTree({});
    const prepare = async (count: number) =>
      prepareRecipes(
        list(count, () => "no-such-recipe.yaml"),
        { reader: await readerOf(root) },
        { kind: "values", values: {} },
      );
    const codes = async (count: number) => [
      ...new Set((await prepare(count)).diagnostics.map(({ code }) => code)),
    ];
    expect(await codes(INPUT_LIMITS.recipes)).toEqual(["file-not-found"]);
    expect(await codes(INPUT_LIMITS.recipes + 1)).toEqual(["invalid-option"]);
  });

  it("count the actions of a custom tool, and all steps together", async () => {
    const root = tempTree({
      "recipe.yaml":
        "version: 1\ntools: [t.ts]\nsteps:\n  - { id: a, tool: t, with: { count: 2 } }\n  - { id: b, tool: t, with: { count: 2 } }\n",
      "t.ts":
        'export default (pi) => ({ name: "t", description: "d", parameters: pi.zod.object({ count: pi.zod.number() }), execute(_id, { count }) { for (let at = 0; at < count; at += 1) pi.pushPendingAction({ label: "L", details: { files: ["a"] }, apply() {} }); } });\n',
    });
    const run = { policy: "apply-all", allowCode: true };
    const { alerts, actions } = await runWith(root, { ...run, maxActions: 3 });
    expect(actions.map(({ step, state }) => `${step} ${state}`)).toEqual([
      "a applied",
      "a applied",
      "b discarded",
    ]);
    expect(alerts[0]?.message).toContain("more than 3 actions");
    expect((await runWith(root, { ...run, maxActions: 4 })).exitCode).toBe(0);
  });
});
