import type { ForgeReply } from "./forge-server.ts";
import type { StoredPull, StoredRepository } from "./forge-state.ts";
import { wholeView } from "./gitlab-views.ts";
import { ok, type RestRequest } from "./rest-routes.ts";

/** Merges as GitLab does when it is asked to wait: without a pipeline, or after a green one, at once. */
export function mergeRequest(
  { call, state }: RestRequest,
  repository: StoredRepository,
  pull: StoredPull,
): ForgeReply {
  const { sha, auto_merge: waits } = call.body;
  if (!repository.hasAutoMerge) return refused(401, "401 Unauthorized");
  if (pull.isDraft || pull.state !== "open") return refused(422, "Branch cannot be merged");
  if (sha !== pull.head)
    return refused(409, `SHA does not match HEAD of source branch: ${pull.head}`);
  if (waits !== true) return refused(405, "405 Method Not Allowed");
  if (pull.checks === "FAILURE" || pull.checks === "ERROR")
    return refused(405, "405 Method Not Allowed");
  const isDone = pull.checks === undefined || (pull.checks === "SUCCESS" && !repository.isWaiting);
  if (isDone) pull.state = "merged";
  else pull.autoMerge = { method: "MERGE" };
  return ok(wholeView(state, repository, pull));
}

function refused(status: number, message: string): ForgeReply {
  return { status, body: { message } };
}
