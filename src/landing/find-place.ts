import { readGithubEvent } from "../files/github-event.ts";
import {
  FORGE_TOKENS,
  type FoundRepository,
  findRepository,
  pushAddressOf,
  webServerOf,
} from "../forge/find-repository.ts";
import { findRepositoryAt } from "../forge/find-repository-at.ts";
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

type PlaceWorld = Pick<World, "env" | "after" | "interrupted">;

/**
 * Finds the repository of a job, or says why nothing may be pushed there. A job for a fork never pushes: what it has
 * built is a stranger's.
 */
export async function findPlace(
  { forge: named, remote }: Pick<PublishRequest, "forge" | "remote">,
  world: PlaceWorld,
): Promise<RepositoryPlace | { readonly fault: Diagnostic }> {
  const { env, after } = world;
  const repository = findRepository(env, named);
  if (repository.kind === "none") return notPublishable(repository.why, NAME_IT);
  const fork = await whyFork(repository, env);
  if (fork !== undefined) return notPublishable(fork, NO_FORK_HINT);
  const options = clientOf(repository, world);
  if ("fault" in options) return options;
  const address = remote ?? pushAddressOf(repository, env);
  if (address === undefined)
    return notPublishable(
      "The variables of the job do not tell the address to push to.",
      REMOTE_HINT,
    );
  const limits = [...options.limits, after(WHOLE_TIME)];
  return placeOf(repository, { ...options, limits }, address, env);
}

/** Finds the forge of a repository by its address, with the same bounds but for the whole time; or says why not. */
export async function findPlaceOf(
  address: string,
  world: PlaceWorld,
): Promise<RepositoryPlace | NoPlace> {
  const { env } = world;
  const repository = findRepositoryAt(address, env);
  if (repository.kind === "none") return notPublishable(repository.why, SERVER_HINT);
  const fork = await whyFork(repository, env);
  if (fork !== undefined) return notPublishable(fork, NO_FORK_HINT);
  const options = clientOf(repository, world);
  return "fault" in options ? options : placeOf(repository, options, address, env);
}

function placeOf(
  repository: RepositoryPlace["repository"],
  options: ClientOptions,
  address: string,
  env: World["env"],
): RepositoryPlace {
  const user = repository.kind === "github" ? "x-access-token" : "oauth2";
  const server = webServerOf(repository, env);
  return { repository, options, address, token: options.token, user, server };
}

/** Why there is no place or no client. */
export interface NoPlace {
  readonly fault: Diagnostic;
  /** Only the token is missing. */
  readonly lacksToken?: true;
}

/** Returns the settings of a client, with the token; or says why there is none. */
export function clientOf(
  { kind, baseUrl }: Pick<RepositoryPlace["repository"], "kind" | "baseUrl">,
  { env, after, interrupted }: PlaceWorld,
): ClientOptions | NoPlace {
  const { protocol, hostname, host } = new URL(baseUrl);
  if (protocol === "http:" && !isLoopback(hostname))
    return notPublishable(
      `The API of ${shown(host)} is reached by http, by which everybody on the way can read the token.`,
      "Name it with `https://` in GITHUB_API_URL or CI_API_V4_URL.",
    );
  const names = FORGE_TOKENS[kind];
  const token = names.map((name) => env[name]).find((value) => value) ?? "";
  if (token === "") {
    const none = notPublishable(`There is no token in ${names.join(" or ")}.`, TOKEN_HINT);
    return { ...none, lacksToken: true };
  }
  return { baseUrl, token, after, limits: [interrupted], longestWait: LONGEST_WAIT };
}

const NO_FORK_HINT = "Publish from a job of the repository itself, such as a scheduled one.";
const SERVER_HINT =
  "Servers of your own are named by GITHUB_SERVER_URL and GITHUB_API_URL, or CI_SERVER_URL and CI_API_V4_URL.";
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
