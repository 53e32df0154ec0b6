import type { ForgeName } from "../model/forge/forge-name.ts";
import type { Environment } from "../model/world.ts";

/** A repository on a forge, as the variables of a job name it. */
export type FoundRepository =
  | {
      readonly kind: "github";
      /** Of the REST API, without a `/` at the end. */
      readonly baseUrl: string;
      readonly owner: string;
      readonly repository: string;
    }
  | {
      readonly kind: "gitlab";
      readonly baseUrl: string;
      /** The number of the project, or its path. */
      readonly project: string;
    }
  /** `why` is one sentence. */
  | { readonly kind: "none"; readonly why: string };

/** The names of the variables that a token is taken from, by forge; the first that is set counts. */
export const FORGE_TOKENS: Readonly<Record<ForgeName, readonly string[]>> = {
  github: ["GITHUB_TOKEN", "GH_TOKEN"],
  gitlab: ["GITLAB_TOKEN"],
};

const GITHUB_API = "https://api.github.com";
const GITLAB_API = "https://gitlab.com/api/v4";

/** Finds the repository of a job. `forge` replaces the one of the job. */
export function findRepository(env: Environment, forge = forgeOf(env)): FoundRepository {
  if (forge === "github") return findOnGithub(env);
  if (forge === "gitlab") return findOnGitlab(env);
  return noRepository("This is neither a job of GitHub nor one of GitLab.");
}

function forgeOf(env: Environment): ForgeName | undefined {
  if (env.GITHUB_ACTIONS === "true") return "github";
  return env.GITLAB_CI === "true" ? "gitlab" : undefined;
}

function findOnGithub(env: Environment): FoundRepository {
  const baseUrl = serverIn(env.GITHUB_API_URL || GITHUB_API);
  if (baseUrl === undefined) return noRepository("GITHUB_API_URL is not the address of a server.");
  const name = /^([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(env.GITHUB_REPOSITORY ?? "");
  const [, owner = "", repository = ""] = name ?? [];
  if (name === null || [owner, repository].some((part) => /^\.+$/.test(part)))
    return noRepository("GITHUB_REPOSITORY does not name a repository, such as owner/name.");
  return { kind: "github", baseUrl, owner, repository };
}

function findOnGitlab(env: Environment): FoundRepository {
  const baseUrl = serverIn(env.CI_API_V4_URL || GITLAB_API);
  if (baseUrl === undefined) return noRepository("CI_API_V4_URL is not the address of a server.");
  const project = env.CI_MERGE_REQUEST_PROJECT_ID || env.CI_PROJECT_ID || "";
  if (project === "") return noRepository("CI_PROJECT_ID names no project.");
  return { kind: "gitlab", baseUrl, project };
}

/** A server of a forge: its API, and the pages and branches; without a `/` at the end. */
interface ForgeServer {
  readonly baseUrl: string;
  readonly web: string;
}

/** Returns the server that the variables name, or the public one; undefined if they name none that can be used. */
export function findServer(kind: ForgeName, env: Environment): ForgeServer | undefined {
  const api =
    kind === "github" ? env.GITHUB_API_URL || GITHUB_API : env.CI_API_V4_URL || GITLAB_API;
  const baseUrl = serverIn(api);
  const web = baseUrl && webServerOf({ kind, baseUrl }, env);
  return baseUrl === undefined || web === undefined ? undefined : { baseUrl, web };
}

/** Returns the address of the server that has the pages and the branches; undefined if the variables name none. */
export function webServerOf(
  { kind, baseUrl }: Pick<Exclude<FoundRepository, { readonly kind: "none" }>, "kind" | "baseUrl">,
  { GITHUB_SERVER_URL, CI_SERVER_URL }: Environment,
): string | undefined {
  const named = kind === "github" ? GITHUB_SERVER_URL : CI_SERVER_URL;
  if (named) return serverIn(named);
  // A server of one's own has its API below a path.
  return baseUrl === GITHUB_API ? "https://github.com" : baseUrl.replace(/\/api\/v[34]$/, "");
}

/** Returns the address that branches of a repository are pushed to; undefined if the variables do not tell it. */
export function pushAddressOf(
  repository: Exclude<FoundRepository, { readonly kind: "none" }>,
  env: Environment,
): string | undefined {
  if (repository.kind === "github") {
    const server = webServerOf(repository, env);
    return server && `${server}/${repository.owner}/${repository.repository}.git`;
  }
  const page = serverIn(env.CI_PROJECT_URL ?? "");
  return page && `${page}.git`;
}

/** There is no repository; `why` is one sentence. */
export function noRepository(why: string): FoundRepository {
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
