import { type Tree, tempRepository } from "../../../support/temp-tree.ts";
import { report } from "./command.ts";
import { type Call, provider, type Reply } from "./provider.ts";

/** A policy that applies everything. */
export const APPLIES = `version: 1
default: { verdict: apply, reason: The policy says so. }
`;

/** The settings of a conversation that differ from the usual ones. */
export interface Conversation {
  /** Keys of the step, as YAML in braces without them. Default: the model resolves, with `ast_edit` and `read_file`. */
  readonly step?: string;
  /** Keys of the model, as YAML. */
  readonly model?: string;
  /** Default: `openai-compatible`. */
  readonly provider?: string;
  /** Keys of the recipe, as YAML lines. */
  readonly recipe?: string;
  readonly policy?: string;
  readonly files?: Tree;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly prompt?: string;
}

/** Lays out a repository whose recipe `r` asks a scripted provider, with the arguments that run it. */
export async function conversation(replies: readonly Reply[], options: Conversation = {}) {
  const { step = "resolve: model, tools: [ast_edit, read_file]", model = "retries: 0" } = options;
  const { host, baseUrl, requests } = await provider(replies);
  const recipe = `version: 1
name: r
${options.recipe ?? ""}
steps:
  - { id: ask, prompt: "${options.prompt ?? "Rewrite old()."}", ${step}, model: { provider: ${options.provider ?? "openai-compatible"}, name: m, baseUrl: "${baseUrl}", ${model} } }
`;
  const root = tempRepository({
    ".sluice/recipes/r.yaml": recipe,
    ".sluice/recipes/policy.yaml": options.policy ?? APPLIES,
    "src/a.ts": "old(1);\n",
    "src/b.ts": "old(2);\n",
    "src/c.ts": "old(3);\n",
    ...options.files,
  });
  const verb = options.command ?? "run";
  const given = [
    "--policy",
    ".sluice/recipes/policy.yaml",
    "--allow-host",
    host,
    ...(options.args ?? []),
  ];
  return { root, requests, argv: [verb, "r", ...given] };
}

/** Runs the command on such a repository. */
export async function converse(replies: readonly Reply[], options: Conversation = {}) {
  const { root, requests, argv } = await conversation(replies, options);
  return { root, requests, ...(await report(root, ...argv)) };
}

/** A call of `ast_edit` that rewrites `old(…)` of one file. */
export function edit(path: string, more: Partial<Call> = {}): Call {
  const ops = [{ pat: "old($A)", out: "fresh($A)" }];
  return { name: "ast_edit", params: { paths: [path], ops }, ...more };
}

/** A call of `resolve`. */
export function resolve(action: string, reason: string, extra?: object): Call {
  return { name: "resolve", params: { action, reason, ...(extra && { extra }) } };
}

/** The last answer of a conversation. */
export const DONE = { text: "Done." };
