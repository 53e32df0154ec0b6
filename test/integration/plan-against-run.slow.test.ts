import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, SHIPPED_RECIPES } from "../support/run-cli.ts";
import { snapshot, tempFolder, writeTree } from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";

/** Runs in one copy of a tree, plans and applies in two others; all three must come to the same bytes. */
async function compare(make: (root: string) => void, argv: readonly string[]): Promise<void> {
  const folder = tempFolder();
  const [ran, verified, believed] = ["run", "verified", "believed"].map((name) =>
    join(folder, name),
  );
  for (const root of [ran, verified, believed]) {
    make(String(root));
    initRepository(String(root));
  }
  const before = snapshot(String(verified));
  const run = await cli(String(ran), ["run", ...argv]);
  const plan = await cli(String(verified), ["plan", ...argv, "-o", "../plan.json"]);
  expect(plan).toMatchObject({ exitCode: 0, stderr: "" });
  expect(snapshot(String(verified))).toEqual(before);
  for (const [root, more] of [
    [verified, []],
    [believed, ["--no-verify"]],
  ] as const) {
    const { exitCode, stderr } = await cli(String(root), ["apply", "../plan.json", ...more]);
    expect({ exitCode, stderr }).toEqual({ exitCode: run.exitCode, stderr: "" });
    expect(snapshot(String(root))).toEqual(snapshot(String(ran)));
  }
  expect(snapshot(String(ran))).not.toEqual(before);
}

const CASES = readdirSync(SHIPPED_RECIPES).flatMap((recipe) => {
  const cases = join(SHIPPED_RECIPES, recipe, "cases");
  if (!existsSync(cases)) return [];
  return readdirSync(cases).map((name) => [recipe, name] as const);
});

describe("plan and apply come to the bytes of run", () => {
  it.each(CASES.filter(([, name]) => !/look-alikes/.test(name)))(
    "for the recipe %s on %s",
    async (recipe, name) => {
      const input = join(SHIPPED_RECIPES, recipe, "cases", name, "input");
      await compare(
        (root) => {
          cpSync(input, root, { recursive: true });
          writeTree(root, { "other.ts": "export {};\n" }); // Some patterns are of TypeScript only.
        },
        [recipe, "--policy", "apply-all"],
      );
    },
  );
});
