import type { ForgeCall, ForgeReply } from "./forge-server.ts";
import { type ForgeState, Refusal } from "./forge-state.ts";
import { GITLAB_ROUTES } from "./gitlab-rest.ts";
import { answerRoutes } from "./rest-routes.ts";

/** GitLab's face of a forge: REST with the token of a person, a project or a group, and not that of a job. */
export function gitlabFace(call: ForgeCall, state: ForgeState): ForgeReply | undefined {
  if (!call.path.startsWith("/api/v4/")) return undefined;
  const token = call.headers["private-token"];
  if (typeof token !== "string") return { status: 401, body: { message: "401 Unauthorized" } };
  const viewer = state.tokens.get(token) ?? state.viewer;
  try {
    return answerRoutes(GITLAB_ROUTES, call, /^\/api\/v4/, { state, viewer }) ?? NOT_FOUND;
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

const NOT_FOUND: ForgeReply = { status: 404, body: { error: "404 Not Found" } };

function refused({ kind, message }: Refusal): ForgeReply {
  switch (kind) {
    case "missing":
      return { status: 404, body: { message: "404 Not found" } };
    case "denied":
      return { status: 403, body: { message: "403 Forbidden" } };
    case "exists":
      return { status: 409, body: { message: [CONFLICT] } };
    case "invalid":
      return { status: 400, body: { message: { base: [message] } } };
  }
}

const CONFLICT = "Another open merge request already exists for this source branch: !1";
