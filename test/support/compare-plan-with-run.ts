import { join } from "node:path";
import { expect } from "vitest";
import { cli } from "./run-cli.ts";
import { snapshot, tempFolder } from "./temp-tree.ts";
import { initRepository } from "./write-repository.ts";

/** Runs in one copy of a tree, plans and applies in two others; all three must come to the same bytes. */
export async function comparePlanWithRun(
  make: (root: string) => void,
  argv: readonly string[],
): Promise<void> {
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
