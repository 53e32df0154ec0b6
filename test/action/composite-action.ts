import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** A step of a composite action. */
interface CompositeStep {
  readonly name: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What action.yml says, as far as the tests look at it. */
export interface CompositeAction {
  readonly inputs: Readonly<
    Record<
      string,
      { readonly description: string; readonly required?: boolean; readonly default?: string }
    >
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly CompositeStep[] };
}

/** How a step of a job ended that uses the action. */
export interface ActionResult {
  readonly exitCode: number | null;
  readonly log: string;
  readonly summary: string;
  /** What the steps wrote into the files that set PATH and variables of later steps of the job. */
  readonly changedForLater: string;
  /** The outputs of the action, by name. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads the action.yml of a folder. */
export async function readAction(folder: string): Promise<CompositeAction> {
  // The tests check what they use of it.
  return parse(await readFile(join(folder, "action.yml"), "utf8")) as CompositeAction;
}

/**
 * Runs the shell steps of an action as the runner does: one after the other, with
 * `bash --noprofile --norc -eo pipefail`, in the workspace, with a fresh set of command files each,
 * until one fails. `inputs` are those of a `with:`; the others get their default.
 */
export async function runShellSteps(
  folders: { readonly action: string; readonly workspace: string; readonly temp: string },
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ActionResult> {
  const action = await readAction(folders.action);
  const inputValue = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? "";
  const stepOutputs = new Map<string, string>();
  let exitCode: number | null = 0;
  let log = "";
  let summary = "";
  let changedForLater = "";
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    const files = await commandFiles(folders.temp);
    const script = join(folders.temp, "script.sh");
    await writeFile(script, step.run);
    const stepEnv = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      text
        .replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, input: string) => inputValue(input))
        .replace(/\$\{\{ (steps\..+?) \}\}/g, (_whole, key: string) => stepOutputs.get(key) ?? ""),
    ]);
    const ended = await runBash(script, folders.workspace, {
      ...inheritedEnvironment(),
      ...files,
      RUNNER_TEMP: folders.temp,
      RUNNER_TOOL_CACHE: join(folders.temp, "tools"),
      ...env,
      ...Object.fromEntries(stepEnv),
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: folders.workspace,
      GITHUB_ACTION_PATH: folders.action,
    });
    exitCode = ended.exitCode;
    log += ended.log;
    summary += await readFile(files.GITHUB_STEP_SUMMARY, "utf8");
    changedForLater += await readFile(files.GITHUB_PATH, "utf8");
    changedForLater += await readFile(files.GITHUB_ENV, "utf8");
    for (const [name, value] of parseOutputs(await readFile(files.GITHUB_OUTPUT, "utf8")))
      stepOutputs.set(`steps.${step.id}.outputs.${name}`, value);
    if (exitCode !== 0) break;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => {
    const [, key = "", fallback = ""] =
      /^\$\{\{ (steps\.\S+)(?: \|\| '(.*)')? \}\}$/.exec(value) ?? [];
    return [name, stepOutputs.get(key) || fallback];
  });
  return { exitCode, log, summary, changedForLater, outputs: Object.fromEntries(outputs) };
}

/** The environment that a job would have: without what vitest adds to it. */
function inheritedEnvironment(): Record<string, string | undefined> {
  const names = Object.keys(process.env).filter((name) =>
    /^(PATH|HOME|LANG|TMPDIR|npm_config_.*)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

async function commandFiles(temp: string) {
  const files = {
    GITHUB_OUTPUT: join(temp, "output"),
    GITHUB_STEP_SUMMARY: join(temp, "summary"),
    GITHUB_ENV: join(temp, "env"),
    GITHUB_PATH: join(temp, "path"),
  };
  await Promise.all(Object.values(files).map((file) => writeFile(file, "")));
  return files;
}

function runBash(
  script: string,
  cwd: string,
  env: Record<string, string | undefined>,
): Promise<{ exitCode: number | null; log: string }> {
  return new Promise((resolve, reject) => {
    const args = ["--noprofile", "--norc", "-eo", "pipefail", script];
    const child = spawn("bash", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    }
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, log: `pid ${child.pid}\n${log}` }));
  });
}

/** The runner's reading of GITHUB_OUTPUT: `name=value` in a line, and the heredoc form. */
function parseOutputs(text: string): readonly (readonly [name: string, value: string])[] {
  const form = /^(?:([^=\n]+?)<<(.+)\n(?:([\s\S]*?)\n)??\2|([^=\n]+)=(.*))\n/gm;
  return [...text.matchAll(form)].map(([, heredoc, , long = "", name = "", short = ""]) =>
    heredoc === undefined ? [name, short] : [heredoc, long],
  );
}
