import type { ForgeCall, ForgeReply } from "./forge-server.ts";
import { type ForgeState, Refusal } from "./forge-state.ts";
import { mutationOf, queryOf } from "./github-objects.ts";
import { answerRest } from "./github-rest.ts";
import { runGraphql } from "./run-graphql.ts";

/** GitHub's face of a forge: REST and GraphQL, on its own server or as an Enterprise Server has them. */
export function githubFace(call: ForgeCall, state: ForgeState): ForgeReply | undefined {
  if (call.path.startsWith("/api/v4/")) return undefined;
  const [, token] = /^(?:Bearer|token) (.+)/.exec(call.headers.authorization ?? "") ?? [];
  if (token === undefined || call.headers["user-agent"] === undefined)
    return { status: 401, body: { message: "Bad credentials" } };
  const viewer = state.tokens.get(token) ?? state.viewer;
  if (/^(\/api)?\/graphql$/.test(call.path)) {
    const { query, variables = {} } = call.body;
    const roots = { query: queryOf(state, viewer), mutation: mutationOf(state, viewer) };
    return { status: 200, body: runGraphql(query, variables, roots) };
  }
  try {
    return answerRest(call, state, viewer);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

const STATUSES = { missing: 404, denied: 403, invalid: 422, exists: 422 } as const;

function refused({ kind, message }: Refusal): ForgeReply {
  const status = STATUSES[kind];
  if (status !== 422) return { status, body: { message } };
  // Only requests of reviewers, and what does not have the form of a request, are refused in one sentence.
  if (/^Review|^Invalid request/.test(message)) return { status, body: { message } };
  const [, field, code] = /^(head|base|title) (invalid|missing_field)$/.exec(message) ?? [];
  const detail = field === undefined ? { code: "custom", message } : { field, code };
  const resource = /^summary /.test(message) ? "CheckRun" : "PullRequest";
  const errors = [{ resource, ...detail }];
  return { status, body: { message: "Validation Failed", errors } };
}
