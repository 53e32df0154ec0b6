import { readBounded } from "../../files/read-bounded.ts";
import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { Environment } from "../../model/world.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { CI_SYSTEMS } from "../sources/ci-systems.ts";
import { MAX_EVENT } from "../sources/commit-of-event.ts";
import { CI_PROVIDERS, type CiFork, type CiProvider } from "./ci-providers.ts";
import { type GithubPayload, githubFacts } from "./github-facts.ts";

/** Outside of CI: the branch is the one that is checked out. */
const NO_CI = { event: "none", provider: "none", fork: false } as const satisfies CiFacts;

/** Variables of which one is set in every job of a CI system, also of one that is not known. */
const SIGNS = "BUILD_ID BUILD_NUMBER CI CI_APP_ID CI_BUILD_ID CI_BUILD_NUMBER CI_NAME";
const ANY_SIGN = `${SIGNS} CONTINUOUS_INTEGRATION RUN_ID`.replaceAll(" ", "|");

/** Finds the facts of the CI system that these variables tell of; what they do not tell is absent. */
export async function ciFactsOf(
  env: Environment,
  currentBranch: () => Promise<string | undefined>,
): Promise<CiFacts> {
  const provider = providerOf(env);
  if (provider === undefined)
    return isCi(env) ? {} : { ...NO_CI, ...definedOnly({ branch: await currentBranch() }) };
  const { id } = provider;
  // Gitea and Forgejo set the variables of GitHub, too.
  if (id === "github_actions" || id === "gitea_actions")
    return { ...githubFacts(env, await payloadOf(env.GITHUB_EVENT_PATH)), provider: id };
  return { ...factsOf(provider, env), provider: id };
}

function isCi(env: Environment): boolean {
  return env.CI !== "false" && holds(ANY_SIGN, env);
}

function providerOf(env: Environment): CiProvider | undefined {
  if (env.CI === "false") return undefined;
  return CI_PROVIDERS.find(({ marks }) => marks.every((mark) => holds(mark, env)));
}

/** True if one of `A|B=VALUE|C*=PART` holds. */
function holds(condition: string, env: Environment): boolean {
  return condition.split("|").some((each) => {
    const [, name = "", sign, value = ""] = /^(\w+)(\*?=)?(.*)$/.exec(each) ?? [];
    const text = env[name] ?? "";
    if (sign === undefined) return text !== "";
    return sign === "=" ? text === value : text.includes(value);
  });
}

function factsOf(provider: CiProvider, env: Environment): CiFacts {
  const system = CI_SYSTEMS.find(({ id }) => id === provider.id);
  const isSet = (condition: string) =>
    condition.includes("=") ? holds(condition, env) : isTrue(env[condition]);
  if (system === undefined) return {};
  if (system.pulls.some(isSet)) {
    const branch = branchIn(env, system.branches);
    return definedOnly({ event: "pull_request", branch, fork: forkOf(provider.fork, env) });
  }
  const isTag = provider.tag !== undefined && isTrue(env[provider.tag]);
  return definedOnly({
    event: eventOf(provider, env),
    branch: isTag ? undefined : branchIn(env, provider.branches),
    fork: false,
  });
}

/** The values by which systems say that something is not the case. */
function isTrue(value: string | undefined): boolean {
  return !["", "0", "false"].includes((value ?? "").toLowerCase());
}

function eventOf({ event, signs = [] }: CiProvider, env: Environment): string | undefined {
  const sign = signs.find(([variable]) => isTrue(env[variable]));
  if (sign !== undefined) return sign[1];
  if (event === undefined) return undefined;
  const [variable, values] = event;
  const value = env[variable] ?? "";
  const words = values.split(" ").map((each) => each.split("="));
  const [own, word] = words.find(([name]) => name === value) ?? [];
  return word ?? own;
}

function branchIn(env: Environment, variables: readonly string[] = []): string | undefined {
  const text = variables.map((name) => env[name] ?? "").find((value) => value !== "");
  if (text === undefined || /^refs\/(?!heads\/)/.test(text)) return undefined;
  return text.replace(/^refs\/heads\/|^origin\//, "");
}

function forkOf(fork: CiFork | undefined, env: Environment): boolean | undefined {
  if (fork === undefined) return undefined;
  if (fork.kind === "by-pull")
    return forkOf(fork.ways.find(([pull]) => isTrue(env[pull]))?.[1], env);
  if (fork.kind === "sign") return isTrue(env[fork.variable]);
  if (fork.kind === "flag") {
    const value = (env[fork.variable] ?? "").toLowerCase();
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  for (const [one, other] of fork.variables) {
    const [from, to] = [repositoryOf(env[one]), repositoryOf(env[other])];
    if (from !== "" && to !== "") return from !== to;
  }
  return undefined;
}

/** `git@host:owner/name.git` and `https://host/owner/name` → `owner/name`; `group/sub/name` stays. */
function repositoryOf(text = ""): string {
  const path = text.replace(/^\w+:\/\/[^/]+\//, "").replace(/^[\w.-]+@[^:/]+:/, "");
  return path.replace(/\.git$/, "").toLowerCase();
}

/** Reads the file of an event of GitHub; undefined if it cannot be read, or has no object. */
async function payloadOf(file: string | undefined): Promise<GithubPayload | undefined> {
  if (!file) return undefined;
  const read = await readBounded(file, MAX_EVENT);
  if (read.kind !== "bytes") return undefined;
  try {
    const payload: unknown = JSON.parse(new TextDecoder().decode(read.bytes));
    return typeof payload === "object" && payload !== null ? payload : undefined;
  } catch {
    return undefined; // Not JSON: the facts that it tells are not known.
  }
}
