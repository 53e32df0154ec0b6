import { readGithubEvent } from "../files/github-event.ts";
import {
  FORGE_TOKENS,
  type FoundRepository,
  findRepository,
  pushAddressOf,
  webServerOf,
} from "../forge/find-repository.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { World } from "../model/world.ts";
import type { PublishRequest } from "../request/request.ts";
import { isLoopback } from "../shared/http/is-loopback.ts";
import { shown } from "../shared/shown.ts";

/** The repository of a job, and the way to its branches. */
export interface RepositoryPlace {
  readonly repository: Exclude<FoundRepository, { readonly kind: "none" }>;
  /** The address that branches are pushed to. */
  readonly address: string;
  readonly token: string;
  /** The user that a token is sent with. */
  readonly user: string;
  /** The server that has the branches, to which alone git sends the token; undefined if no variable names it. */
  readonly server: string | undefined;
  readonly options: ClientOptions;
}

/** The settings of a client. */
interface ClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly after: World["after"];
  readonly limits: readonly AbortSignal[];
  readonly longestWait: number;
}

/** Milliseconds for everything: three hundred pull requests take about half of it. */
const WHOLE_TIME = 45 * 60_000;
/** The longest wait that a server may ask for; milliseconds. */
const LONGEST_WAIT = 15 * 60_000;

/**
 * Finds the repository of a job, or says why nothing may be pushed there. A job for a fork never pushes: what it has
 * built is a stranger's.
 */
export async function findPlace(
  { forge: named, remote }: Pick<PublishRequest, "forge" | "remote">,
  { env, after, interrupted }: Pick<World, "env" | "after" | "interrupted">,
): Promise<RepositoryPlace | { readonly fault: Diagnostic }> {
  const repository = findRepository(env, named);
  if (repository.kind === "none") return notPublishable(repository.why, NAME_IT);
  const { protocol, hostname, host } = new URL(repository.baseUrl);
  if (protocol === "http:" && !isLoopback(hostname))
    return notPublishable(
      `The API of ${shown(host)} is reached by http, by which everybody on the way can read the token.`,
      "Name it with `https://` in GITHUB_API_URL or CI_API_V4_URL.",
    );
  const fork = await whyFork(repository, env);
  if (fork !== undefined)
    return notPublishable(
      fork,
      "Publish from a job of the repository itself, such as a scheduled one.",
    );
  const names = FORGE_TOKENS[repository.kind];
  const token = names.map((name) => env[name]).find((value) => value) ?? "";
  if (token === "")
    return notPublishable(`There is no token in ${names.join(" or ")}.`, TOKEN_HINT);
  const address = remote ?? pushAddressOf(repository, env);
  if (address === undefined)
    return notPublishable(
      "The variables of the job do not tell the address to push to.",
      REMOTE_HINT,
    );
  const limits = [interrupted, after(WHOLE_TIME)];
  const options = { baseUrl: repository.baseUrl, token, after, limits, longestWait: LONGEST_WAIT };
  const user = repository.kind === "github" ? "x-access-token" : "oauth2";
  return { repository, options, address, token, user, server: webServerOf(repository, env) };
}

const NAME_IT =
  "Outside of a job, name the forge with --forge, and the repository with GITHUB_REPOSITORY or CI_PROJECT_ID.";
const TOKEN_HINT = "It needs the right to push branches, and to open pull requests.";
const REMOTE_HINT = "Name it with --remote.";

/** Returns the fault of something that cannot be published. */
export function notPublishable(message: string, hint: string): { readonly fault: Diagnostic } {
  return { fault: { code: "not-publishable", severity: "error", message, hint } };
}

/** Returns why a job counts as one for a fork; undefined for a job of the repository itself. */
async function whyFork({ kind }: FoundRepository, env: World["env"]): Promise<string | undefined> {
  if (kind === "gitlab") {
    const { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source, CI_MERGE_REQUEST_PROJECT_ID: project } =
      env;
    return source !== undefined && source !== project ? FORK : undefined;
  }
  const event = await readGithubEvent(env.GITHUB_EVENT_PATH);
  return event?.isForkPull === true || event?.isForkRun === true ? FORK : undefined;
}

const FORK = "The job is one for a fork, and nothing is published from there.";
