import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempFolder, tempTree } from "../support/temp-tree.ts";

describe("a working directory that a shell entered through a link", () => {
  function enter(env: (way: string, workspace: string) => Record<string, string>) {
    const [workspace, outside] = [tempFolder(), tempTree({ "a.js": "" })];
    symlinkSync(outside, join(workspace, "out"));
    return cli(outside, ["list"], { env: env(join(workspace, "out"), workspace) });
  }

  it("is refused if the link is in the workspace of a runner", async () => {
    const { exitCode, stderr } = await enter((PWD, GITHUB_WORKSPACE) => ({
      PWD,
      GITHUB_WORKSPACE,
    }));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("leads out of the workspace")]);
  });

  it.each([
    ["without a runner", (PWD: string) => ({ PWD })],
    ["without a shell", (_way: string, GITHUB_WORKSPACE: string) => ({ GITHUB_WORKSPACE })],
    [
      "by another program, which left `PWD` as it was",
      (PWD: string, GITHUB_WORKSPACE: string) => ({ PWD: `${PWD}/..`, GITHUB_WORKSPACE }),
    ],
  ])("is worked in %s", async (_, env) => {
    expect((await enter(env)).exitCode).toBe(0);
  });
});
