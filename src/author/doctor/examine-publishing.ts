import { readGithubEvent } from "../../files/github-event.ts";
import { FORGE_TOKENS, type FoundRepository, findRepository } from "../../forge/find-repository.ts";
import type { Policy } from "../../model/policy.ts";
import type { Environment } from "../../model/world.ts";
import { type Finding, note, ok } from "./finding.ts";

type Repository = Exclude<FoundRepository, { readonly kind: "none" }>;

/**
 * Looks at what a policy wants of a forge, by the variables of the job. No server is asked: what only the forge knows
 * is told as such, with the command that asks it.
 */
export async function examinePublishing(
  policy: Policy,
  env: Environment,
): Promise<readonly Finding[]> {
  const repository = findRepository(env);
  const isJob = env.GITHUB_ACTIONS === "true" || env.GITLAB_CI === "true";
  if (repository.kind === "none")
    return isJob
      ? [note("forge", repository.why, "Leave the variables of the job as they are.")]
      : [ok("forge", `No job of a forge: ${ELSEWHERE}`), ...examineTeams(policy)];
  const name = repository.kind === "github" ? "GitHub" : "GitLab";
  return [
    ok("forge", `${name}, ${nameOf(repository)}`),
    examineToken(repository, env),
    ...(await examineBranch(policy, repository, env)),
    ...examineWorkflows(policy, repository),
    ...examineTeams(policy),
  ];
}

const ELSEWHERE = "there `sluice doctor` looks at token and branch, too.";

function nameOf(repository: Repository): string {
  return repository.kind === "github"
    ? `${repository.owner}/${repository.repository}`
    : repository.project;
}

const ASK = "`sluice publish PLAN --dry-run` asks the forge: see docs/pull-requests.md.";
const RIGHTS = "No variable tells its rights";

/** The beginnings of tokens, which say whose they are. */
const KINDS: readonly (readonly [beginning: RegExp, whose: string])[] = [
  [/^(?:ghp|gho|github_pat)_/, "a person's, who may not approve what it opens"],
  [/^ghu_/, "an app's, in the name of a person, who may not approve what it opens"],
  [/^glpat-/, "an access token, whose account may not approve what it opens"],
];

const OF_JOB =
  "is the job's or an app's. If it is the job's, its pull requests start no workflows, it pushes no workflow files, " +
  "and the repository must allow Actions to create pull requests";

function examineToken({ kind }: Repository, env: Environment): Finding {
  const names = FORGE_TOKENS[kind];
  const name = names.find((one) => env[one]);
  const token = name === undefined ? "" : (env[name] ?? "");
  if (name === undefined) {
    const remedy =
      kind === "github"
        ? "Give the step GITHUB_TOKEN with `contents: write` and `pull-requests: write`; the Action has `github-token`."
        : "Add GITLAB_TOKEN with the scope `api`, role Developer; CI_JOB_TOKEN cannot open merge requests.";
    return note("token", `There is no token in ${names.join(" or ")}.`, remedy);
  }
  if (token.startsWith("ghs_")) return note("token", `${name} ${OF_JOB}. ${RIGHTS}.`, ASK);
  const whose = KINDS.find(([beginning]) => beginning.test(token))?.[1];
  if (whose === undefined) return note("token", `Nothing tells whose ${name} is. ${RIGHTS}.`, ASK);
  return ok("token", `${name} is ${whose}. ${RIGHTS}: ${ASK}`);
}

/** Commits begin at what is checked out: of another branch, pull requests have its commits, too. */
async function examineBranch(
  { publish }: Policy,
  { kind }: Repository,
  env: Environment,
): Promise<readonly Finding[]> {
  if (publish === undefined) return [];
  const isGithub = kind === "github";
  const known = isGithub
    ? (await readGithubEvent(env.GITHUB_EVENT_PATH))?.defaultBranch
    : env.CI_DEFAULT_BRANCH;
  const base = publish.base ?? known;
  const branch = isGithub
    ? env.GITHUB_REF_TYPE === "branch" && env.GITHUB_REF_NAME
    : env.CI_COMMIT_BRANCH;
  if (!base || !branch)
    return [ok("base", `${base || "the default branch"}; check out its newest commit`)];
  if (base === branch) return [ok("base", base)];
  const message = `Pull requests are for ${base}, and the job is one of ${branch}: they would have its commits, too.`;
  return [note("base", message, `Publish from a job of ${base}, such as a scheduled one.`)];
}

function examineWorkflows({ publish, protects }: Policy, { kind }: Repository): readonly Finding[] {
  if (publish === undefined || kind !== "github" || protects.includes("protected-ci")) return [];
  const message =
    "The policy may apply changes in .github/workflows, which the token of a job cannot push.";
  return [note("workflows", message, "Use the token of an app with `workflows: write`.")];
}

function examineTeams({ approvals, guards, rules }: Policy): readonly Finding[] {
  const all = [approvals, ...[...guards, ...rules].map((rule) => rule.approvals)];
  const names = all.flatMap((one) => (typeof one?.by === "object" ? one.by : []));
  const teams = [...new Set(names.filter((name) => name.includes("/")))].sort();
  if (teams.length === 0) return [];
  const without = "without a token that may read members nobody counts by a team";
  const message = `\`approvals\` names ${teams.join(", ")}: ${without}.`;
  return [note("teams", message, "Use the token of an app with `members: read`, or name people.")];
}
