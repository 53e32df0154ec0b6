import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { Report } from "../../../../src/index.ts";
import { cliAsProcess } from "../../../support/process-of-test.ts";

const MAIN = resolve(import.meta.dirname, "../../../../dist/main.js");

/** The output of a command that has ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The variables of a command: none of the CI in which the test runs. */
function variables() {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, MODEL_KEY: "key-of-a-test" };
}

/** Starts the built command. */
export function start(root: string, ...argv: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...argv], {
    cwd: root,
    env: variables(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const out = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      out[name] += text;
    });
  const ended = new Promise<Ended>((done) => {
    child.on("close", (status) => done({ status, ...out }));
  });
  return { child, ended };
}

/** Runs a command line to its end in this process, with the same variables. */
export async function command(root: string, ...argv: readonly string[]): Promise<Ended> {
  const { exitCode, ...out } = await cliAsProcess(root, variables(), argv);
  return { status: exitCode, ...out };
}

/** The same with `--format json`, and its report. */
export async function report(root: string, ...argv: readonly string[]) {
  const ended = await command(root, ...argv, "--format", "json");
  try {
    return { ...ended, report: JSON.parse(ended.stdout) as Report };
  } catch (cause) {
    throw new Error(`No report: ${ended.stdout}${ended.stderr}`, { cause });
  }
}
