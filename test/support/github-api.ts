import type { ForgeReply, ForgeRequest, ForgeState, StoredComment } from "./forge-server.ts";

const REPOSITORY = "/repos/octo/demo";

/** Answers as GitHub would for the pull request 7 of octo/demo. */
export function answerGithub(request: ForgeRequest, state: ForgeState): ForgeReply {
  const { method, path, headers, body } = request;
  if (!/^Bearer .+/.test(headers.authorization ?? "") || headers["user-agent"] === undefined)
    return { status: 401, body: { message: "Bad credentials" } };
  const [route = "", query = ""] = path.replace(/^\/api\/v3/, "").split("?");
  if (route === "/graphql" || route === "/api/graphql") return graphql(body, state);
  if (method === "POST" && route === `${REPOSITORY}/issues/7/comments`) {
    if (body.body.length > 65_536)
      return { status: 422, body: { message: "Validation Failed: body is too long" } };
    const comment = {
      id: 5_000_000_000 + state.comments.length,
      body: body.body,
      author: state.viewer,
    };
    state.comments.push({ ...comment, isMinimized: false });
    return {
      status: 201,
      body: { id: comment.id, html_url: `https://github.test/c/${comment.id}` },
    };
  }
  if (method === "GET" && route === `${REPOSITORY}/pulls/7/files`) {
    const page = Number(new URLSearchParams(query).get("page"));
    const files = [...state.patches].map(([filename, patch]) => ({ filename, patch }));
    return { status: 200, body: files.slice((page - 1) * 100, page * 100) };
  }
  if (method === "POST" && route === `${REPOSITORY}/pulls/7/reviews`) {
    state.reviews.push(body);
    for (const comment of body.comments)
      state.threads.push({ body: comment.body, author: state.viewer });
    return { status: 200, body: { id: 1 } };
  }
  return { status: 404, body: { message: "Not Found" } };
}

function graphql(
  { query, variables }: { query: string; variables: Record<string, string> },
  state: ForgeState,
): ForgeReply {
  const of = (id: string | undefined) => state.comments.find((one) => `node-${one.id}` === id);
  const answer = (data: unknown): ForgeReply => ({ status: 200, body: { data } });
  const fault = (type: string, message: string): ForgeReply => ({
    status: 200,
    body: { data: null, errors: [{ type, message }] },
  });
  if (query.includes("updateIssueComment")) {
    const comment = of(variables.id);
    if (comment === undefined) return fault("NOT_FOUND", "Could not resolve to a node");
    comment.body = variables.body ?? "";
    return answer({ updateIssueComment: { issueComment: { id: variables.id } } });
  }
  if (query.includes("minimizeComment")) {
    const comment = of(variables.id);
    if (comment === undefined) return fault("NOT_FOUND", "Could not resolve to a node");
    comment.isMinimized = true;
    return answer({ minimizeComment: { minimizedComment: { isMinimized: true } } });
  }
  if (`${variables.owner}/${variables.name}#${variables.number}` !== "octo/demo#7")
    return fault("NOT_FOUND", "Could not resolve to a Repository");
  if (query.includes("reviewThreads")) {
    const start = Number(variables.after ?? 0);
    const end = start + state.pageSize;
    const list = state.threads.slice(start, end);
    const nodes = list.map(({ body, author }) => ({
      comments: { nodes: [{ body, ...authorOf(author, state) }] },
    }));
    const pageInfo = { hasNextPage: end < state.threads.length, endCursor: `${end}` };
    const pullRequest = { headRefOid: state.head, reviewThreads: { nodes, pageInfo } };
    return answer({ viewer: { login: state.viewer }, repository: { pullRequest } });
  }
  const end = Number(variables.before ?? state.comments.length);
  const start = Math.max(0, end - state.pageSize);
  const nodes = state.comments.slice(start, end).map((comment) => nodeOf(comment, state));
  const pageInfo = {
    hasPreviousPage: start > 0,
    startCursor: nodes.length === 0 ? null : `${start}`,
  };
  const pullRequest = { number: 7, comments: { nodes, pageInfo } };
  const repository = { nameWithOwner: "octo/demo", pullRequest };
  return answer({ viewer: { login: state.viewer }, repository });
}

function nodeOf({ id, body, author, isMinimized }: StoredComment, state: ForgeState): object {
  const url = `https://github.test/c/${id}`;
  const times = { createdAt: "2026-11-02T08:00:00Z", lastEditedAt: null };
  return { id: `node-${id}`, url, body, ...times, isMinimized, ...authorOf(author, state) };
}

/** An app is `name[bot]` as the viewer and `name` as the author, and did not author by `viewerDidAuthor`. */
function authorOf(author: string, { viewer }: ForgeState): object {
  const isBot = author.endsWith("[bot]");
  return {
    viewerDidAuthor: !isBot && author === viewer,
    author: { __typename: isBot ? "Bot" : "User", login: author.replace("[bot]", "") },
  };
}
