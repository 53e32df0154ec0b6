import { readGithubEvent } from "../../files/github-event.ts";
import type { ForgeName } from "../../model/forge/forge-name.ts";
import type { Environment } from "../../model/world.ts";

/** A pull request or merge request, and its server. */
export type FoundPull =
  | {
      readonly kind: "github";
      readonly baseUrl: string;
      readonly owner: string;
      readonly repository: string;
      readonly number: number;
      /** The commit that the job is about; undefined if the event does not say. */
      readonly head: string | undefined;
    }
  | {
      readonly kind: "gitlab";
      readonly baseUrl: string;
      readonly project: string;
      readonly number: number;
    }
  /** The job is not one of a pull request. */
  | { readonly kind: "no-pull" }
  /** `why` is one sentence. */
  | { readonly kind: "none"; readonly why: string };

/** Finds the pull request of a job. `number` replaces the job's. */
export async function findPull(
  env: Environment,
  given: { readonly forge?: ForgeName | undefined; readonly number?: number | undefined },
): Promise<FoundPull> {
  const forge = given.forge ?? forgeOf(env);
  if (forge === "github") return findOnGithub(env, given.number);
  if (forge === "gitlab") return findOnGitlab(env, given.number);
  return none("This is neither a job of GitHub nor one of GitLab.");
}

function forgeOf(env: Environment): ForgeName | undefined {
  if (env.GITHUB_ACTIONS === "true") return "github";
  return env.GITLAB_CI === "true" ? "gitlab" : undefined;
}

async function findOnGithub(env: Environment, given: number | undefined): Promise<FoundPull> {
  const baseUrl = serverIn(env.GITHUB_API_URL || "https://api.github.com");
  if (baseUrl === undefined) return none("GITHUB_API_URL is not the address of a server.");
  const name = /^([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(env.GITHUB_REPOSITORY ?? "");
  const [, owner = "", repository = ""] = name ?? [];
  if (name === null || [owner, repository].some((part) => /^\.+$/.test(part)))
    return none("GITHUB_REPOSITORY does not name a repository, such as owner/name.");
  const ofEvent = await readGithubEvent(env.GITHUB_EVENT_PATH);
  const number = given ?? ofEvent?.number;
  if (number === undefined) return { kind: "no-pull" };
  const head = number === ofEvent?.number ? ofEvent.head : undefined;
  return { kind: "github", baseUrl, owner, repository, number, head };
}

function findOnGitlab(env: Environment, given: number | undefined): FoundPull {
  const baseUrl = serverIn(env.CI_API_V4_URL || "https://gitlab.com/api/v4");
  if (baseUrl === undefined) return none("CI_API_V4_URL is not the address of a server.");
  const project = env.CI_MERGE_REQUEST_PROJECT_ID || env.CI_PROJECT_ID || "";
  if (project === "") return none("CI_PROJECT_ID names no project.");
  const number = given ?? numberIn(Number(env.CI_MERGE_REQUEST_IID));
  if (number === undefined) return { kind: "no-pull" };
  return { kind: "gitlab", baseUrl, project, number };
}

function none(why: string): FoundPull {
  return { kind: "none", why };
}

/** Returns an address of a server without a `/` at the end; undefined if it is no address, or has a user in it. */
function serverIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  const isPlain = [username, password, search, hash].every((part) => part === "");
  if (!isPlain || (protocol !== "https:" && protocol !== "http:")) return undefined;
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

function numberIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
