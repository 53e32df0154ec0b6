import { type ResolveRequest, resolvePending } from "../resolve/resolve-pending.ts";
import type { Session } from "../resolve/session.ts";
import type { Tool } from "./tool.ts";

/** The hidden tool that ends a pending action of a session (R1, R18). */
export function createResolveTool(session: Session): Tool<ResolveRequest> {
  return {
    name: "resolve",
    description:
      "Ends a pending action: apply writes what was previewed, discard leaves the files as they are. A reason is required.",
    isHidden: true,
    execute: (request) => resolvePending(session, request),
  };
}
