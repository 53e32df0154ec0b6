import { resolve } from "node:path";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Report } from "../../src/model/report/report.ts";
import { ownProcess } from "../../src/shared/process/own-process.ts";

/** What a command line came to. */
export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder of the recipes that ship. */
export const SHIPPED_RECIPES = resolve(import.meta.dirname, "../../recipes");

let environment = { PATH: process.env.PATH };

/** Returns what git needs: one value, as in a process, so that a repository is asked for its drivers only once. */
export function gitOnly(): Readonly<Record<string, string | undefined>> {
  const { PATH } = process.env;
  if (environment.PATH !== PATH) environment = { PATH };
  return environment;
}

/** Runs a command line in this process, on the real disk, with a clock and ids of the test's own. */
export async function cli(
  cwd: string,
  argv: readonly string[],
  more: Partial<CliWorld> = {},
): Promise<CliResult> {
  const out = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      out[name] += text;
    },
    isTerminal: false,
    columns: 100,
  });
  let clock = Date.UTC(2026, 0, 1);
  const exitCode = await runCli(argv, {
    cwd,
    env: gitOnly(),
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    now: () => (clock += 1),
    newRunId: () => "test-run",
    self: ownProcess(process),
    interrupted: new AbortController().signal,
    after: () => new AbortController().signal,
    shippedRecipes: SHIPPED_RECIPES,
    version: "0.0.0",
    build: "0.0.0",
    ...more,
  });
  return { exitCode, ...out };
}

/** Runs a command with `--format json` and answers its report too, with all facts unless `argv` says otherwise. */
export async function cliReport(
  cwd: string,
  argv: readonly string[],
  more: Partial<CliWorld> = {},
): Promise<CliResult & { readonly report: Report }> {
  const runs = ["run", "preview"].includes(argv[0] ?? "") && !argv.includes("--facts");
  const facts = runs ? ["--facts", "all"] : [];
  const result = await cli(cwd, [...argv, "--format", "json", ...facts], more);
  return { ...result, report: JSON.parse(result.stdout) as Report };
}
