import { followBranches } from "./forge-rules.ts";
import type { ForgeCall, ForgeReply } from "./forge-server.ts";
import { type ForgeState, Refusal, type StoredPull, type StoredRepository } from "./forge-state.ts";

/** A request of REST, taken apart. */
export interface RestRequest {
  readonly call: ForgeCall;
  readonly state: ForgeState;
  readonly viewer: string;
  readonly query: URLSearchParams;
  /** The parts of the path that differ. */
  readonly words: readonly string[];
}

export type Route = readonly [form: RegExp, answer: (request: RestRequest) => ForgeReply];

/** Returns the form of a method and a path, whose differing parts are groups. */
export function form(route: string): RegExp {
  return new RegExp(`^${route}$`);
}

/** Answers by the first route that fits; undefined for a path that there is not. */
export function answerRoutes(
  routes: readonly Route[],
  call: ForgeCall,
  base: RegExp,
  { state, viewer }: Pick<RestRequest, "state" | "viewer">,
): ForgeReply | undefined {
  const [path = "", query = ""] = call.path.replace(base, "").split("?");
  for (const [route, answer] of routes) {
    const [, ...words] = route.exec(`${call.method} ${path}`) ?? [];
    if (words.length === 0 && !route.test(`${call.method} ${path}`)) continue;
    const decoded = words.map((word) => decodeURIComponent(word));
    return answer({ call, state, viewer, query: new URLSearchParams(query), words: decoded });
  }
  return undefined;
}

export function ok(body: unknown, status = 200): ForgeReply {
  return { status, body };
}

/** The path of a repository of GitHub, which is the first part. */
export const REPOSITORY = "/repos/([^/]+/[^/]+)";

/** One page, with the address of the next one as GitHub gives it. */
export function page(all: readonly unknown[], { query, call }: RestRequest): ForgeReply {
  const size = Math.min(100, Number(query.get("per_page") ?? 30));
  const at = Number(query.get("page") ?? 1);
  const next = `<http://${call.headers.host}/next?page=${at + 1}>; rel="next"`;
  const headers = at * size < all.length ? { link: next } : undefined;
  const body = all.slice((at - 1) * size, at * size);
  return { status: 200, body, ...(headers === undefined ? {} : { headers }) };
}

/** Returns the repository that the first part names. */
export function repositoryOf({ state, words }: RestRequest): StoredRepository {
  const repository = state.repositories.get(words[0] ?? "");
  if (repository === undefined) throw new Refusal("missing", "Not Found");
  followBranches(repository);
  return repository;
}

/** Returns the pull request whose number the second part is. */
export function pullOf(
  { words }: RestRequest,
  repository: StoredRepository,
): [StoredRepository, StoredPull] {
  const pull = repository.pulls.find(({ number }) => `${number}` === words[1]);
  if (pull === undefined) throw new Refusal("missing", "Not Found");
  return [repository, pull];
}
