import type { ForgeReply, ForgeRequest, ForgeState } from "./forge-server.ts";

const NOTES = "/api/v4/projects/42/merge_requests/7/notes";

/** Answers as GitLab would for the merge request 7 of the project 42. */
export function answerGitlab(request: ForgeRequest, state: ForgeState): ForgeReply {
  const { method, path, headers, body } = request;
  if (headers["private-token"] === undefined)
    return { status: 401, body: { message: "401 Unauthorized" } };
  const [route = "", query = ""] = path.split("?");
  if (route === "/api/v4/user") return { status: 200, body: userOf(state.viewer) };
  if (method === "GET" && route === NOTES) {
    const page = Number(new URLSearchParams(query).get("page"));
    const end = page * state.pageSize;
    const notes = state.comments.slice(end - state.pageSize, end).map((note) => ({
      id: note.id,
      body: note.body,
      system: false,
      author: userOf(note.author),
      noteable_iid: 7,
      created_at: "2026-11-02T08:00:00.000Z",
      updated_at: "2026-11-02T08:00:00.000Z",
    }));
    const next = end < state.comments.length ? `${page + 1}` : "";
    return { status: 200, body: notes, headers: { "x-next-page": next } };
  }
  if (method === "POST" && route === NOTES) {
    const id = 900 + state.comments.length;
    state.comments.push({ id, body: body.body, author: state.viewer, isMinimized: false });
    return { status: 201, body: { id } };
  }
  const note = state.comments.find(({ id }) => route === `${NOTES}/${id}`);
  if (method === "PUT" && note !== undefined) {
    note.body = body.body;
    return { status: 200, body: { id: note.id } };
  }
  return { status: 404, body: { message: "404 Not found" } };
}

function userOf(username: string): object {
  const id = [...username].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  return { id: id % 1_000_003, username };
}
