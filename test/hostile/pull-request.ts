import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { actionAsProcess, cliAsProcess } from "../support/process-of-test.ts";
import {
  commitAll,
  git,
  snapshot,
  type Tree,
  tempFolder,
  writeTree,
} from "../support/temp-tree.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

/** The value of `CANARY_TOKEN` and `GITHUB_TOKEN` in every check; no output may contain it. */
export const TOKEN = "canary-5f0e31c9a7d2";

/** The pull request of a stranger, checked out as CI does it, and everything that must stay untouched. */
export interface PullRequest {
  /** The checkout, at the commit of the pull request. */
  readonly root: string;
  /** A folder beside the checkout, with the files of `outside`. */
  readonly outside: string;
  /** A file that exists if any code of the stranger ran: name it in the code, by this path. */
  readonly canary: string;
  /** The value of the variable `CANARY_TOKEN`, and of `GITHUB_TOKEN`. */
  readonly token: string;
  /** The port of a server on 127.0.0.1 that counts the requests it gets. */
  readonly port: number;
  /** The id of the base commit. */
  readonly base: string;
}

/** The content of a pull request. */
export interface PullRequestContent {
  /** The files of the base commit, which the project's people wrote. */
  readonly base: Tree;
  /** The files that the stranger adds and replaces. */
  readonly head?: (paths: {
    readonly canary: string;
    readonly outside: string;
    readonly port: number;
  }) => Tree;
  /** More changes of the stranger, such as links; called before the commit. */
  readonly prepare?: (root: string, outside: string) => void;
  /** The files beside the checkout. */
  readonly outside?: Tree;
}

/** The outcome of one way to run Sluice on a pull request. */
export interface Attempt {
  readonly way: "command" | "action";
  readonly exitCode: number | null;
  /** Everything that was printed, and written for the runner and into the report. */
  readonly output: string;
  /** The part of it that was printed. */
  readonly printed: string;
  /** Undefined if no report was written. */
  readonly report: Report | undefined;
}

/** The request of a project that checks pull requests. */
export interface Check {
  readonly mode?: "preview" | "run" | "plan" | "apply";
  readonly recipes: readonly string[];
  /** The plan of the mode `apply`, or of the mode `plan` if it is not beside the checkout; relative to the checkout. */
  readonly plan?: string;
  readonly policy?: string;
  /** The folder of the checkout that is edited; by default all of it. */
  readonly folder?: string;
  /** False without `--report`, which replaces the reports of a project file. */
  readonly hasReport?: boolean;
  /** More options, such as `--allow-code`. */
  readonly args?: readonly string[];
  /** More variables of the job. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Makes a repository with a base commit and a commit of a stranger, and watches what happens around it. */
export async function openPullRequest(content: PullRequestContent): Promise<PullRequest> {
  const place = tempFolder();
  const [root, outside, canary] = ["checkout", "outside", "canary"].map((name) =>
    join(place, name),
  );
  if (root === undefined || outside === undefined || canary === undefined)
    throw new Error("no place");
  writeTree(outside, { ".keep": "", ...content.outside });
  writeTree(root, content.base);
  git(root, "init", "-q", "-b", "main");
  commitAll(root);
  const base = git(root, "rev-parse", "HEAD").trim();
  const { port } = await countingServer();
  writeTree(root, content.head?.({ canary, outside, port }) ?? {});
  content.prepare?.(root, outside);
  git(root, "checkout", "-q", "-b", "pull-request");
  commitAll(root);
  return { root, outside, canary, token: TOKEN, port, base };
}

/** The servers of this process, by port, with the number of requests they got. */
const requests = new Map<number, number>();

async function countingServer(): Promise<{ readonly port: number }> {
  const server: Server = createServer((_request, response) => {
    requests.set(port, (requests.get(port) ?? 0) + 1);
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  onTestFinished(() => {
    requests.delete(port);
    server.closeAllConnections();
    server.close();
  });
  return { port };
}

/**
 * Runs a check by the command and by the Action, with the defaults of a job for a pull request. Both run in this process
 * if no code is allowed, but for an Action whose job has variables of its own; otherwise they run as they are built.
 * Expects that nothing of the stranger was run, read or sent, and nothing beside the checkout changed.
 */
export async function checkSafely(request: PullRequest, check: Check): Promise<readonly Attempt[]> {
  const before = snapshot(request.outside);
  const attempts: Attempt[] = [];
  for (const way of ["command", "action"] as const)
    attempts.push(await attempt(way, request, check));
  for (const { way, output } of attempts) {
    expect(existsSync(request.canary), `${way}: code of the tree ran`).toBe(false);
    expect(output.includes(request.token), `${way}: a variable was printed`).toBe(false);
  }
  expect(requests.get(request.port) ?? 0, "requests that were sent").toBe(0);
  expect(snapshot(request.outside)).toEqual(before);
  return attempts;
}

async function attempt(way: Attempt["way"], request: PullRequest, check: Check): Promise<Attempt> {
  const files = tempFolder();
  const report = join(files, "report.json");
  const {
    mode = "preview",
    recipes,
    policy = "",
    folder = ".",
    args = [],
    hasReport = true,
  } = check;
  const event = join(files, "event.json");
  writeFileSync(
    event,
    JSON.stringify({ pull_request: { base: { sha: request.base, ref: "main" } } }),
  );
  const [output, summary] = [join(files, "output"), join(files, "summary")];
  const plan = check.plan ?? (mode === "plan" ? join(files, "plan.json") : "");
  const more = [...(hasReport ? [`--report=json=${report}`] : []), ...args];
  const named = mode === "apply" ? [plan] : recipes;
  const ofCommand = [mode, ...named, ...(policy === "" ? [] : [`--policy=${policy}`]), ...more];
  const inputs = {
    RECIPES: recipes.join(","),
    POLICY: policy,
    MODE: mode,
    PLAN: plan,
    ARGS: more.join(" "),
    WORKING_DIRECTORY: folder,
  };
  const env: Readonly<Record<string, string>> = {
    PATH: process.env.PATH ?? "",
    HOME: files,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: event,
    GITHUB_BASE_REF: "main",
    GITHUB_WORKSPACE: request.root,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_TOKEN: request.token,
    CANARY_TOKEN: request.token,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, text]) => [`SLUICE_INPUT_${name}`, text]),
    ),
    ...check.env,
  };
  const cwd = way === "action" ? request.root : join(request.root, folder);
  const argv = [...ofCommand, ...(mode === "plan" ? ["-o", plan] : [])];
  // Code that may run sees the variables and the folders of a process.
  const runsCode = args.includes("--allow-code");
  const { exitCode, text } =
    way === "action"
      ? runsCode || check.env !== undefined
        ? await runProcess(["action/main.js"], cwd, env)
        : await actionAsProcess(cwd, env)
      : runsCode
        ? await runProcess(["main.js", ...argv], cwd, env)
        : await runHere(argv, cwd, env);
  const written = [output, summary, report].map(textOrNothing);
  return {
    way,
    exitCode,
    output: [text, ...written].join("\n"),
    printed: text,
    report: existsSync(report) ? (JSON.parse(readFileSync(report, "utf8")) as Report) : undefined,
  };
}

async function runHere(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
) {
  const { exitCode, stdout, stderr } = await cliAsProcess(cwd, env, argv);
  return { exitCode, text: stdout + stderr };
}

function runProcess(
  [file = "", ...argv]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [join(DIST, file), ...argv], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 50_000);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  return new Promise((done) => {
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      done({ exitCode, text });
    });
  });
}

function textOrNothing(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
