import { shown } from "../../shared/shown.ts";
import { ForgeFault } from "../forge.ts";
import { type HttpPort, type HttpPortOptions, openHttpPort } from "../http-port.ts";
import { type Graphql, openGraphql } from "./graphql.ts";

/** The server of GitHub and the token for it; `baseUrl` is that of its REST API. */
export type GithubOptions = Pick<
  HttpPortOptions,
  "baseUrl" | "token" | "after" | "limits" | "longestWait"
>;

/** Milliseconds between writes: what GitHub asks of those who make many. */
const WRITE_PAUSE = 1000;

/** Both APIs of one server. Its writes are in turn, with pauses: whoever writes more takes the same port. */
export interface GithubPort {
  readonly send: HttpPort;
  readonly graphql: Graphql;
}

/** A repository on GitHub. */
export interface GithubRepository {
  readonly owner: string;
  readonly repository: string;
}

/** Opens the way to GitHub or a GitHub Enterprise Server. */
export function openGithubPort(options: GithubOptions): GithubPort {
  const send = openHttpPort({
    ...options,
    name: "GitHub",
    writePause: WRITE_PAUSE,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${options.token}`,
      "user-agent": "sluice",
      "x-github-api-version": "2022-11-28",
    },
  });
  return { send, graphql: openGraphql(send, options.baseUrl) };
}

/** Returns the path of a repository in the REST API. */
export function pathOf({ owner, repository }: GithubRepository): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
}

/**
 * Throws if an answer is about another repository or number than the one that was asked for. For a repository that was
 * renamed GitHub answers with its new name.
 */
export function checkAnswered(
  { owner, repository }: GithubRepository,
  answered: { readonly repository: string; readonly number?: number },
  number?: number,
): void {
  const asked = `${owner}/${repository}`;
  const isOfIt = answered.repository.toLowerCase() === asked.toLowerCase();
  if (isOfIt && answered.number === number) return;
  const place = (name: string, of: number | undefined) =>
    of === undefined ? name : `${name}#${of}`;
  const message = `GitHub answered about ${shown(place(answered.repository, answered.number))}, and not about ${place(asked, number)}.`;
  throw new ForgeFault("failed", message, { isUncertain: true });
}
