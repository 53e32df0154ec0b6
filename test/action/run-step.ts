import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ActionWorld } from "../../src/action/action-world.ts";
import { runAction } from "../../src/action/run-action.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";
import { SHIPPED_RECIPES } from "../support/run-cli.ts";
import { tempFolder } from "../support/temp-tree.ts";

/** What a step left behind. */
export interface StepResult {
  readonly exitCode: number;
  readonly log: string;
  /** The lines of the log that are annotations. */
  readonly annotations: readonly string[];
  /** By name. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs a step in this process, in a workspace on the real disk. Inputs have the names of action.yml. */
export async function runStep(
  workspace: string,
  inputs: Readonly<Record<string, string>>,
  more: Partial<ActionWorld> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const runner = tempFolder();
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? "", // For git.
    NO_COLOR: "1",
    GITHUB_WORKSPACE: workspace,
    GITHUB_OUTPUT: join(runner, "output"),
    GITHUB_STEP_SUMMARY: join(runner, "summary"),
    ...variables,
  };
  writeFileSync(join(runner, "summary"), "");
  for (const [name, text] of Object.entries(inputs))
    env[`SLUICE_INPUT_${name.toUpperCase().replaceAll("-", "_")}`] = text;
  let log = "";
  let clock = Date.UTC(2026, 0, 1);
  const exitCode = await runAction({
    cwd: workspace,
    env,
    write: (text) => {
      log += text;
    },
    now: () => (clock += 1),
    newRunId: () => "test-run",
    newToken: () => "token",
    interrupted: new AbortController().signal,
    self: ownProcess(process),
    after: () => new AbortController().signal,
    shippedRecipes: SHIPPED_RECIPES,
    version: "0.0.0",
    build: "0.0.0",
    ...more,
  });
  const written = readFileSync(join(runner, "output"), "utf8");
  const pairs = [...written.matchAll(/^(.+)<<token\n(.*)\ntoken\n/gm)];
  return {
    exitCode,
    log,
    annotations: log.split("\n").filter((line) => line.startsWith("::error")),
    outputs: Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value])),
    summary: readFileSync(join(runner, "summary"), "utf8"),
  };
}
