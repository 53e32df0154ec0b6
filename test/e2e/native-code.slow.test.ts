import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { FILES, MAIN } from "../support/built-command.ts";
import { snapshot, tempTree } from "../support/temp-tree.ts";

/** Runs the built command where the packages with native code do not find theirs. */
function withoutNativeCode(cwd: string, ...argv: readonly string[]) {
  const env = { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: "/dev/null/none.node" };
  return spawnSync(process.execPath, [MAIN, ...argv], { cwd, env, encoding: "utf8" });
}

const TOLD = /^sluice: @ast-grep\/napi cannot be loaded: .*\nhint: Remove node_modules .*\n$/;

it.each([
  [["preview", "recipe.yaml"]],
  [["validate"]],
  [["run", "recipe.yaml", "--policy", "safe"]],
])("says what to install instead of a fault of its own, and writes nothing: %s", (argv) => {
  const root = tempTree(FILES);
  const before = snapshot(root);
  const { status, stdout, stderr } = withoutNativeCode(root, ...argv);
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 2, stdout: "" },
    stderr: expect.stringMatching(TOLD),
  });
  expect(snapshot(root)).toEqual(before);
});

it("doctor lists the engine as broken, with the remedy, and looks at the rest", () => {
  const { status, stdout, stderr } = withoutNativeCode(tempTree(FILES), "doctor");
  expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
  expect(stdout).toMatch(/^broken {2}engine {6}@ast-grep\/napi cannot be loaded: .*\n +→ Remove/m);
  expect(stdout).toMatch(/^ok {6}runs/m);
});
