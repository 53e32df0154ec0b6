import type { CliWorld } from "../../src/cli/cli-world.ts";
import { REPOSITORY } from "./grammar-packages.ts";
import { type OpenAiServer, openAiServer, type Scripted } from "./openai-server.ts";
import { cliReport } from "./run-cli.ts";
import { type Tree, tempTree, writeTree } from "./temp-tree.ts";

/** A call with which a model rewrites `old(…)` in one file. */
export const edit = (path: string) => ({
  name: "ast_edit",
  arguments: { paths: [path], ops: [{ pat: "old($A)", out: "fresh($A)" }] },
});

/** A run of a recipe with prompt steps against a scripted server. */
export interface PromptRun {
  readonly root: string;
  readonly server: OpenAiServer;
  readonly result: Awaited<ReturnType<typeof cliReport>>;
}

/** How a recipe is run. */
export interface PromptRunOptions {
  readonly command?: "run" | "preview" | "plan";
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Tree;
  readonly policy?: string;
  readonly surroundings?: Partial<CliWorld>;
  /** Makes its tree: without git, unless git has a part in what is proved. */
  readonly make?: typeof tempTree;
  /** Told where it runs, before it does. */
  readonly onRoot?: (root: string) => void;
  /** A reply that nobody asks for is no failure. */
  readonly isOpenEnded?: boolean;
}

/** What applies everything that a model proposes. */
export const APPLY_ALL = `version: 1
default: { verdict: apply, reason: It is a test. }
`;

/**
 * Runs the text of a recipe, in which `MODEL` stands for a model at the server, and `SOFT` for one that nobody can force, and `SERVER` for its address, in a tree of its own: real HTTP,
 * the real SDK, the real disk.
 */
export async function runPrompt(
  recipe: string,
  replies: readonly Scripted[],
  {
    command = "run",
    args = [],
    env = {},
    files = {},
    policy = APPLY_ALL,
    surroundings = {},
    isOpenEnded = false,
    make = tempTree,
    onRoot,
  }: PromptRunOptions = {},
): Promise<PromptRun> {
  const server = await openAiServer(replies, { isEveryReplyUsed: !isOpenEnded });
  const root = make({ "src/a.ts": "old(1);\n", "src/b.ts": "old(2);\n", ...files });
  onRoot?.(root);
  const result = await runAgain(root, recipe, server, { command, args, env, policy, surroundings });
  return { root, server, result };
}

/** The same in a folder that is there already. */
export function runAgain(
  root: string,
  recipe: string,
  server: OpenAiServer,
  {
    command = "run",
    args = [],
    env = {},
    policy = APPLY_ALL,
    surroundings = {},
  }: PromptRunOptions = {},
): ReturnType<typeof cliReport> {
  writeTree(root, {
    ".sluice/recipes/r.yaml": recipe
      .replaceAll("model: MODEL", `model: ${modelAt(server, "named")}`)
      .replaceAll("model: SOFT", `model: ${modelAt(server, "none")}`)
      .replaceAll("SERVER", server.baseUrl),
    ".sluice/recipes/policy.yaml": policy,
  });
  const { host } = new URL(server.baseUrl);
  const consent = [
    `--allow-host=${host}`,
    ...Object.keys(env).map((name) => `--allow-env=${name}`),
  ];
  const given = [command, "r", "--policy", ".sluice/recipes/policy.yaml", ...consent, ...args];
  return cliReport(root, given, {
    ownFolder: REPOSITORY, // It has the packages of models.
    env: { PATH: process.env.PATH, ...env },
    after: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, 20_000)),
    ...surroundings,
  });
}

function modelAt({ baseUrl }: OpenAiServer, toolChoice: "named" | "none"): string {
  return `{ provider: openai-compatible, name: scripted, baseUrl: "${baseUrl}", retries: 0, toolChoice: ${toolChoice} }`;
}
