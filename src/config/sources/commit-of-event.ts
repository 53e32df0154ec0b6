import { readBounded } from "../../files/read-bounded.ts";
import { isCommitId } from "./detect-pull-request.ts";

/** The largest file of an event that is read; bytes. */
export const MAX_EVENT = 32 * 1024 * 1024;

/** Returns the base that the file of an event names; undefined if there is none, for any reason. */
export async function commitOfEvent(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const read = await readBounded(file, MAX_EVENT);
  if (read.kind !== "bytes") return undefined;
  try {
    const event = JSON.parse(new TextDecoder().decode(read.bytes)) as GithubEvent | null;
    const sha = event?.pull_request?.base?.sha ?? (event ? baseOfWorkflowRun(event) : undefined);
    return typeof sha === "string" && isCommitId(sha) ? sha : undefined;
  } catch {
    return undefined; // Not JSON, or of another shape.
  }
}

/** The base of a pull request in an event of GitHub. */
interface EventBase {
  readonly sha?: unknown;
  readonly repo?: { readonly id?: unknown };
}

/** The parts of an event of GitHub that name bases; unchecked. */
interface GithubEvent {
  readonly pull_request?: { readonly base?: EventBase };
  readonly workflow_run?: { readonly pull_requests?: readonly { readonly base?: EventBase }[] };
  readonly repository?: { readonly id?: unknown };
}

/**
 * Returns the base of the pull requests of a workflow run, if they have one. Those into another repository do not
 * count: a stranger can open one from any branch, and chooses its base.
 */
function baseOfWorkflowRun({ workflow_run, repository }: GithubEvent): unknown {
  const bases = (workflow_run?.pull_requests ?? []).flatMap(({ base }) => base ?? []);
  const own = bases.filter(({ repo }) => repo?.id !== undefined && repo.id === repository?.id);
  const ids = new Set(own.map(({ sha }) => sha));
  return ids.size === 1 ? own[0]?.sha : undefined;
}
